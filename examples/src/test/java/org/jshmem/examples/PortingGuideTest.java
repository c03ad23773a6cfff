package org.jshmem.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/porting.md} to the example it quotes and to the API it describes. */
class PortingGuideTest {
    private static final Path EXAMPLE = Path.of("src/main/java/org/jshmem/examples/Differences.java");
    private static final Path SAMPLES = Path.of("../samples/c");
    private static final Pattern CODE = Pattern.compile("^```java\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern CALL = Pattern.compile("([a-z]\\w*)\\(");

    private final String guide;

    PortingGuideTest() throws IOException {
        guide = Files.readString(Path.of("../docs/porting.md"));
    }

    @Test
    void shouldQuoteTheExampleAsItIs() throws IOException {
        final String example = Files.readString(EXAMPLE).replaceFirst("package .*;\n\n", "");
        final List<String> quotes = CODE.matcher(guide)
                .results()
                .map(match -> match.group(1))
                .filter(code -> code.contains("class Differences"))
                .toList();

        assertEquals(List.of(example), quotes);
    }

    @Test
    void shouldQuoteTheEarlierStagesOfTheExample() throws IOException {
        assertTrue(guide.contains("```c\n" + Files.readString(SAMPLES.resolve("differences.c")) + "```\n"));
        final List<String> quotes = CODE.matcher(guide)
                .results()
                .map(match -> match.group(1))
                .filter(code -> code.contains("invokeExact"))
                .toList();
        assertEquals(1, quotes.size());
        final String stage = unindented(Files.readString(SAMPLES.resolve("DifferencesWithC.java")));
        assertTrue(stage.contains(unindented(quotes.getFirst())), quotes.getFirst());
    }

    private static String unindented(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n"));
    }

    @Test
    void shouldShowEveryRoutineInBothLanguages() throws IOException {
        final Set<String> missing = new TreeSet<>();
        for (final String[] row : surface()) {
            final String java = row[3].equals("named") ? row[0].replaceFirst("^[a-z]+", "$0Longs") : row[0];
            Stream.of(row[2], java)
                    .filter(name -> !name.equals("-"))
                    .filter(name -> !Pattern.compile("\\b" + name + "\\(")
                            .matcher(guide)
                            .find())
                    .forEach(missing::add);
        }

        assertEquals(Set.of(), missing);
    }

    @Test
    void shouldShowOnlyMethodsThatExist() {
        final Set<String> known = Stream.of(Shmem.class, ShmemContext.class, ShmemTeam.class, SymmetricLongs.class)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        final String routines =
                guide.substring(guide.indexOf("### Pointers"), guide.indexOf("## What has no equivalent"));
        final Set<String> shown = routines.lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(line.indexOf(" | ")))
                .flatMap(java -> CALL.matcher(java).results().map(MatchResult::group))
                .map(call -> call.substring(0, call.length() - 1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertTrue(shown.size() > 40, () -> "found only " + shown);
        shown.removeAll(known);
        assertEquals(Set.of(), shown);
    }

    private static List<String[]> surface() throws IOException {
        try (InputStream in = Shmem.class.getResourceAsStream("surface.tsv")) {
            assertNotNull(in, "surface.tsv is in the jar of the API");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .toList();
        }
    }
}
