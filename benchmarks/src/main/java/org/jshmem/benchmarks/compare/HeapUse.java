package org.jshmem.benchmarks.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.benchmarks.OneCopier;
import org.jshmem.benchmarks.compare.Figure.Unit;

/** What operations allocate on the Java heap. */
final class HeapUse {
    /** None, but for what the virtual machine itself allocates now and then. */
    private static final double BAR_BYTES = 0.01;

    /** How the names of operations begin whose result is a new object. */
    private static final List<String> ALLOCATE_BY_NATURE = List.of("malloc", "shared allocate");

    private HeapUse() {}

    /** The least of each operation and size, since the first calls run before they are compiled; of those, the most. */
    static Figure most(List<Round> rounds) {
        Map<String, Double> least = new HashMap<>();
        rounds.stream()
                .flatMap(round -> round.java().stream())
                .filter(m -> ALLOCATE_BY_NATURE.stream().noneMatch(m.operation()::startsWith))
                .filter(m -> !m.operation().endsWith(OneCopier.SUFFIX))
                .forEach(m -> least.merge(m.operation() + ", " + m.bytes() + " B", m.allocatedBytes(), Math::min));
        Map.Entry<String, Double> most =
                least.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(Map.entry("nothing", Double.NaN));
        return Figure.of(
                "Java heap allocated per operation, the most of any",
                most.getValue(),
                Unit.BYTES,
                most.getValue() > BAR_BYTES ? most.getKey() : "allocations apart",
                BAR_BYTES);
    }
}
