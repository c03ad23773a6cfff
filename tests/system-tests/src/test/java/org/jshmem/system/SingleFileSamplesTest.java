package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of the tutorial and the cookbook run from their source, and the pages show them as they are. */
@Tag(QuickFilter.FULL)
@Timeout(120)
class SingleFileSamplesTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path DOCS = ROOT.resolve("docs");
    private static final Path COOKBOOK = ROOT.resolve("samples/cookbook");
    private static final Path TUTORIAL = ROOT.resolve("samples/tutorial");
    private static final Path IRREGULAR = ROOT.resolve("examples/src/main/java/org/jshmem/examples/irregular");
    private static final int RECIPES = 6;
    private static final int IRREGULAR_PROGRAMS = 12;

    /** A link to a source, or a block of Java or C. */
    private static final Pattern SOURCE_OR_CODE = Pattern.compile(
            "]\\((\\.\\./(?:samples|examples)/\\S+\\.(?:java|c))\\)|^```(?:java|c)\n(.*?)^```$",
            Pattern.DOTALL | Pattern.MULTILINE);

    @TempDir
    private Path directory;

    static List<Path> recipes() throws IOException {
        return sources(COOKBOOK);
    }

    private static List<Path> sources(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    /** A recipe fails where its result is wrong. */
    @Tag(Draw.DRAWN)
    @ParameterizedTest
    @MethodSource("recipes")
    void shouldRunRecipe(Path recipe) throws Exception {
        final String line = Command.run(directory, 0, "-np", "4", recipe.toString());
        assertEquals(1, line.lines().count(), line);
        assertTrue(Files.readString(DOCS.resolve("cookbook.md")).contains("\n    " + line), line);
    }

    @Test
    void shouldHaveAllRecipesInTheCookbook() throws IOException {
        final String page = Files.readString(DOCS.resolve("cookbook.md"));
        assertEquals(RECIPES, recipes().size());
        for (Path recipe : recipes()) {
            assertTrue(page.contains("](../samples/cookbook/" + recipe.getFileName() + ")"), recipe.toString());
        }
    }

    @Test
    void shouldHaveAllIrregularProgramsInTheCookbook() throws IOException {
        final String page = Files.readString(DOCS.resolve("cookbook.md"));
        int programs = 0;
        for (Path source : sources(IRREGULAR)) {
            if (Files.readString(source).contains("public static void main(")) {
                assertTrue(page.contains("](../" + ROOT.relativize(source) + ")"), source.toString());
                programs++;
            }
        }
        assertEquals(IRREGULAR_PROGRAMS, programs);
    }

    /** In any order, since the PEs print at the same time. */
    @Tag(Draw.DRAWN)
    @ParameterizedTest
    @CsvSource({
        "Hello, tutorial.md",
        "Ring, tutorial.md",
        "Picture, tutorial.md",
        "AtomicHistogram, tutorial-updates.md",
        "BatchHistogram, tutorial-updates.md",
        "FlowHistogram, tutorial-updates.md",
        "Zoom, tutorial-slow.md",
        "EvenZoom, tutorial-slow.md"
    })
    void shouldPrintWhatTheTutorialShows(String program, String tutorial) throws Exception {
        final String page = Files.readString(DOCS.resolve(tutorial));
        final Matcher command =
                Pattern.compile("shmemrun -np (\\d) " + program + "\\.java").matcher(page);
        assertTrue(command.find());
        final String text = Command.run(
                directory,
                0,
                "-np",
                command.group(1),
                TUTORIAL.resolve(program + ".java").toString());
        final String shown = page.substring(command.start());
        final int begin = shown.indexOf("```\n") + "```\n".length();
        assertEquals(
                shown.substring(begin, shown.indexOf("```", begin))
                        .lines()
                        .sorted()
                        .toList(),
                text.lines().sorted().toList());
    }

    @Test
    void shouldDrawThePictureOfTheTutorial() throws Exception {
        Command.run(directory, 0, "-np", "4", TUTORIAL.resolve("Picture.java").toString());
        final BufferedImage drawn =
                ImageIO.read(directory.resolve("mandelbrot.png").toFile());
        final BufferedImage shown = ImageIO.read(DOCS.resolve("tutorial.png").toFile());
        assertNotNull(drawn);
        assertEquals(shown.getWidth(), drawn.getWidth());
        assertEquals(shown.getHeight(), drawn.getHeight());
        for (int y = 0; y < drawn.getHeight(); y++) {
            for (int x = 0; x < drawn.getWidth(); x++) {
                assertEquals(shown.getRGB(x, y), drawn.getRGB(x, y), x + ", " + y);
            }
        }
    }

    /** Each block is a part of the source that was linked last before it; how far it is indented does not count. */
    @ParameterizedTest
    @ValueSource(strings = {"tutorial.md", "tutorial-updates.md", "cookbook.md"})
    void shouldShowCodeAsItIs(String page) throws IOException {
        String source = null;
        int blocks = 0;
        for (MatchResult match : SOURCE_OR_CODE
                .matcher(Files.readString(DOCS.resolve(page)))
                .results()
                .toList()) {
            if (match.group(1) != null) {
                source = unindented(Files.readString(DOCS.resolve(match.group(1))));
            } else {
                assertNotNull(source, match.group(2));
                assertTrue(source.contains(unindented(match.group(2))), match.group(2));
                blocks++;
            }
        }
        assertTrue(blocks >= 3, () -> page + " has hardly any code");
    }

    private static String unindented(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
