package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.jshmem.benchmarks.Measurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ComparerTest {
    private static final double NEAR = 80;
    private static final double FAR = 400;

    @Test
    void shouldTakeTheMedianOfTheRoundsRatios() {
        List<Round> rounds = List.of(
                round(List.of(put(10)), List.of(put(5))),
                round(List.of(put(10)), List.of(put(20))),
                round(List.of(put(20)), List.of(put(12))));

        Row row = onlyRow(rounds);

        assertEquals(0.6, row.ratio(), 1e-9);
        assertEquals(10, row.cNs());
        assertEquals(12, row.javaNs());
        assertNull(row.state());
        assertEquals(Verdict.MET, row.verdict());
    }

    @Test
    void shouldCompareBarriersOnlyInTheSameState() {
        List<Round> rounds = List.of(
                round(List.of(barrier(500, FAR, FAR)), List.of(barrier(50, NEAR, NEAR))),
                round(List.of(barrier(200, NEAR, NEAR), barrier(500, FAR, FAR)), List.of(barrier(100, NEAR, NEAR))));

        Row row = onlyRow(rounds);

        assertEquals(MachineState.NEAR, row.state());
        assertEquals(0.5, row.ratio());
        assertEquals(NEAR, row.limitNs());
    }

    @Test
    void shouldLeaveOutBarriersDuringWhichTheStateChanged() {
        List<Round> rounds = List.of(round(List.of(barrier(200, NEAR, FAR)), List.of(barrier(100, NEAR, FAR))));

        assertEquals(List.of(), new Comparer(rounds, new OneNode()).rows());
    }

    @Test
    void shouldNameTheMemcpyOfTheSameSizeAsLimit() {
        List<Round> rounds = List.of(round(
                List.of(
                        put(10),
                        measurement("memcpy to peer", 64, 2, NEAR, NEAR),
                        measurement("memcpy to peer", 8, 1, NEAR, NEAR)),
                List.of(put(5))));

        assertEquals(2, onlyRow(rounds).limitNs());
    }

    private static Row onlyRow(List<Round> rounds) {
        List<Row> rows = new Comparer(rounds, new OneNode()).rows();
        assertEquals(1, rows.size());
        return rows.getFirst();
    }

    private static Round round(List<Measurement> c, List<Measurement> java) {
        return new Round(c, java);
    }

    private static Measurement put(double ns) {
        return measurement("put", 64, ns, NEAR, NEAR);
    }

    private static Measurement barrier(double ns, double before, double after) {
        return measurement("barrier_all", 1, ns, before, after);
    }

    private static Measurement measurement(String operation, int bytes, double ns, double before, double after) {
        return new Measurement(operation, bytes, ns, ns, ns, 1, 1, before, after, 0);
    }
}
