package org.jshmem.profiler;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jshmem.spi.FlowFigures;
import org.jshmem.spi.FlowTotals;
import org.jshmem.spi.RuntimeEvents;

/** What the flows of this PE have done while the profiler counted. */
final class FlowProfile {
    private final FlowTotals totals = new FlowTotals();
    private final Map<String, FlowFigures> counted = new TreeMap<>();

    /** The totals at the last look. */
    private Map<String, FlowFigures> before = Map.of();

    FlowProfile() {
        RuntimeEvents.ALL.listen(totals);
    }

    synchronized void clear() {
        totals.clear();
        counted.clear();
        before = Map.of();
    }

    /** Takes what was done since the last look, if it counts. */
    synchronized void look(boolean counts) {
        final Map<String, FlowFigures> now = totals.byKind();
        if (counts) {
            now.forEach((kind, figures) -> counted.merge(kind, since(figures), FlowFigures::plus));
        }
        before = now;
    }

    private FlowFigures since(FlowFigures figures) {
        final FlowFigures earlier = before.get(figures.kind());
        return earlier == null ? figures : figures.minus(earlier);
    }

    synchronized List<FlowFigures> figures() {
        return List.copyOf(counted.values());
    }

    /** As text, to be sent to another PE. */
    String write() {
        return figures().stream().map(FlowFigures::write).collect(Collectors.joining("\n"));
    }
}
