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

    private HeapUse() {}

    /**
     * The least of each operation and size, since the first calls run before they are compiled; of those, the most.
     *
     * @param byNature the operation that has to allocate
     */
    static Figure most(List<Round> rounds, String byNature) {
        Map<String, Double> least = new HashMap<>();
        rounds.stream()
                .flatMap(round -> round.java().stream())
                .filter(m -> !m.operation().equals(byNature) && !m.operation().endsWith(OneCopier.SUFFIX))
                .forEach(m -> least.merge(m.operation() + ", " + m.bytes() + " B", m.allocatedBytes(), Math::min));
        Map.Entry<String, Double> most =
                least.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(Map.entry("nothing", Double.NaN));
        return Figure.of(
                "Java heap allocated per operation, the most of any",
                most.getValue(),
                Unit.BYTES,
                most.getValue() > BAR_BYTES ? most.getKey() : "malloc apart",
                BAR_BYTES);
    }
}
