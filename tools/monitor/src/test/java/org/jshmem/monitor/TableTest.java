package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers of the table, against sums and times that are computed by hand. */
@Timeout(60)
class TableTest {
    private static final long NOW = 1_000_000;

    /** A PE that was started ten seconds ago; later lines replace earlier ones. */
    private static Snapshot pe(int number, String... lines) {
        return Snapshot.parse("pe " + number + "\npes 3\npid " + (70 + number)
                + "\nhost here\nprogram Main 5\nheld -1\nmemory 0 0 0\nstarted " + (NOW - 10_000) + "\nwritten " + NOW
                + "\n" + String.join("\n", lines));
    }

    private static List<String> table(Map<String, Snapshot> before, Snapshot... pes) {
        return Table.of("job", List.of(pes), before, NOW)
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
    }

    @Test
    void shouldShowRatesSinceTheStart() {
        final Snapshot pe = pe(
                0,
                "operation put 30 20480",
                "operation get 20 10240",
                "operation malloc 5 999999",
                "operation allocateShared 5 999999");
        assertEquals("0 70 6 3.0 KiB 30.0 KiB 0 B 0 B 0 B", table(Map.of(), pe).get(2));
    }

    @Test
    void shouldShowRatesSinceTheLastLook() {
        final Snapshot before = pe(1, "written " + (NOW - 500), "operation put 1000 1048576");
        final Snapshot pe = pe(1, "operation put 1500 3145728", "memory 1536 2097152 3221225472");
        assertEquals(
                "1 71 1,000 4.0 MiB 3.0 MiB 1.5 KiB 2.0 MiB 3.0 GiB",
                table(Map.of(before.process(), before), pe).get(2));
    }

    @Test
    void shouldNotDivideByZero() {
        final Snapshot before = pe(1, "operation put 1 0");
        assertEquals(
                "1 71 2,000 0 B 0 B 0 B 0 B 0 B",
                table(Map.of(before.process(), before), pe(1, "operation put 3 0"))
                        .get(2));
    }

    @Test
    void shouldSayWhatAPeDoesAndSinceWhen() {
        assertEquals(
                "2 72 barrierAll 2.5 s 0 0 B 0 B 0 B 0 B 0 B",
                table(Map.of(), pe(2, "doing 9 barrierAll " + (NOW - 2500) + " -1"))
                        .get(2));
        final List<String> waiting = table(Map.of(), pe(0, "waits x >= 3", "waitsSince " + (NOW - 100)));
        assertEquals("0 70 waits 0.1 s 0 0 B 0 B 0 B 0 B 0 B", waiting.get(2));
        assertTrue(waiting.contains("PE 0 waits for x >= 3"), waiting.toString());
    }

    /** However long after that somebody looks. */
    @Test
    void shouldSayHowLongAJobAndACallHaveLastedThatHaveEnded() {
        final List<String> lines = table(
                Map.of(),
                pe(0, "written " + (NOW - 5000), "ended " + (NOW - 4000)),
                pe(1, "written " + (NOW - 5000), "doing 9 barrierAll " + (NOW - 5100) + " -1", "gone " + (NOW - 3000)));
        assertEquals("job: 2 of 3 PEs here, 7 s, Main 5", lines.getFirst());
        assertEquals("1 71 IS GONE, was in barrierAll 0.1 s 0 0 B 0 B 0 B 0 B 0 B", lines.get(3));
    }

    /** A PE is taken to stand still when it has written nothing for more than two seconds. */
    @ParameterizedTest
    @CsvSource({"2, 2000, false", "2, 2001, true", "5000, 12000, false", "5000, 12001, true"})
    void shouldSayWhichPeStandsStill(int pes, long silentMs, boolean isStill) {
        assertEquals(
                isStill,
                table(Map.of(), pe(0, "pes " + pes, "written " + (NOW - silentMs)))
                        .get(2)
                        .contains("STANDS STILL"));
    }

