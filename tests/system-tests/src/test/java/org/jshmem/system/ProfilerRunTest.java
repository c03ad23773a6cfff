package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The profiler, as a user starts it: with the tools of the laid-out distribution, on several PEs. */
@Tag(QuickFilter.FULL)
class ProfilerRunTest {
    @TempDir
    private Path directory;

    /** A ring of 3 PEs passes a message 10 times: 30 puts, and one that ends each PE but the last. */
    @Test
    void shouldCountTheCallsOfAllPesAndDrawThem() throws Exception {
        final String output = Command.run(directory, 0, "-np", "3", "-x", "SHMEM_TOOL=profile", "ring");
        assertTrue(output.contains("profile of 3 PEs"), output);
        assertTrue(output.lines().anyMatch(line -> line.matches("  p +31 +124 .*")), output);
        assertTrue(output.lines().anyMatch(line -> line.matches("  barrierAll +\\d+ +0 .*")), output);
        assertTrue(Files.readString(directory.resolve("communication.svg")).contains("<svg"));
    }

    /**
     * 3 PEs: 5 sums of 2 longs, a collect of 4, a split, a broadcast of 1, and a put of PE 0 to the team's PE 0, which
     * is PE 2.
     */
    @Test
    void shouldCountCollectivesAndContextsOfTeams() throws Exception {
        final String classes = Path.of("target/test-classes").toAbsolutePath().toString();
        final String output = Command.run(
                directory,
                0,
                "-np",
                "3",
                "-cp",
                classes,
                "-x",
                "SHMEM_TOOL=profile",
                CollectiveProgram.class.getName());
        assertCounted(output, "sumReduce +15 +240");
        assertCounted(output, "fcollect +3 +96");
        assertCounted(output, "teamSplitStrided +3 +0");
        assertCounted(output, "broadcast +3 +24");
        assertCounted(output, "teamDestroy +3 +0");
        assertCounted(output, "put +1 +32");
    }

    /** Each of 3 PEs sends 3,000 records to each. */
    @Test
    void shouldCountTheRecordsOfFlows() throws Exception {
        Files.writeString(directory.resolve("Main.java"), """
            import static org.jshmem.Shmem.*;
            import org.jshmem.flow.*;
            record Edge(long vertex, int weight) {}
            void main() {
                try (var _ = init();
                        var edges = Flow.of(TEAM_WORLD, Edge.class, (from, edge) -> {})) {
                    for (int i = 0; i < 9_000; i++) {
                        edges.send(i % 3, new Edge(i, i));
                    }
                }
            }
            """);
        final String output = Command.run(directory, 0, "-np", "3", "-x", "SHMEM_TOOL=profile", "Main.java");
        assertCounted(output, "Edge +27000 +27000");
        assertCounted(output, "flowClose +3 +0");
    }

    private static void assertCounted(String output, String line) {
        assertTrue(output.lines().anyMatch(each -> each.matches("  " + line + " .*")), line + " in " + output);
    }

    @Test
    void shouldSayWhichToolsThereAre() throws Exception {
        final String output = Command.run(directory, 1, "-np", "1", "-x", "SHMEM_TOOL=profil", "ring");
        assertTrue(output.contains("SHMEM_TOOL=profil: there is no such tool"), output);
        assertTrue(output.contains("[monitor, jfr, profile, trace]"), output);
    }
}
