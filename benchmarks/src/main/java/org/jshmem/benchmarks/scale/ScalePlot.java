package org.jshmem.benchmarks.scale;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Time by PEs, as a vector graphic. Needs fonts on the machine, but no display. */
final class ScalePlot {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 420;
    private static final double US = 1000;

    private ScalePlot() {}

    /** A line for each kind of step. */
    static String of(List<List<Outcome>> jobs) throws IOException {
        System.setProperty("java.awt.headless", "true");
        final XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("Simulated collectives")
                .xAxisTitle("PEs")
                .yAxisTitle("microseconds")
                .theme(ChartTheme.Matlab)
                .build();
        chart.getStyler().setXAxisLogarithmic(true).setLegendPosition(LegendPosition.InsideNW);
        chart.getStyler().setPlotGridLinesVisible(false).setXAxisDecimalPattern("#,##0");
        add(chart, "barrier", jobs, Step.BARRIER);
        add(chart, "reduction of 8 B", jobs, Step.REDUCE);
        add(chart, "collect of 8 B", jobs, Step.GATHER);
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        ChartEncoder.saveChart(chart, out, "svg");
        return out.toString(StandardCharsets.UTF_8);
    }

    private static void add(XYChart chart, String name, List<List<Outcome>> jobs, Step step) {
        final List<Outcome> points = jobs.stream()
                .map(outcomes -> Simulate.of(outcomes, step))
                .filter(Objects::nonNull)
                .toList();
        if (!points.isEmpty()) {
            chart.addSeries(
                    name,
                    points.stream().mapToDouble(Outcome::pes).toArray(),
                    points.stream().mapToDouble(point -> point.ns() / US).toArray());
        }
    }
}
