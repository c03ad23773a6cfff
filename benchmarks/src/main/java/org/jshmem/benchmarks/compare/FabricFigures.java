package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.benchmarks.Units;
import org.jshmem.benchmarks.compare.Figure.Unit;

/** Collectives of two PEs on different nodes, in units of a write of 8 bytes and the wait for its delivery in C. */
final class FabricFigures {
    private static final String UNIT = "put + quiet";
    private static final double BARRIER_BAR = 1.8;
    private static final double REDUCE_BAR = 2.5;
    private static final double OTHERS_BAR = 3;
    private static final int PAGE = 4096;

    /** Of calls that move no data. */
    static final int NO_DATA = 1;

    private final List<Round> rounds;

    FabricFigures(List<Round> rounds) {
        this.rounds = rounds;
    }

    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        figures.add(HeapUse.most(rounds));
        figures.add(inWrites("barrier_all", NO_DATA, BARRIER_BAR));
        figures.add(inWrites("sum_reduce", Long.BYTES, REDUCE_BAR));
        figures.add(inWrites("broadcast + barrier", Long.BYTES, OTHERS_BAR));
        figures.add(inWrites("alltoall", PAGE, OTHERS_BAR));
        figures.add(inWrites("fcollect", PAGE, OTHERS_BAR));
        figures.add(Figure.withoutBar(
                "message of 8 B, there and back, in C",
                Medians.of(rounds.stream().mapToDouble(round -> cNs(round, "message, there and back", Long.BYTES))),
                Unit.NS,
                "half of it is what a barrier of 2 PEs needs at least"));
        figures.removeIf(figure -> Double.isNaN(figure.value())); // of operations that were not asked for
        return figures;
    }

    private Figure inWrites(String operation, int bytes, double bar) {
        String size = bytes == NO_DATA ? "" : ", " + Units.size(bytes);
        return Figure.of(
                operation + size + " ÷ C's write of 8 B + quiet",
                Medians.of(rounds.stream()
                        .mapToDouble(round -> javaNs(round, operation, bytes) / cNs(round, UNIT, Long.BYTES))),
                Unit.RATIO,
                Units.time(Medians.of(rounds.stream().mapToDouble(round -> javaNs(round, operation, bytes)))) + " and "
                        + Units.time(Medians.of(rounds.stream().mapToDouble(round -> cNs(round, UNIT, Long.BYTES)))),
                bar);
    }

    static double cNs(Round round, String operation, int bytes) {
        return round.where(m -> is(m, operation, bytes)).cNs();
    }

    static double javaNs(Round round, String operation, int bytes) {
        return round.where(m -> is(m, operation, bytes)).javaNs();
    }

    private static boolean is(Measurement m, String operation, int bytes) {
        return m.bytes() == bytes && m.operation().equals(operation);
    }
}
