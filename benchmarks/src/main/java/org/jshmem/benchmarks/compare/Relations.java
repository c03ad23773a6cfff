package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.benchmarks.OneCopier;
import org.jshmem.benchmarks.Units;
import org.jshmem.benchmarks.compare.Figure.Unit;

/** What operations of this library cost beside each other, where C has nothing to compare with. */
final class Relations {
    private static final String WAIT = "p, wait_until, and back";
    private static final String SIGNAL = "put_signal, wait, and back";
    private static final double TO_WAIT_BAR = 1.3;
    private static final double SHARED_BAR = 1 / 1.4;
    private static final int PAGE = 4096;
    private static final List<Integer> SHARED_BYTES = List.of(1 << 18, 1 << 20, 4 << 20, 16 << 20);

    private final List<Round> rounds;

    Relations(List<Round> rounds) {
        this.rounds = rounds;
    }

    List<Figure> figures() {
        final List<Figure> figures = new ArrayList<>();
        figures.add(Figure.of(
                "p, wait_until, and back ÷ a cache line there and back",
                Medians.of(rounds.stream().mapToDouble(round -> inRoundTrips(round, WAIT, Long.BYTES))),
                Unit.RATIO,
                "each beside the probe of its own moment",
                TO_WAIT_BAR));
        figures.add(Figure.of(
                "put_signal of 8 B, wait, and back ÷ p, wait_until, and back",
                Medians.of(rounds.stream()
                        .mapToDouble(round ->
                                inRoundTrips(round, SIGNAL, Long.BYTES) / inRoundTrips(round, WAIT, Long.BYTES))),
                Unit.RATIO,
                "",
                TO_WAIT_BAR));
        figures.add(signalOfAPage());
        figures.add(ratio("fcollect ÷ alltoall", "fcollect", "alltoall", PAGE, 1));
        for (int bytes : SHARED_BYTES) {
            figures.add(shared("broadcast + barrier", bytes));
            figures.add(shared("sum_reduce", bytes));
        }
        return figures;
    }

    private Figure signalOfAPage() {
        final double copy = Medians.of(
                rounds.stream().mapToDouble(round -> median(round.c(), "memcpy to peer", PAGE, Measurement::medianNs)));
        return Figure.of(
                "put_signal of 4 KiB, wait, and back",
                javaNs(SIGNAL, PAGE),
                Unit.NS,
                "1.3 p, wait_until, and back, and two copies of " + Units.time(copy),
                TO_WAIT_BAR * javaNs(WAIT, Long.BYTES) + 2 * copy);
    }

    private Figure shared(String operation, int bytes) {
        return ratio(operation + " ÷ the same by one PE", operation, operation + OneCopier.SUFFIX, bytes, SHARED_BAR);
    }

    private Figure ratio(String name, String one, String other, int bytes, double bar) {
        return Figure.of(
                name + ", " + Units.size(bytes),
                Medians.of(rounds.stream()
                        .mapToDouble(round -> median(round.java(), one, bytes, Measurement::medianNs)
                                / median(round.java(), other, bytes, Measurement::medianNs))),
                Unit.RATIO,
                Units.time(javaNs(one, bytes)) + " and " + Units.time(javaNs(other, bytes)),
                bar);
    }

    private double javaNs(String operation, int bytes) {
        return Medians.of(
                rounds.stream().mapToDouble(round -> median(round.java(), operation, bytes, Measurement::medianNs)));
    }

    private static double inRoundTrips(Round round, String operation, int bytes) {
        return median(
                round.java(), operation, bytes, m -> 2 * m.medianNs() / (m.roundTripBeforeNs() + m.roundTripAfterNs()));
    }

    private static double median(
            List<Measurement> measurements, String operation, int bytes, ToDoubleFunction<Measurement> value) {
        return Medians.of(measurements.stream()
                .filter(m -> m.operation().equals(operation) && m.bytes() == bytes)
                .mapToDouble(value));
    }
}