    /** Its text, of a machine whose clock is three seconds behind, has just arrived. */
    @Test
    void shouldKnowThatClocksDiffer() {
        final long written = NOW - 3000;
        final Snapshot behind = pe(
                0,
                "started " + (written - 10_000),
                "written " + written,
                "arrived " + NOW,
                "doing 9 barrierAll " + (written - 2500) + " -1",
                "members all",
                "error 1 " + (written - 2000) + " " + (written - 1000) + " no room");
        final List<String> lines = table(Map.of(), behind, pe(1, "doing 9 barrierAll " + (NOW - 300) + " -1"));
        assertEquals("job: 2 of 3 PEs here, 10 s, Main 5", lines.getFirst());
        assertEquals("0 70 barrierAll 2.5 s 0 0 B 0 B 0 B 0 B 0 B", lines.get(2));
        assertTrue(lines.contains("error on PE 0: no room, 1 times, 2.0 s to 1.0 s ago"), lines.toString());
        assertEquals(
                List.of("PE 0 waits for x"),
                Table.waits(List.of(pe(0, "written " + written, "arrived " + NOW, "waits x")), NOW));
        assertEquals(
                List.of(),
                Waits.of(List.of(
                        pe(0, "written 0", "arrived " + NOW, "doing 9 barrierAll 0 -1", "members all"), pe(1))));
        assertEquals(behind.process(), pe(0, "started " + (written - 10_000)).process(), "whenever it arrives");
    }

    @Test
    void shouldSayWhichPeHasEnded() {
        assertTrue(table(Map.of(), pe(0, "ended " + NOW)).get(2).contains("has ended"));
        assertTrue(table(Map.of(), pe(0, "gone " + NOW, "doing 1 barrierAll 5 -1"))
                .get(2)
                .contains("IS GONE, was in barrierAll"));
    }

    @Test
    void shouldAddUpTheNetworkOfAllPes() {
        final List<String> lines = table(Map.of(), pe(0, "network 1048576 1000"), pe(1, "network 1048576 234"), pe(2));
        assertEquals("job: 3 of 3 PEs here, 10 s, Main 5", lines.getFirst());
        assertTrue(lines.contains("network: 2.0 MiB registered, 1,234 retries"), lines.toString());
    }

    @Test
    void shouldShowADistinctErrorOnce() {
        final List<String> lines = table(
                Map.of(),
                pe(0, "error 3 " + (NOW - 9000) + " " + (NOW - 2000) + " no room"),
                pe(1, "error 4 " + (NOW - 5000) + " " + (NOW - 1000) + " no room"));
        assertTrue(lines.contains("error on PEs 0, 1: no room, 7 times, 9.0 s to 1.0 s ago"), lines.toString());
    }

    @ParameterizedTest
    @CsvSource({"0, 0 B", "1023, 1023 B", "1024, 1.0 KiB", "1048575, 1024.0 KiB", "1048576, 1.0 MiB", "1e18, 888.2 PiB"
    })
    void shouldChooseAUnitForBytes(double bytes, String text) {
        assertEquals(text, Table.size(bytes));
    }

    @Test
    void shouldKnowHowOftenPesSend() {
        assertEquals(
                List.of(200L, 200L, 400L, 400L, 600L, 10_200L),
                Stream.of(1, 99, 100, 199, 200, 5000).map(Snapshot::periodMs).toList());
        assertEquals(2000, Table.staleMs(1));
        assertEquals(2200, Table.staleMs(100));
    }

    /** Of PEs that wait, eight are told; those that have ended or are silent are not. */
    @Test
    void shouldTellSomeWaits() {
        final List<Snapshot> pes = IntStream.range(0, 12)
                .mapToObj(i -> pe(
                        i,
                        "waits x" + i,
                        "waitsSince 5",
                        i == 0 ? "ended " + NOW : i == 1 ? "gone " + NOW : i == 2 ? "written 0" : "y 0"))
                .toList();
        assertEquals(
                IntStream.range(3, 11)
                        .mapToObj(i -> "PE " + i + " waits for x" + i)
                        .toList(),
                Table.waits(pes, NOW));
        assertEquals(List.of(), Table.waits(List.of(pe(0)), NOW));
    }

