package org.jshmem.benchmarks;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Time by size, both logarithmic, as a vector graphic. Needs fonts on the machine, but no display. */
public final class SizePlot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 560;
    private static final Color GRID = new Color(0xDDDDDD);
    private static final BasicStroke SOLID = new BasicStroke(0.5f);
    private static final BasicStroke SOLID_SERIES = new BasicStroke(2);

    private SizePlot() {}

    /**
     * Draws one line per operation.
     *
     * @param svg the file to write
     * @param title above the plot
     * @param lines what each line shows; only sizes and medians count
     * @throws IOException if the file cannot be written
     */
    public static void write(Path svg, String title, Map<String, List<Measurement>> lines) throws IOException {
        System.setProperty("java.awt.headless", "true");
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle("bytes")
                .yAxisTitle("nanoseconds, median")
                .theme(ChartTheme.Matlab)
                .build();
        chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        chart.getStyler().setLegendPosition(LegendPosition.InsideNW);
        // The theme's dotted lines would be thousands of shapes each.
        chart.getStyler().setPlotGridLinesStroke(SOLID).setPlotGridLinesColor(GRID);
        chart.getStyler().setSeriesLines(new BasicStroke[] {SOLID_SERIES});
        lines.forEach((name, points) -> {
            double[] sizes = points.stream().mapToDouble(Measurement::bytes).toArray();
            double[] times = points.stream().mapToDouble(Measurement::medianNs).toArray();
            chart.addSeries(name, sizes, times);
        });
        try (OutputStream out = Files.newOutputStream(svg)) {
            ChartEncoder.saveChart(chart, out, "svg");
        }
    }
}
