package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jshmem.benchmarks.Units;

/**
 * Ratios as a vector graphic: a line for each operation or program, and on it a dot for each series, such as a size.
 * The dots of a later series are larger. A dot's tooltip has its figures. JSHMEM is faster than C left of 1. The
 * picture follows the reader's choice of a light or a dark theme, and needs no fonts.
 */
final class RatioPlot {
    private static final int LABELS = 250;
    private static final int WIDTH = 620;
    private static final int MARGIN = 30;
    private static final int TOP = 64;
    private static final int ROW = 20;
    private static final List<Double> TICKS =
            List.of(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0);
    private static final List<String> COLOURS =
            List.of("#e69f00", "#56b4e9", "#009e73", "#0072b2", "#cc79a7", "#d55e00");
    private static final int LEGEND_STEP = 100;

    private static final String STYLE = """
        text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #1c2024 }
        .title { font-size: 15px; font-weight: 600 }
        .page { fill: #ffffff }
        .band { fill: #f3f5f7 }
        .tick { stroke: #d5dae0 }
        .even { stroke: #1c2024; stroke-width: 1.5 }
        circle { stroke: #ffffff; stroke-width: 0.8 }
        @media (prefers-color-scheme: dark) {
          text { fill: #e4e7eb }
          .page { fill: #15181c }
          .band { fill: #1e2329 }
          .tick { stroke: #343b44 }
          .even { stroke: #e4e7eb }
          circle { stroke: #15181c }
        }
        """;

    private final List<String> series;
    private final List<RatioDot> dots;
    private final List<String> lines;
    private final double least;
    private final double most;
    private final StringBuilder svg = new StringBuilder(1 << 16);

    private RatioPlot(List<String> series, List<RatioDot> dots) {
        this.series = series;
        this.dots = dots;
        lines = dots.stream().map(RatioDot::line).distinct().toList();
        least = edge(dots.stream().mapToDouble(RatioDot::ratio).min().orElse(1), -1);
        most = edge(dots.stream().mapToDouble(RatioDot::ratio).max().orElse(1), 1);
    }

    /**
     * Draws.
     *
     * @param series names of the dots' colours, six at most
     * @param dots what was measured, in the order of the picture
     */
    static void write(Path file, String title, List<String> series, List<RatioDot> dots) throws IOException {
        Files.writeString(file, new RatioPlot(series, dots).draw(title));
    }

    private String draw(String title) {
        final int height = TOP + ROW * lines.size() + 50;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %1$d"
                        + " %2$d\">%n<style>%n%s</style>%n",
                LABELS + WIDTH + MARGIN, height, STYLE);
        add("<rect class=\"page\" width=\"100%%\" height=\"100%%\"/>%n");
        text(12, 24, "title", "start", title);
        legend();
        for (int i = 0; i < lines.size(); i++) {
            if (i % 2 == 0) {
                add("<rect class=\"band\" x=\"0\" y=\"%d\" width=\"100%%\" height=\"%d\"/>%n", y(i) - ROW / 2, ROW);
            }
            text(LABELS - 14, y(i) + 4, "label", "end", lines.get(i));
        }
        axis(y(lines.size()) - ROW / 2);
        dots.forEach(this::dot);
        return svg.append("</svg>\n").toString();
    }

    private void legend() {
        int x = LABELS;
        for (int i = 0; i < series.size(); i++) {
            add("<circle cx=\"%d\" cy=\"%d\" r=\"%.1f\" fill=\"%s\"/>%n", x, 44, radius(i), COLOURS.get(i));
            text(x + 12, 48, "label", "start", series.get(i));
            x += LEGEND_STEP;
        }
    }

    private void axis(int bottom) {
        for (double tick : TICKS) {
            if (tick >= least * 0.999 && tick <= most * 1.001) {
                add(
                        "<line class=\"%s\" x1=\"%.1f\" y1=\"%d\" x2=\"%2$.1f\" y2=\"%d\"/>%n",
                        tick == 1 ? "even" : "tick", x(tick), TOP, bottom);
                text(
                        (int) Math.round(x(tick)),
                        bottom + 18,
                        "label",
                        "middle",
                        Units.digits(tick).replaceAll("\\.?0+$", ""));
            }
        }
        text(
                LABELS + WIDTH / 2,
                bottom + 38,
                "label",
                "middle",
                "time of JSHMEM ÷ time of C, medians; left of 1 is faster than C");
    }

    private void dot(RatioDot dot) {
        add(
                "<circle cx=\"%.1f\" cy=\"%d\" r=\"%.1f\" fill=\"%s\"><title>%s</title></circle>%n",
                x(dot.ratio()),
                y(lines.indexOf(dot.line())),
                radius(dot.series()),
                COLOURS.get(dot.series()),
                escaped(dot.title()));
    }

    private void text(int x, int y, String style, String anchor, String text) {
        add("<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n", style, x, y, anchor, escaped(text));
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is of a library that nothing else needs
    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }

    /** The tick below or above a ratio. */
    private static double edge(double ratio, int direction) {
        return TICKS.stream()
                .filter(tick -> direction < 0 ? tick <= ratio : tick >= ratio)
                .reduce((first, second) -> direction < 0 ? second : first)
                .orElse(direction < 0 ? TICKS.getFirst() : TICKS.getLast());
    }

    private double x(double ratio) {
        final double clamped = Math.clamp(ratio, least, most);
        return LABELS + WIDTH * Math.log(clamped / least) / Math.log(most / least);
    }

    private static int y(int index) {
        return TOP + ROW * index + ROW / 2;
    }

    private static double radius(int series) {
        return 3.5 + 0.6 * series;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