    @Test
    void shouldReadWhatThereIs() {
        final Snapshot empty = pe(0, "nothing");
        assertEquals("", empty.text("nothing"));
        assertEquals("", empty.text("none"));
        assertEquals(0, empty.heapBytes());
        assertEquals(0, empty.heapBlocks());
        assertEquals(0, empty.registeredBytes());
        assertEquals(0, empty.retries());
        assertEquals(List.of(), empty.held());
        assertEquals("here 70 " + (NOW - 10_000), empty.process());
        final Snapshot full = pe(0, "heap 7 3", "block 0 8", "held 5 -1 0", "gone 5", "flow 1 2 3 4 5 6 7 8 9 10 11 E");
        assertEquals(7, full.heapBytes());
        assertEquals(3, full.heapBlocks());
        assertEquals(1, pe(0, "heap 7", "block 0 8").heapBlocks());
        assertEquals(List.of(5L, 0L), full.held());
        assertTrue(full.isGone() && full.hasEnded() && !full.isOver(), "gone");
        assertEquals(2, full.handled("E"));
        assertEquals(0, full.handled("F"));
        for (String operation : "malloc realloc free allocateShared reallocShared freeShared".split(" ")) {
            assertTrue(Snapshot.isOfMemory(operation), operation);
        }
        assertFalse(Snapshot.isOfMemory("put"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        3                      | PE 3
        0 1                    | PEs 0, 1
        0 1 2 5                | PEs 0-2, 5
        0 2 4 6 8 10 12 14     | PEs 0, 2, 4, 6, 8, 10, 12, 14
        0 2 4 6 8 10 12 14 16  | PEs 0, 2, 4, 6, 8, 10, 12, 14 and others
        """)
    void shouldNamePes(String pes, String text) {
        assertEquals(
                text,
                PeNumbers.text(Stream.of(pes.split(" ")).map(Integer::valueOf).toList()));
    }

    /** What PEs of this machine publish, of those that are asked for. */
    @Test
    void shouldLookAtThePesOfAJob() throws Exception {
        final long now = System.currentTimeMillis();
        final String format = "job look\npe %d\npes 2\npid %d\nhost here\nprogram P\nheld %d\nmemory 0 0 0\nstarted "
                + (now - 10_000) + "\nwritten " + (now + 100_000) + "\n";
        try (CountsFile zero = new CountsFile();
                CountsFile one = new CountsFile()) {
            zero.write(format.formatted(0, -70, 64) + "heap 100 5\nblock 8 80\nblock 0 8\nwaits x\nwaitsSince 5");
            one.write(format.formatted(1, -71, -1) + "doing 5 setLock " + (now - 9000) + " 64");
            final Set<Long> all = Set.of(-70L, -71L);
            assertEquals(List.of("PE 0 waits for x", "PE 1 waits for a lock that PE 0 has"), JobLook.waits(all));
            assertEquals(Map.of(0L, 8L, 8L, 80L), JobLook.blocks(all));
            assertEquals(List.of(0L, 8L), List.copyOf(JobLook.blocks(all).keySet()));
            assertEquals(5, JobLook.blockCount(all));
            assertEquals(0, JobLook.blockCount(Set.of(-71L)));
            assertEquals(Map.of(), JobLook.blocks(Set.of(-71L)));
            assertTrue(JobLook.table(all).matches("(?s)look: 2 of 2 PEs here, \\d+ s, P\\n.*"), JobLook.table(all));
            assertTrue(JobLook.table(Set.of(-71L)).startsWith("look: 1 of 2 PEs here"));
            assertEquals("", JobLook.table(Set.of(-72L)));
            assertEquals("1.5 KiB", JobLook.size(1536));
        }
    }
}
