package org.jshmem.profiler;

import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;

/** How many bytes each PE moved to or from each other, as a heat map. Needs fonts on the machine, but no display. */
final class CommunicationMatrix {
    private static final int MARGIN = 220;
    private static final int LEAST = 420;
    private static final int MOST = 1600;
    private static final int CELL = 24;
    private static final int WITH_VALUES = 8;

    private CommunicationMatrix() {}

    static long[][] of(List<Entry> entries, int nPes) {
        final long[][] bytes = new long[nPes][nPes];
        entries.stream().filter(Entry::hasTarget).forEach(entry -> bytes[entry.from()][entry.to()] += entry.bytes());
        return bytes;
    }

    static void write(Path svg, long[][] bytes) throws IOException {
        System.setProperty("java.awt.headless", "true");
        final int size = Math.clamp((long) bytes.length * CELL + MARGIN, LEAST, MOST);
        final HeatMapChart chart = new HeatMapChartBuilder()
                .width(size)
                .height(size)
                .title("bytes moved between PEs")
                .xAxisTitle("to or from PE")
                .yAxisTitle("by PE")
                .build();
        chart.getStyler().setShowValue(bytes.length <= WITH_VALUES);
        chart.getStyler().setRangeColors(new Color[] {Color.WHITE, new Color(0x1f, 0x5f, 0xbf), new Color(0, 0, 0x40)});
        chart.getStyler().setPlotGridLinesVisible(false);
        final List<Integer> pes = IntStream.range(0, bytes.length).boxed().toList();
        chart.addSeries("bytes", pes, pes, cells(bytes));
        try (OutputStream out = Files.newOutputStream(svg)) {
            ChartEncoder.saveChart(chart, out, "svg");
        }
    }

    private static List<Number[]> cells(long[][] bytes) {
        final List<Number[]> cells = new ArrayList<>();
        for (int from = 0; from < bytes.length; from++) {
            for (int to = 0; to < bytes.length; to++) {
                cells.add(new Number[] {to, from, bytes[from][to]});
            }
        }
        return cells;
    }
}
