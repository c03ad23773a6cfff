package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class BootstrapChoiceTest {
    private static final Map<String, String> STEP =
            Map.of("SLURM_PROCID", "1", "SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "4", "SLURM_NTASKS", "4");

    @Test
    void shouldTakeTheNearestLauncher() {
        assertEquals(BootstrapChoice.SINGLE, auto(Map.of()));
        assertEquals(
                BootstrapChoice.LAUNCHER,
                auto(Map.of("JSHMEM_CONTROL", "x", "PMI_PORT", "a:1", "PMIX_NAMESPACE", "n")));
        assertEquals(BootstrapChoice.PMIX, auto(Map.of("PMIX_NAMESPACE", "n", "PMI_FD", "987")));
        assertEquals(BootstrapChoice.PMI1, auto(Map.of("PMI_PORT", "a:1")));
        assertEquals(BootstrapChoice.PMI1, auto(Map.of("PMI_FD", "987")), "an error that connecting explains");
        assertEquals(
                BootstrapChoice.PMIX, auto(Map.of("PMIX_NAMESPACE", "n", "SLURM_PROCID", "1", "SLURM_NTASKS", "4")));
    }

    @Test
    void shouldNotMakeSingleJobsOfSlurmsTasks() {
        final ShmemException error = assertThrows(ShmemException.class, () -> auto(STEP));
        assertTrue(error.getMessage().contains("task 1 of 4"), error.getMessage());
        assertTrue(error.getMessage().contains("srun --mpi=pmi2"), error.getMessage());
        assertTrue(error.getMessage().contains("--mpi=pmix"), error.getMessage());
        assertEquals(BootstrapChoice.SINGLE, BootstrapChoice.of(STEP, "single"));
    }

    @Test
    void shouldBeSingleInABatchScriptAndInAStepOfOneTask() {
        assertEquals(BootstrapChoice.SINGLE, auto(Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "4")));
        assertEquals(
                BootstrapChoice.SINGLE,
                auto(Map.of(
                        "SLURM_PROCID", "0", "SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "1", "SLURM_NTASKS", "4")));
    }

    @Test
    void shouldSayWhatAForcedBootstrapMisses() {
        assertMisses("launcher", "JSHMEM_CONTROL", "shmemrun");
        assertMisses("pmi1", "PMI_FD or PMI_PORT", "mpiexec.hydra or srun --mpi=pmi2");
        assertMisses("pmix", "PMIX_NAMESPACE", "mpirun or srun --mpi=pmix");
    }

    @Test
    void shouldObeyTheSetting() {
        final Map<String, String> all = Map.of("JSHMEM_CONTROL", "x", "PMI_PORT", "a:1", "PMIX_NAMESPACE", "n");
        assertEquals(BootstrapChoice.LAUNCHER, BootstrapChoice.of(all, "launcher"));
        assertEquals(BootstrapChoice.PMI1, BootstrapChoice.of(all, "pmi1"));
        assertEquals(BootstrapChoice.PMIX, BootstrapChoice.of(all, "pmix"));
        assertEquals(BootstrapChoice.SINGLE, BootstrapChoice.of(all, "single"));
    }

    private static BootstrapChoice auto(Map<String, String> environment) {
        return BootstrapChoice.of(environment, "auto");
    }

    private static void assertMisses(String forced, String variable, String command) {
        final ShmemException error = assertThrows(ShmemException.class, () -> BootstrapChoice.of(Map.of(), forced));
        assertTrue(error.getMessage().contains("SHMEM_BOOTSTRAP=" + forced), error.getMessage());
        assertTrue(error.getMessage().contains(variable), error.getMessage());
        assertTrue(error.getMessage().contains(command), error.getMessage());
    }
}
