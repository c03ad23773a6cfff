package org.jshmem.profiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a viewer finds what in the picture. */
@Timeout(20)
class CommunicationMatrixTest {
    private static final Pattern CELL =
            Pattern.compile("<rect x=\"(\\d+)\" y=\"(\\d+)\" width=\"(\\d+)\" height=\"(\\d+)\""
                    + " class=\"s(\\d+)\"><title>PEs? (\\d+)[^,]*, PEs? (\\d+)[^:]*: ([^<]*)</title>");
    private static final Pattern LABEL =
            Pattern.compile("<text x=\"(\\d+)\" y=\"(\\d+)\" class=\"(middle|right)\">(\\d+)</text>");
    private static final Pattern SCALE =
            Pattern.compile("<rect x=\"(\\d+)\" y=\"(\\d+)\" width=\"(\\d+)\" height=\"12\" class=\"s(\\d+)\"/>");

    private record Cell(int x, int y, int width, int height, int shade, int from, int to, String bytes) {}

    private static int number(String svg, String pattern) {
        final Matcher matcher = Pattern.compile(pattern).matcher(svg);
        assertTrue(matcher.find(), pattern);
        return Integer.parseInt(matcher.group(1));
    }

    private static List<Cell> cells(String svg) {
        return CELL.matcher(svg)
                .results()
                .map(found -> new Cell(
                        Integer.parseInt(found.group(1)),
                        Integer.parseInt(found.group(2)),
                        Integer.parseInt(found.group(3)),
                        Integer.parseInt(found.group(4)),
                        Integer.parseInt(found.group(5)),
                        Integer.parseInt(found.group(6)),
                        Integer.parseInt(found.group(7)),
                        found.group(8)))
                .toList();
    }

    static String svg(long[][] bytes) {
        final CommunicationMatrix matrix = new CommunicationMatrix(bytes.length);
        for (int from = 0; from < bytes.length; from++) {
            for (int to = 0; to < bytes.length; to++) {
                matrix.count(from, to, bytes[from][to]);
            }
        }
        return matrix.svg();
    }

    private static long[][] bytes(int pes) {
        final long[][] bytes = new long[pes][pes];
        for (int from = 0; from < pes; from++) {
            for (int to = 0; to < pes; to++) {
                bytes[from][to] = 1L + (long) from * pes + to;
            }
        }
        return bytes;
    }

    /** Rows are callers, columns are targets, and all of that is in the picture. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 17, 100, 256, 257, 600})
    void shouldPlaceACellForEachPair(int pes) {
        final String svg = svg(bytes(pes));
        final int group = (pes + 255) / 256;
        final int count = (pes + group - 1) / group;
        final List<Cell> cells = cells(svg);
        assertEquals(count * count, cells.size());
        final Cell first = cells.getFirst();
        final int side = count == 1 ? first.width() + 1 : cells.get(1).x() - first.x();
        for (int i = 0; i < cells.size(); i++) {
            final Cell cell = cells.get(i);
            assertEquals(i / count * group, cell.from());
            assertEquals(i % count * group, cell.to());
            assertEquals(first.x() + i % count * side, cell.x());
            assertEquals(first.y() + i / count * side, cell.y());
            assertTrue(cell.width() == cell.height() && side - cell.width() == (side > 3 ? 1 : 0), cell.toString());
        }
        final Cell last = cells.getLast();
        final int width = number(svg, " width=\"(\\d+)\"");
        final int height = number(svg, " height=\"(\\d+)\"");
        assertTrue(last.x() + last.width() < width && last.y() + last.height() < height, "inside");
        assertTrue(svg.contains(" viewBox=\"0 0 " + width + " " + height + "\""), "all of it is to be seen");
        assertTrue(
                svg.contains("<rect class=\"page\" width=\"" + width + "\" height=\"" + height + "\"/>"), "the page");
        assertTrue(width < 1100 && height < 1100, width + " x " + height);
        assertEquals(count <= 16, svg.contains("class=\"middle number"), "numbers");
        final String large = count == 1 ? "" : cells.get(1).bytes();
        assertTrue(count <= 1 || group > 1 || large.equals("2 B"), large);
        assertEquals(first.x(), number(svg, "<text x=\"(\\d+)\" y=\"20\" class=\"title\">"));
        assertEquals(first.x(), number(svg, "<text x=\"(\\d+)\" y=\"38\">to or from PE</text>"));
    }

    /** Labels have the room that they need, and are at the cells of their PEs. */
    @ParameterizedTest
    @ValueSource(ints = {2, 16, 17, 40, 100, 256, 600})
    void shouldLabelCells(int pes) {
        final String svg = svg(bytes(pes));
        final List<Cell> cells = cells(svg);
        final int group = (pes + 255) / 256;
        final int side = cells.get(1).x() - cells.getFirst().x();
        final List<Integer> columns = new ArrayList<>();
        final List<Integer> rows = new ArrayList<>();
        for (Matcher label = LABEL.matcher(svg); label.find(); ) {
            final int x = Integer.parseInt(label.group(1));
            final int y = Integer.parseInt(label.group(2));
            final int pe = Integer.parseInt(label.group(4));
            if (label.group(3).equals("middle")) {
                assertEquals(cells.getFirst().x() + pe / group * side + side / 2, x);
                assertTrue(y < cells.getFirst().y(), "above");
                columns.add(pe);
            } else if (y < cells.getLast().y() + side) {
                assertEquals(cells.getFirst().y() + pe / group * side + side / 2, y, 4);
                assertTrue(x < cells.getFirst().x(), "to the left");
                rows.add(pe);
            }
        }
        assertEquals(columns, rows);
        assertEquals(0, columns.getFirst());
        final int step = columns.size() == 1 ? pes : columns.get(1) / group;
        assertTrue(step * side >= 28 && (step == 1 || step * side < 56), step + " cells of " + side);
        assertEquals((cells.getLast().to() / group) / step + 1, columns.size());
    }

