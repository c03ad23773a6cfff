package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jshmem.benchmarks.Units;

/** Tasks next to all their forms in C; the ratio is the one to the fastest of these. */
final class FlowTable {
    private static final String NO_RESULT = "none";
    private static final String NOT_RUN = "–";

    private final FlowResults results;
    private final List<Line> lines = new ArrayList<>();

    /** Of all tasks, the names of the forms in C. */
    private final Set<String> forms = new LinkedHashSet<>();

    private record Line(Place place, FlowTask task) {
        FlowKey key(String form) {
            return new FlowKey(place, task.name(), form);
        }
    }

    FlowTable(FlowResults results) {
        this.results = results;
    }

    void add(Place place, List<FlowTask> tasks) {
        for (FlowTask task : tasks) {
            lines.add(new Line(place, task));
            task.c().forEach(form -> forms.add(form.name()));
        }
    }

    /** Empty without tasks. */
    String markdown() {
        if (lines.isEmpty()) {
            return "";
        }
        final List<String> headings = new ArrayList<>(List.of("program"));
        forms.forEach(form -> headings.add(form + ":"));
        headings.addAll(List.of("JSHMEM:", "ratio to the fastest:", "lowest – highest:", "bar:", ""));
        final MarkdownTable table = new MarkdownTable(headings.toArray(String[]::new));
        lines.forEach(line -> table.row(cells(line)));
        return table.toString();
    }

    private List<String> cells(Line line) {
        final List<String> cells = new ArrayList<>(List.of(line.task().name() + ", " + line.place()));
        for (String form : forms) {
            final boolean isRun =
                    line.task().c().stream().anyMatch(c -> c.name().equals(form));
            cells.add(isRun ? time(line.key(form)) : NOT_RUN);
        }
        final FlowKey java = line.key(line.task().java().getFirst().name());
        cells.add(time(java));
        final Optional<FlowKey> fastest = results.fastestInC(line.place(), line.task());
        if (fastest.isPresent() && results.has(java)) {
            final Ratios ratios = results.ratios(java, fastest.get());
            cells.addAll(List.of(Units.digits(ratios.median()), ratios.range()));
            cells.addAll(List.of(
                    line.task().bar().isPresent()
                            ? "≤ " + Units.digits(line.task().bar().getAsDouble())
                            : "",
                    ratios.verdict(line.task().bar()).toString()));
        } else {
            cells.addAll(List.of(NOT_RUN, "", "", ""));
        }
        return cells;
    }

    private String time(FlowKey key) {
        return results.has(key) ? Units.time(results.ns(key)) : NO_RESULT;
    }
}
