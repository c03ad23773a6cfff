package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.system.ForeignLauncher.Result;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * PEs on several hosts, made of network namespaces, by the launchers of clusters. It takes longest, and mostly waits,
 * so it comes first, beside others.
 */
@Order(1)
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class HostsTest {
    @TempDir
    private Path directory;

    @ParameterizedTest(name = "{0}: {1} hosts, {2} PEs each")
    @CsvSource({
        "HYDRA, 2, 2",
        "HYDRA, 4, 1",
        "HYDRA, 4, 3",
        "HYDRA_PORT, 2, 2",
        "OPEN_MPI, 2, 2",
        "OPEN_MPI, 4, 1",
        "OPEN_MPI, 4, 3",
        "OSHRUN, 2, 2",
        "OSHRUN, 4, 1",
        "SLURM_PMI2, 2, 2",
        "SLURM_PMI2, 4, 2",
        "SLURM_PMIX, 2, 2",
        "SLURM_PMIX, 4, 2"
    })
    void shouldWireUp(ForeignLauncher launcher, int hosts, int ppn) throws Exception {
        final Result result = run(launcher, hosts, ppn, ForeignLauncher.java(WireUp.class.getName()));
        assertEquals(0, result.status(), result.text());
        final StringBuilder groups = new StringBuilder();
        for (int host = 0; host < hosts; host++) {
            groups.append(host == 0 ? "[[" : "], [");
            for (int pe = host * ppn; pe < (host + 1) * ppn; pe++) {
                groups.append(pe == host * ppn ? "" : ", ").append(pe);
            }
        }
        final List<String> lines = result.text().lines().toList();
        assertTrue(lines.contains(hosts * ppn + " PEs sharing memory: " + groups + "]]"), result.text());
        assertTrue(
                lines.stream()
                        .anyMatch(line ->
                                line.matches("bootstrap (PMI|OpenSHMEM library )\\S+ \\(.*\\), " + hosts + " nodes")),
                result.text());
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN", "SLURM_PMI2", "SLURM_PMIX"})
    void shouldRunAProgramAcrossHosts(ForeignLauncher launcher) throws Exception {
        final Result result = run(launcher, 2, 2, ForeignLauncher.plainJava("org.jshmem.examples.Ring"));
        assertEquals(0, result.status(), result.text());
        for (int pe = 0; pe < 4; pe++) {
            assertTrue(result.text().contains("Process " + pe + " exiting"), result.text());
        }
    }

    /** Its addresses are the same on all hosts, and reach none of them. */
    @Test
    void shouldNotTakeSharedMemoryForANetwork() throws Exception {
        final String[] java = ForeignLauncher.java("org.jshmem.examples.Ring");
        final List<String> line = new ArrayList<>(List.of("env", "SHMEM_OFI_PROVIDER=shm"));
        line.addAll(List.of(java));
        final Result result = run(ForeignLauncher.HYDRA, 2, 1, line.toArray(new String[0]));
        assertNotEquals(0, result.status(), result.text());
        assertTrue(
                result.text().contains("no network for PEs of several machines: looked for SHMEM_OFI_PROVIDER=shm"),
                result.text());
    }

    @Test
    void shouldShowThePesOfAllHostsTogether() throws Exception {
        final Path home = Command.home();
        final Path seen = directory.resolve("seen");
        final String[] java = ForeignLauncher.java("org.jshmem.examples.Ring");
        final List<String> line = ForeignLauncher.HYDRA.onHosts(List.of("hostA", "hostB"), 2, java);
        line.replaceAll(
                word -> word.equals(ForeignLauncher.preparedClassPath()) ? word + ":" + home + "/lib/tools/*" : word);
        ForeignLauncher.needHosts();
        ForeignLauncher.HYDRA.need();
        final Result result = ForeignLauncher.runScriptOnHosts(
                directory,
                2,
                home + "/bin/shmem-top --listen=hostA --json -i 0.3 > " + seen + " & "
                        + "until grep -qs MONITOR " + seen + "; do sleep 0.1; done; "
                        + "SHMEM_TOOL=monitor env $(head -1 " + seen + ") '" + String.join("' '", line) + "'; "
                        // the first of two such lines is whole
                        + "status=$?; for i in {1..100}; do sleep 0.1; [ $(grep -cE '(\"ended\":.*){4}' " + seen
                        + ") -ge 2 ] && break; done; kill $!; exit $status");
        assertEquals(0, result.status(), result.text());
        final String last = Files.readAllLines(seen).stream()
                .filter(seenOnce -> seenOnce.split("\"ended\":", -1).length == 5)
                .findFirst()
                .orElseThrow();
        for (String words :
                List.of("\"pe\":0,\"pes\":4", "\"pe\":3,\"pes\":4", "\"host\":\"hostA\"", "\"host\":\"hostB\"")) {
            assertTrue(last.contains(words), last);
        }
        assertEquals(1, last.split("\"job\":", -1).length - 1, last);
    }

    @Test
    void shouldSayWhatSlurmMustBeGiven() throws Exception {
        final ForeignLauncher slurm = ForeignLauncher.SLURM_NONE;
        final Result result = run(slurm, 2, 1, ForeignLauncher.java(WireUp.class.getName()));
        assertEquals(1, result.status(), result.text());
        assertTrue(result.text().contains("give srun --mpi=pmi2, or --mpi=pmix"), result.text());
    }

    private Result run(ForeignLauncher launcher, int hosts, int ppn, String... java)
            throws IOException, InterruptedException {
        launcher.need();
        ForeignLauncher.needHosts();
        return launcher.runOnHosts(directory, hosts, ppn, java);
    }
}
