package org.jshmem.spi;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The figures of all flows of this PE, by what they carry, for tools: those that exist, and those that have ended. Any
 * thread may call.
 */
public final class FlowTotals implements RuntimeListener {
    private final Set<FlowFigures> live = new LinkedHashSet<>();
    private final Map<String, FlowFigures> ended = new TreeMap<>();

    /** There are no flows yet. */
    public FlowTotals() {}

    @Override
    public synchronized void flowMade(FlowFigures figures) {
        live.add(figures);
    }

    /** A flow that was left open at an earlier shutdown does not count. */
    @Override
    public synchronized void flowEnded(FlowFigures figures) {
        if (live.remove(figures)) {
            final FlowFigures freed = new FlowFigures(figures.kind(), "");
            freed.allocated(-figures.memoryBytes());
            ended.merge(figures.kind(), figures.plus(freed), FlowFigures::plus);
        }
    }

    /** Forgets all flows, as the library starts again. */
    public synchronized void clear() {
        live.clear();
        ended.clear();
    }

    /**
     * The sums of all flows.
     *
     * @return by kind, in the order of the names
     */
    public synchronized Map<String, FlowFigures> byKind() {
        final Map<String, FlowFigures> sums = new TreeMap<>(ended);
        for (FlowFigures figures : live) {
            sums.merge(figures.kind(), figures.plus(new FlowFigures(figures.kind(), "")), FlowFigures::plus);
        }
        return sums;
    }
}
