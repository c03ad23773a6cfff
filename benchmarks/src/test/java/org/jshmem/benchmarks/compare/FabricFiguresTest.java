package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jshmem.benchmarks.Measurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class FabricFiguresTest {
    private static final String BARRIER = "barrier_all ÷ C's write of 8 B + quiet";

    @Test
    void shouldDivideByTheWriteOfTheSameRound() {
        List<Round> rounds = List.of(round(10, 15), round(20, 40), round(10, 30));

        Figure barrier = figure(rounds, BARRIER);

        assertEquals(2, barrier.value(), 1e-9);
        assertEquals(Verdict.MISSED, barrier.verdict());
    }

    @Test
    void shouldSayNothingAboutWhatWasNotMeasured() {
        List<Figure> figures = new FabricFigures(List.of(round(10, 15))).figures();

        assertTrue(figures.stream().anyMatch(figure -> figure.name().equals(BARRIER)));
        assertTrue(figures.stream().noneMatch(figure -> figure.name().startsWith("sum_reduce")));
    }

    @Test
    void shouldAskForNineTenthsOfTheBandwidth() {
        Round met = new Round(List.of(measured("get", 1 << 20, 90)), List.of(measured("get", 1 << 20, 99)));
        Round missed = new Round(List.of(measured("get", 1 << 20, 90)), List.of(measured("get", 1 << 20, 101)));

        assertEquals(Verdict.MET, verdict(met));
        assertEquals(Verdict.MISSED, verdict(missed));
    }

    private static Verdict verdict(Round round) {
        return new Comparer(List.of(round), new OverFabric()).rows().getFirst().verdict();
    }

    private static Figure figure(List<Round> rounds, String name) {
        return new FabricFigures(rounds)
                .figures().stream()
                        .filter(figure -> figure.name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    private static Round round(double writeNs, double barrierNs) {
        return new Round(List.of(measured("put + quiet", 8, writeNs)), List.of(measured("barrier_all", 1, barrierNs)));
    }

    private static Measurement measured(String operation, int bytes, double ns) {
        return new Measurement(operation, bytes, ns, ns, ns, 1, 1, 0, 0, 0);
    }
}
