package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

@Timeout(10)
class RatioPlotTest {
    private static final int LEGEND = 6;

    @TempDir
    private Path directory;

    private static RatioDot dot(String operation, int bytes, double ratio) {
        return RatioDot.of(new Row(
                operation, bytes, null, 10, 10 * ratio, ratio, ratio, ratio, Double.NaN, OptionalDouble.empty()));
    }

    @Test
    void shouldDrawADotForEachRowInTheLineOfItsOperation() throws Exception {
        final Path file = directory.resolve("ratios.svg");
        RatioPlot.write(
                file,
                "A <title>",
                RatioDot.sizes(),
                List.of(dot("put", 8, 0.1), dot("get", 8, 1), dot("put", 1 << 20, 2), dot("p & q", 1, 10)));
        final Element svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Files.newInputStream(file))
                .getDocumentElement();
        final NodeList dots = svg.getElementsByTagName("circle");
        assertEquals(LEGEND + 4, dots.getLength());
        assertEquals(at(dots, 0, "cy"), at(dots, 2, "cy"));
        assertTrue(at(dots, 0, "cy") < at(dots, 1, "cy"));
        assertTrue(at(dots, 0, "cx") < at(dots, 1, "cx") && at(dots, 1, "cx") < at(dots, 2, "cx"));
        assertEquals(
                "put, 1 MiB: 2.00, C 10.0 ns, JSHMEM 20.0 ns",
                dots.item(LEGEND + 2).getTextContent());
        assertTrue(Files.readString(file).contains(">p &amp; q<"));
    }

    private static double at(NodeList dots, int row, String coordinate) {
        return Double.parseDouble(((Element) dots.item(LEGEND + row)).getAttribute(coordinate));
    }
}
