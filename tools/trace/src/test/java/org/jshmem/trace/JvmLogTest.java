package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lines that JVMs have logged. */
@Timeout(20)
class JvmLogTest {
    @TempDir
    private Path directory;

    private List<JvmLog.Entry> read(String lines) throws Exception {
        return JvmLog.read(Files.writeString(directory.resolve("log"), lines));
    }

    @Test
    void shouldReadPauses() throws Exception {
        assertEquals(
                List.of(
                        new JvmLog.Entry(
                                36_510_665, 45_663_665, "GC: Pause Young (Normal) (G1 Evacuation Pause) 15M->8M(64M)"),
                        new JvmLog.Entry(36_500_000, 45_756_008, "G1CollectForAllocation")),
                read("""
                    [45663665ns] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 15M->8M(64M) 9.153ms
                    [45756008ns] Safepoint "G1CollectForAllocation", Time since last: 462065281 ns, Reaching safepoint: \
                    8726 ns, At safepoint: 9241952 ns, Leaving safepoint: 5330 ns, Total: 9256008 ns, Threads: 0 runnable, 10 total
                    """));
    }

    @Test
    void shouldReadWhatC2HasDone() throws Exception {
        assertEquals(
                List.of(
                        new JvmLog.Entry(5, 5, "compile java.lang.StringLatin1::hashCode"),
                        new JvmLog.Entry(6, 6, "compile Main::main"),
                        new JvmLog.Entry(7, 7, "drop the code of java.util.HashMap::put")),
                read("""
                    [4ns]  107       3       java.util.HashMap::put (13 bytes)
                    [5ns]  132       4       java.lang.StringLatin1::hashCode (52 bytes)
                    [6ns]  474  403  326 % !   4       x
                    [6ns]  403 %     4       Main::main @ 39 (409 bytes)
                    [7ns]  107       4       java.util.HashMap::put (13 bytes)   made not entrant: uncommon trap
                    """));
    }

    /** Short pauses, and what has nothing to do with either. */
    @Test
    void shouldLeaveOutTheRest() throws Exception {
        assertEquals(List.of(), read("""
            [1ns] Using Serial
            [2ns] Safepoint "ICBufferFull", Time since last: 1 ns, Reaching safepoint: 2 ns, At safepoint: 3 ns, Total: 5000 ns
            no time
            """));
    }

    /** The longest, and of those that took equally long the first, in the order of the log. */
    @Test
    void shouldKeepSomeOfManyEntries() throws Exception {
        final int most = 100_000;
        final StringBuilder log = new StringBuilder();
        for (int i = 0; i < 5 * most / 2; i++) {
            log.append('[').append(i).append("ns] 1       4       A::a (1 bytes)\n");
            if (i % (most / 2) == most / 2 - 1) {
                log.append('[').append(i).append("ns] GC(0) Pause Full 9.000ms\n");
            }
        }
        final List<JvmLog.Entry> entries = read(log.toString());
        assertEquals(most, entries.size());
        assertEquals(
                5,
                entries.stream()
                        .filter(entry -> entry.name().equals("GC: Pause Full"))
                        .count());
        assertEquals(
                entries.stream().mapToLong(JvmLog.Entry::end).sorted().boxed().toList(),
                entries.stream().map(JvmLog.Entry::end).toList());
        for (int i = 0; i < most / 2 - 1; i++) {
            assertEquals(new JvmLog.Entry(i, i, "compile A::a"), entries.get(i));
        }
    }

    /** The process was killed while it wrote. */
    @Test
    void shouldLeaveOutAnIncompleteLine() throws Exception {
        assertEquals(List.of(), read("\n[5ns] 1       4       A::a (1 bytes)"));
    }

    /** Safepoints of 50 microseconds or more. */
    @Test
    void shouldKnowWhichPausesAreShort() throws Exception {
        final String line =
                "[90000ns] Safepoint \"Cleanup\", Time since last: 1 ns, Total: %d ns, Threads: 0 runnable\n";
        assertEquals(
                List.of(new JvmLog.Entry(40_000, 90_000, "Cleanup")),
                read(line.formatted(49_999) + line.formatted(50_000)));
    }
}
