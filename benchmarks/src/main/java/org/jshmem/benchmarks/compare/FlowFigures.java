package org.jshmem.benchmarks.compare;

import static org.jshmem.benchmarks.compare.FlowTasks.ADDS;
import static org.jshmem.benchmarks.compare.FlowTasks.BY_HAND;
import static org.jshmem.benchmarks.compare.FlowTasks.FLOW;
import static org.jshmem.benchmarks.compare.FlowTasks.GATHER;
import static org.jshmem.benchmarks.compare.FlowTasks.HISTOGRAM;
import static org.jshmem.benchmarks.compare.FlowTasks.IN_SESSION;
import static org.jshmem.benchmarks.compare.FlowTasks.LARGE_PUTS;
import static org.jshmem.benchmarks.compare.FlowTasks.ONE_CALL;
import static org.jshmem.benchmarks.compare.FlowTasks.PAIRS;
import static org.jshmem.benchmarks.compare.FlowTasks.PUTS;
import static org.jshmem.benchmarks.compare.FlowTasks.RECORDS;
import static org.jshmem.benchmarks.compare.FlowTasks.SCOPE;
import static org.jshmem.benchmarks.compare.FlowTasks.SINGLE;
import static org.jshmem.benchmarks.compare.FlowTasks.STREAM;
import static org.jshmem.benchmarks.compare.FlowTasks.WITHOUT_SESSION;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jshmem.benchmarks.Units;
import org.jshmem.benchmarks.compare.Figure.Unit;

/** What forms in Java cost beside each other and by themselves. */
final class FlowFigures {
    private static final double TO_SINGLE_BAR = 1.0;
    private static final double TO_SINGLE_BETWEEN_HOSTS_BAR = 0.01;
    private static final double TO_FLOW_BAR = 1.1;
    private static final double RECORD_BAR_NS = 8;
    private static final int PES_OF_RECORD_BAR = 2;
    private static final double COLD_BAR = 3;
    private static final double WIRE_USE_BAR = 0.6;
    private static final double SESSION_BAR = 0.05;

    /** None, but for what the virtual machine itself allocates now and then. */
    private static final double ALLOCATED_BAR_BYTES = 0.01;

    private final FlowResults results;

    FlowFigures(FlowResults results) {
        this.results = results;
    }

    List<Figure> figures(List<Place> places) {
        final List<Figure> figures = new ArrayList<>();
        places.stream().filter(Place::isOneNode).forEach(place -> addOneNode(figures, place));
        places.stream().filter(place -> !place.isOneNode()).forEach(place -> addHosts(figures, place));
        figures.add(mostAllocated());
        figures.removeIf(figure -> Double.isNaN(figure.value())); // of what was not run
        return figures;
    }

    private void addOneNode(List<Figure> figures, Place place) {
        final OptionalDouble bar =
                place.pes() == PES_OF_RECORD_BAR ? OptionalDouble.of(RECORD_BAR_NS) : OptionalDouble.empty();
        final double ns = results.ns(new FlowKey(place, RECORDS, FLOW));
        figures.add(new Figure("a record of 8 B through a flow, " + place, ns, Unit.NS, "", bar));
        figures.add(Figure.withoutBar(
                "a record of 16 B through a flow, " + place, results.ns(new FlowKey(place, PAIRS, FLOW)), Unit.NS, ""));
        for (String task : List.of(HISTOGRAM, GATHER)) {
            figures.add(ratio(place, task, ONE_CALL, SINGLE, TO_SINGLE_BAR));
            figures.add(ratio(place, task, ONE_CALL, BY_HAND, TO_FLOW_BAR));
        }
        figures.add(ratio(place, HISTOGRAM, SCOPE, BY_HAND, TO_FLOW_BAR));
        figures.add(cold(new FlowKey(place, RECORDS, FLOW)));
        figures.add(cold(new FlowKey(place, HISTOGRAM, ONE_CALL)));
    }

    private void addHosts(List<Figure> figures, Place place) {
        for (String task : List.of(HISTOGRAM, GATHER)) {
            figures.add(ratio(place, task, ONE_CALL, SINGLE, TO_SINGLE_BETWEEN_HOSTS_BAR));
            figures.add(ratio(place, task, ONE_CALL, BY_HAND, TO_FLOW_BAR));
        }
        figures.add(ratio(place, STREAM, FLOW, LARGE_PUTS, 1 / WIRE_USE_BAR));
        figures.add(ratio(place, PUTS, IN_SESSION, WITHOUT_SESSION, SESSION_BAR));
        figures.add(ratio(place, ADDS, IN_SESSION, WITHOUT_SESSION, SESSION_BAR));
    }

    private Figure ratio(Place place, String task, String one, String other, double bar) {
        final FlowKey dividend = new FlowKey(place, task, one);
        final FlowKey divisor = new FlowKey(place, task, other);
        final boolean hasBoth = results.has(dividend) && results.has(divisor);
        return Figure.of(
                task + ", " + place + ": " + one + " ÷ " + other,
                hasBoth ? results.ratios(dividend, divisor).median() : Double.NaN,
                Unit.RATIO,
                Units.time(results.ns(dividend)) + " and " + Units.time(results.ns(divisor)),
                bar);
    }

    private Figure cold(FlowKey key) {
        final List<RecordCost> costs = results.costs(key);
        return Figure.of(
                key + ": first million ÷ steady state",
                Medians.of(costs.stream().mapToDouble(cost -> cost.firstNs() / cost.ns())),
                Unit.RATIO,
                Units.time(Medians.of(costs.stream().mapToDouble(RecordCost::firstNs))) + " a record",
                COLD_BAR);
    }

    /** The least of each form, since its first passes run before they are compiled; of those, the most. */
    private Figure mostAllocated() {
        final Map<FlowKey, Double> least = results.keys()
                .collect(Collectors.toMap(
                        key -> key,
                        key -> results.costs(key).stream()
                                .mapToDouble(RecordCost::allocatedBytes)
                                .min()
                                .orElseThrow()));
        final Map.Entry<String, Double> most = least.entrySet().stream()
                .map(entry -> Map.entry(entry.getKey().toString(), entry.getValue()))
                .max(Comparator.comparing(Map.Entry::getValue))
                .orElse(Map.entry("nothing", Double.NaN));
        return Figure.of(
                "Java heap allocated per record, the most of any form",
                most.getValue(),
                Unit.BYTES,
                most.getKey(),
                ALLOCATED_BAR_BYTES);
    }
}
