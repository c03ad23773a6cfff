package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jshmem.benchmarks.Units;

/** What each form of each task cost in each round. */
final class FlowResults {
    private final Map<FlowKey, List<RecordCost>> costs = new HashMap<>();
    private final Set<FlowKey> failed = new HashSet<>();

    /** Runs all forms of a task, one after the other, but for those that have failed before. */
    void run(Place place, FlowTask task) {
        final List<RecordCost.Check> checks = new ArrayList<>();
        task.forms().forEach(form -> {
            final FlowKey key = new FlowKey(place, task.name(), form.name());
            if (!failed.contains(key)) {
                final Optional<RecordCost> cost = form.job().apply(place);
                System.out.println(
                        key + ": " + cost.map(c -> Units.time(c.ns())).orElse("no result"));
                cost.ifPresentOrElse(c -> add(key, c, checks), () -> failed.add(key));
            }
        });
    }

    private void add(FlowKey key, RecordCost cost, List<RecordCost.Check> checks) {
        checks.forEach(check -> cost.check().requireLike(check, key.toString()));
        checks.add(cost.check());
        costs.computeIfAbsent(key, k -> new ArrayList<>()).add(cost);
    }

    /** Whether all rounds had a result. */
    boolean has(FlowKey key) {
        return costs.containsKey(key) && !failed.contains(key);
    }

    /** By round. */
    List<RecordCost> costs(FlowKey key) {
        return has(key) ? costs.get(key) : List.of();
    }

    double ns(FlowKey key) {
        return Medians.of(costs(key).stream().mapToDouble(RecordCost::ns));
    }

    /** The form in C that has the smallest median. */
    Optional<FlowKey> fastestInC(Place place, FlowTask task) {
        return task.c().stream()
                .map(form -> new FlowKey(place, task.name(), form.name()))
                .filter(this::has)
                .min(Comparator.comparingDouble(this::ns));
    }

    /** The times of two forms that both have results; the second one is the one to divide by. */
    Ratios ratios(FlowKey dividend, FlowKey divisor) {
        return new Ratios(times(divisor), times(dividend));
    }

    private double[] times(FlowKey key) {
        return costs(key).stream().mapToDouble(RecordCost::ns).toArray();
    }

    /** All forms with results. */
    Stream<FlowKey> keys() {
        return costs.keySet().stream().filter(this::has);
    }
}
