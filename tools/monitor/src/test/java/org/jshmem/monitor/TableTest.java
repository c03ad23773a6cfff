package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
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
}
