package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jshmem.benchmarks.Units;

/** Each point beside every MPI; its ratio is the one to the MPI that is the fastest there. */
final class MpiReport {
    private static final String UNKNOWN = "–";

    private final List<Mpi> mpis;

    /** By the name of the row, in the order of the MPIs; null where nothing could be compared. */
    private final Map<String, Row[]> rows = new LinkedHashMap<>();

    private final List<Figure> figures;

    MpiReport(Map<Mpi, List<Round>> passes, Yardstick yardstick, List<Figure> figures) {
        mpis = List.copyOf(passes.keySet());
        for (int i = 0; i < mpis.size(); i++) {
            for (Row row : new Comparer(passes.get(mpis.get(i)), yardstick).rows()) {
                rows.computeIfAbsent(row.name(), name -> new Row[mpis.size()])[i] = row;
            }
        }
        this.figures = figures;
    }

    String markdown() {
        return operations() + (figures.isEmpty() ? "" : "\n" + wholes());
    }

    /** Each point beside the MPI that is the fastest there. */
    Stream<Row> best() {
        return rows.values().stream().map(MpiReport::best);
    }

    private static Row best(Row[] ofMpis) {
        return Stream.of(ofMpis)
                .filter(row -> row != null)
                .min(Comparator.comparingDouble(Row::cNs))
                .orElseThrow();
    }

    private MarkdownTable operations() {
        final List<String> headings = new ArrayList<>(List.of("operation"));
        mpis.forEach(mpi -> headings.add(mpi.name() + ":"));
        headings.addAll(List.of(
                "JSHMEM:", "ratio to the best:", "lowest – highest:", "bar:", "", "cache line there and back:"));
        final MarkdownTable table = new MarkdownTable(headings.toArray(String[]::new));
        rows.forEach((name, ofMpis) -> table.row(cells(name, ofMpis)));
        return table;
    }

    private static List<String> cells(String name, Row[] ofMpis) {
        final Row best = best(ofMpis);
        final List<String> cells = new ArrayList<>(List.of(name));
        for (Row row : ofMpis) {
            cells.add(row == null ? UNKNOWN : Units.time(row.cNs()));
        }
        cells.addAll(List.of(
                Units.time(best.javaNs()),
                Units.digits(best.ratio()),
                Units.digits(best.leastRatio()) + " – " + Units.digits(best.mostRatio()),
                best.bar().isPresent() ? "≤ " + Units.digits(best.bar().getAsDouble()) : "",
                best.verdict().toString(),
                Units.time(best.limitNs())));
        return cells;
    }

    private MarkdownTable wholes() {
        final MarkdownTable table = new MarkdownTable("by itself", "measured:", "bar:", "", "");
        for (Figure figure : figures) {
            table.row(figure.cells());
        }
        return table;
    }
}
