package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        assertEquals(BootstrapChoice.SINGLE, choice(STEP, "single"));
    }

    @Test
    void shouldBeSingleInABatchScriptAndInAStepOfOneTask() {
        assertEquals(BootstrapChoice.SINGLE, auto(Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "4")));
        assertEquals(
                BootstrapChoice.SINGLE,
                auto(Map.of(
                        "SLURM_PROCID", "0", "SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "1", "SLURM_NTASKS", "4")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PMI_RANK=1 PMI_SIZE=4 | a launcher with PMI has started this process as task 1 of 4 (PMI_RANK)",
                "PALS_RANKID=3 PMI_SIZE=4 | PALS has started this process as task 3 of 4 (PALS_RANKID)",
                "PALS_RANKID=0 | PALS has started this process as task 0 (PALS_RANKID)",
                "FLUX_TASK_RANK=2 FLUX_JOB_SIZE=4 | Flux has started this process as task 2 of 4 (FLUX_TASK_RANK)",
                "OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 | Open MPI's mpirun has started this process as task 0"
                        + " of 2",
                "JOB_COMPLETION_INDEX=0 | an indexed job of Kubernetes has started this process as task 0 (JOB_",
                "AWS_BATCH_JOB_NODE_INDEX=1 AWS_BATCH_JOB_NUM_NODES=2 | AWS Batch has started this process as task 1"
                        + " of 2",
            })
    void shouldNotMakeSingleJobsOfTasksThatCannotMeet(String variables, String message) {
        final Map<String, String> environment = environment(variables);
        final ShmemException error = assertThrows(ShmemException.class, () -> auto(environment));
        assertTrue(error.getMessage().startsWith(message), error.getMessage());
        assertTrue(error.getMessage().contains("SHMEM_BOOTSTRAP=single for jobs of one PE each"), error.getMessage());
        assertEquals(BootstrapChoice.SINGLE, choice(environment, "single"));
    }

    /** A job of one process; and a shell in an allocation, which is no task. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PMI_RANK=0 PMI_SIZE=1",
                "PALS_RANKID=0 PALS_SIZE=1",
                "FLUX_TASK_RANK=0 FLUX_JOB_SIZE=1",
                "FLUX_JOB_SIZE=4",
                "PMI_SIZE=4",
                "OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=1",
                "AWS_BATCH_JOB_NODE_INDEX=0 AWS_BATCH_JOB_NUM_NODES=1",
                "SLURM_NTASKS=4 SLURM_JOB_ID=7"
            })
    void shouldBeSingleWhereThereAreNoOthers(String variables) {
        assertEquals(BootstrapChoice.SINGLE, auto(environment(variables)));
    }

    private static Map<String, String> environment(String variables) {
        return Stream.of(variables.split(" "))
                .map(variable -> variable.split("="))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
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
        assertEquals(BootstrapChoice.LAUNCHER, choice(all, "launcher"));
        assertEquals(BootstrapChoice.PMI1, choice(all, "pmi1"));
        assertEquals(BootstrapChoice.PMIX, choice(all, "pmix"));
        assertEquals(BootstrapChoice.SINGLE, choice(all, "single"));
    }

    @Test
    void shouldTakeARendezvousBeforeAForeignLauncher() {
        final BootstrapSettings given = new BootstrapSettings("auto", "host:1", "", "", "", 0);
        assertEquals(BootstrapChoice.RENDEZVOUS, BootstrapChoice.of(Map.of("PMI_PORT", "a:1"), given));
        assertEquals(BootstrapChoice.LAUNCHER, BootstrapChoice.of(Map.of("JSHMEM_CONTROL", "x"), given));
        assertEquals(BootstrapChoice.RENDEZVOUS, choice(Map.of(), "rendezvous"));
    }

    private static BootstrapChoice auto(Map<String, String> environment) {
        return choice(environment, "auto");
    }

    private static BootstrapChoice choice(Map<String, String> environment, String forced) {
        return BootstrapChoice.of(environment, BootstrapSettings.of(forced));
    }

    private static void assertMisses(String forced, String variable, String command) {
        final ShmemException error = assertThrows(ShmemException.class, () -> choice(Map.of(), forced));
        assertTrue(error.getMessage().contains("SHMEM_BOOTSTRAP=" + forced), error.getMessage());
        assertTrue(error.getMessage().contains(variable), error.getMessage());
        assertTrue(error.getMessage().contains(command), error.getMessage());
    }
}
