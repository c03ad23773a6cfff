package org.jshmem.profiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How many bytes each PE moved to or from each other, as an SVG picture: a cell for each pair, or for squares of pairs
 * where there are many PEs. The colours are logarithmic, and those of a dark page where the viewer asks for one.
 */
final class CommunicationMatrix {
    /** More PEs than this share cells. */
    private static final int MOST_CELLS = 256;

    /** Up to so many, cells have numbers. */
    private static final int WITH_NUMBERS = 16;

    private static final int NUMBERED_CELL = 56;
    private static final int PICTURE = 640;
    private static final int LEAST_CELL = 3;
    private static final int MOST_CELL = 28;
    private static final int MARGIN = 64;
    private static final int FOOT = 56;

    /** Pixels that a label of an axis needs. */
    private static final int LABEL = 28;

    /** Classes of colour, from nothing to the most. */
    private static final int SHADES = 16;

    private static final int DARK_FROM = 9;
    private static final int LEAST_WIDTH = 420;
    private static final int UNIT = 1024;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private final StringBuilder svg = new StringBuilder();
    private final long[][] cells;
    private final int pesPerCell;
    private final int pes;
    private final int cell;

    /** The most bytes in a cell. */
    private long most;

    /** Makes the matrix of a job in which no PE has moved anything yet. Its size is that of the picture. */
    CommunicationMatrix(int pes) {
        this.pes = pes;
        this.pesPerCell = Math.ceilDiv(pes, MOST_CELLS);
        this.cells = new long[Math.ceilDiv(pes, pesPerCell)][Math.ceilDiv(pes, pesPerCell)];
        this.cell = cells.length <= WITH_NUMBERS
                ? NUMBERED_CELL
                : Math.clamp(PICTURE / cells.length, LEAST_CELL, MOST_CELL);
    }

    static CommunicationMatrix of(List<Entry> entries, int nPes) {
        final CommunicationMatrix matrix = new CommunicationMatrix(nPes);
        entries.stream()
                .filter(Entry::hasTarget)
                .forEach(entry -> matrix.count(entry.from(), entry.to(), entry.bytes()));
        return matrix;
    }

    /** Adds bytes that a PE has moved to or from another. */
    void count(int from, int to, long bytes) {
        cells[from / pesPerCell][to / pesPerCell] += bytes;
    }

    void write(Path file) throws IOException {
        Files.writeString(file, svg());
    }

    /** The picture of bytes by who called, and to or from whom. */
    String svg() {
        most = Arrays.stream(cells).flatMapToLong(Arrays::stream).max().orElse(0);
        svg.setLength(0);
        return draw();
    }

    private String draw() {
        final int side = cell * cells.length;
        final int width = Math.max(LEAST_WIDTH, MARGIN + side + LABEL);
        final int height = MARGIN + side + FOOT;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">%n",
                width, height, width, height);
        addStyle();
        add("<rect class=\"page\" width=\"%d\" height=\"%d\"/>%n", width, height);
        add(
                "<text x=\"%d\" y=\"20\" class=\"title\">bytes moved between PEs%s</text>%n",
                MARGIN, pesPerCell == 1 ? "" : ", a cell for " + pesPerCell + " x " + pesPerCell + " PEs");
        add("<text x=\"%d\" y=\"38\">to or from PE</text>%n", MARGIN);
        add("<text transform=\"translate(16 %d) rotate(-90)\" class=\"right\">by PE</text>%n", MARGIN);
        addLabels();
        for (int from = 0; from < cells.length; from++) {
            for (int to = 0; to < cells.length; to++) {
                addCell(from, to);
            }
        }
        addScale(MARGIN + side + LABEL);
        return svg.append("</svg>\n").toString();
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }

    private void addStyle() {
        svg.append("<style>text{font:12px sans-serif;fill:#1c2733}.title{font-weight:bold;font-size:14px}"
                + ".middle{text-anchor:middle}.right{text-anchor:end}.page{fill:#fff}.number{font-size:10px}"
                + ".light{fill:#fff}");
        addShades("#f4f7fa", 0xdd, 0xe8, 0xf7, 0x06, 0x2a, 0x78);
        svg.append("@media(prefers-color-scheme:dark){text{fill:#e3e8ed}.page{fill:#14191f}.light{fill:#0b1a33}");
        addShades("#1d242b", 0x22, 0x3c, 0x66, 0xb4, 0xd6, 0xff);
        svg.append("}</style>\n");
    }

    private void addShades(String nothing, int... ends) {
        add(".s0{fill:%s}", nothing);
        for (int shade = 1; shade <= SHADES; shade++) {
            final int part = shade - 1;
            final int[] colour = new int[3];
            for (int i = 0; i < colour.length; i++) {
                colour[i] = ends[i] + (ends[colour.length + i] - ends[i]) * part / (SHADES - 1);
            }
            add(".s%d{fill:#%02x%02x%02x}", shade, colour[0], colour[1], colour[2]);
        }
    }

    private void addLabels() {
        int every = 1;
        while (every * cell < LABEL) {
            every *= 2;
        }
        for (int i = 0; i < cells.length; i += every) {
            final int middle = MARGIN + i * cell + cell / 2;
            add("<text x=\"%d\" y=\"%d\" class=\"middle\">%d</text>%n", middle, MARGIN - 8, i * pesPerCell);
            add("<text x=\"%d\" y=\"%d\" class=\"right\">%d</text>%n", MARGIN - 8, middle + 4, i * pesPerCell);
        }
    }

    private void addCell(int from, int to) {
        final long value = cells[from][to];
        final int shade = shade(value);
        final int gap = cell > LEAST_CELL ? 1 : 0;
        final int x = MARGIN + to * cell;
        final int y = MARGIN + from * cell;
        if (shade == 0 && gap == 0) {
            return; // of thousands
        }
        add(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"s%d\"><title>%s, %s: %s</title></rect>%n",
                x, y, cell - gap, cell - gap, shade, pes(from), pes(to), size(value));
        if (cell == NUMBERED_CELL && value > 0) {
            add(
                    "<text x=\"%d\" y=\"%d\" class=\"middle number%s\">%s</text>%n",
                    x + cell / 2, y + cell / 2 + 4, shade >= DARK_FROM ? " light" : "", size(value));
        }
    }

    private String pes(int index) {
        final int first = index * pesPerCell;
        return pesPerCell == 1 ? "PE " + first : "PEs " + first + " to " + (Math.min(pes, first + pesPerCell) - 1);
    }

    /** From 0 for nothing to {@link #SHADES} for the most. */
    private int shade(long value) {
        return value == 0
                ? 0
                : Math.max(1, (int) Math.round(SHADES * Math.log1p((double) value) / Math.log1p((double) most)));
    }

    private void addScale(int y) {
        final int part = 12;
        add("<text x=\"%d\" y=\"%d\" class=\"right\">0</text>%n", MARGIN - 8, y + 10);
        for (int shade = 0; shade <= SHADES; shade++) {
            add(
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"12\" class=\"s%d\"/>%n",
                    MARGIN + part * shade, y, part, shade);
        }
        add("<text x=\"%d\" y=\"%d\">%s, logarithmic</text>%n", MARGIN + part * (SHADES + 1) + 8, y + 10, size(most));
    }

    /** Bytes in the unit that needs few digits. */
    private static String size(long bytes) {
        int unit = 0;
        double number = bytes;
        while (number >= UNIT && unit < UNITS.length - 1) {
            number /= UNIT;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", number, UNITS[unit]);
    }
}
