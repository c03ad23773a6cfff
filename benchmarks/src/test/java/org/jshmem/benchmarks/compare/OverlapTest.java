package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jshmem.benchmarks.Measurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class OverlapTest {
    private static final Mpi MPI = new Mpi("MPI", Path.of("mpi"), List.of());
    private static final int BYTES = 65_536;

    @Test
    void shouldTellHowMuchOfACollectiveIsHidden() {
        final Round round = new Round(measured(100_000, 100_000, 210_000), measured(100_000, 110_000, 140_000));

        final String table = new Overlap(Map.of(MPI, List.of(round))).markdown();

        assertTrue(table.contains("| sum, 64 KiB | 0 %; 110 µs | 70 %; 30.0 µs |"), table);
    }

    @Test
    void shouldBeLeftOutOfTheOtherTable() {
        assertEquals(
                List.of(false, true, true),
                measured(1, 1, 2).stream().map(Overlap::isPartOf).toList());
    }

    @Test
    void shouldCompareWithTheBlockingCall() {
        final Round round = new Round(
                List.of(),
                List.of(
                        measurement("sum of a long", 100),
                        measurement("sum of a long, blocking", 50),
                        measurement("sum of a long, 64 in flight", 10)));

        final List<Row> rows = new BesideBlocking(false).rows(List.of(round));

        assertEquals(
                List.of("sum of a long, 64 KiB", "sum of a long, 64 in flight, 64 KiB"),
                rows.stream().map(Row::name).toList());
        assertEquals(List.of(2.0, 0.2), rows.stream().map(Row::ratio).toList());
        assertEquals(
                List.of(Verdict.MISSED, Verdict.MET),
                rows.stream().map(Row::verdict).toList());
    }

    private static List<Measurement> measured(double aloneNs, double computationNs, double besideNs) {
        return List.of(
                measurement("sum", aloneNs),
                measurement("sum, computation", computationNs),
                measurement("sum beside computation", besideNs));
    }

    private static Measurement measurement(String operation, double ns) {
        return new Measurement(operation, BYTES, ns, ns, ns, 1, 1, 0, 0, 0);
    }
}