    /** Nothing has the first shade, the most the last one, and more has no lower one. */
    @Test
    void shouldShadeCellsByTheirBytes() {
        final long[][] bytes = new long[8][8];
        for (int i = 1; i < 64; i++) {
            bytes[i / 8][i % 8] = 1L << (i / 2);
        }
        final List<Cell> cells = cells(svg(bytes));
        assertEquals(0, cells.getFirst().shade());
        assertEquals(1, cells.get(1).shade());
        assertEquals(16, cells.getLast().shade());
        int shades = 1;
        for (int i = 1; i < cells.size(); i++) {
            final int step = cells.get(i).shade() - cells.get(i - 1).shade();
            assertTrue(step == 0 || step == 1, "from " + cells.get(i - 1) + " to " + cells.get(i));
            shades += step;
        }
        assertEquals(17, shades);
        assertEquals("1.0 GiB", cells.get(61).bytes());
        final List<Cell> equal = cells(svg(new long[][] {{0, 5}, {5, 5}}));
        assertEquals(List.of(0, 16, 16, 16), equal.stream().map(Cell::shade).toList());
    }

    /** The scale shows every shade, of which each has a colour for light pages and one for dark ones. */
    @Test
    void shouldShowAScaleOfTheShades() {
        final String svg = svg(bytes(3));
        final List<Integer> shades = new ArrayList<>();
        int x = -1;
        for (Matcher part = SCALE.matcher(svg); part.find(); ) {
            shades.add(Integer.parseInt(part.group(4)));
            assertTrue(x < 0 || Integer.parseInt(part.group(1)) == x, "side by side");
            x = Integer.parseInt(part.group(1)) + Integer.parseInt(part.group(3));
            assertTrue(Integer.parseInt(part.group(2)) > cells(svg).getLast().y() + 56, "below");
        }
        assertEquals(17, shades.size());
        for (int shade = 0; shade < 17; shade++) {
            assertEquals(shade, shades.get(shade));
            assertEquals(
                    2, svg.split("\\.s" + shade + "\\{fill:#[0-9a-f]{6}\\}", -1).length - 1, "colours of " + shade);
        }
        assertTrue(svg.contains(">9 B, logarithmic</text>"), "the most");
        for (String colour : List.of("1{fill:#dde8f7}", "16{fill:#062a78}", "1{fill:#223c66}", "16{fill:#b4d6ff}")) {
            assertTrue(svg.contains(".s" + colour), colour);
        }
    }

    /** Sizes of the picture and of its cells in pixels, as a viewer has them. */
    @ParameterizedTest
    @CsvSource({
        "1, 420, 176, 56",
        "7, 484, 512, 56",
        "16, 988, 1016, 56",
        "17, 568, 596, 28",
        "22, 708, 736, 28",
        "23, 713, 741, 27",
        "100, 692, 720, 6",
        "213, 731, 759, 3",
        "256, 860, 888, 3"
    })
    void shouldHaveRoomForAllCells(int pes, int width, int height, int side) {
        final long[][] bytes = new long[pes][pes];
        bytes[0][0] = 9;
        final String svg = svg(bytes);
        assertTrue(
                svg.contains("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height
                        + "\" viewBox=\"0 0 " + width + " " + height + "\">"),
                svg.substring(0, 200));
        final Cell first = cells(svg).getFirst();
        assertEquals(64, first.x());
        assertEquals(64, first.y());
        assertEquals(side > 3 ? side - 1 : side, first.width());
        assertTrue(svg.contains("<text x=\"56\" y=\"" + (64 + side / 2 + 4) + "\" class=\"right\">0</text>"), "a row");
        assertTrue(svg.contains("<text x=\"" + (64 + side / 2) + "\" y=\"56\" class=\"middle\">0</text>"), "a column");
        assertTrue(
                svg.contains("<text transform=\"translate(16 64) rotate(-90)\" class=\"right\">by PE</text>"), "rows");
        final int scale = height - 28;
        assertTrue(svg.contains("<text x=\"56\" y=\"" + (scale + 10) + "\" class=\"right\">0</text>"), "the scale");
        assertTrue(svg.contains("<rect x=\"64\" y=\"" + scale + "\" width=\"12\" height=\"12\" class=\"s0\"/>"), "0");
        assertTrue(svg.contains("<text x=\"276\" y=\"" + (scale + 10) + "\">"), "the most");
    }

    /** Dark cells have light numbers. */
    @Test
    void shouldWriteReadableNumbers() {
        final long[][] bytes = new long[4][4];
        for (int i = 0; i < 16; i++) {
            bytes[i / 4][i % 4] = (1L << 2 * i + 1) - 1;
        }
        final String svg = svg(bytes);
        for (Cell cell : cells(svg)) {
            final String number =
                    "<text x=\"" + (cell.x() + 28) + "\" y=\"" + (cell.y() + 32) + "\" class=\"middle number"
                            + (cell.shade() >= 9 ? " light" : "") + "\">" + cell.bytes() + "</text>";
            assertTrue(svg.contains(number), number);
        }
        assertTrue(cells(svg).stream().anyMatch(cell -> cell.shade() == 8), "the last of the light ones");
        assertTrue(cells(svg).stream().anyMatch(cell -> cell.shade() == 9), "the first of the dark ones");
    }
}
