package org.jshmem.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The documentation's table of sentences is that of the kit: none is left out, and every case it names is there. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SentencesTest {
    private static final int SENTENCES = 80;
    private static final String BEGIN = "<!-- sentences:begin -->\n";
    private static final Pattern ROW = Pattern.compile("^\\| (\\d+) \\| ([^|]+) \\| ([^|]+) \\|$", Pattern.MULTILINE);
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    /** What follows a case's name in its id. */
    private static final Pattern VARIANT = Pattern.compile("[@#].*");

    private static final Pattern NUMBERED = Pattern.compile("s(\\d+)_.*");

    private static List<MatchResult> rows() throws IOException {
        final String page = Files.readString(Path.of("../docs/conformance.md"));
        final String table =
                page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf("<!-- sentences:end -->"));
        return ROW.matcher(table).results().toList();
    }

    private static List<String> names() {
        return CaseTable.all().stream()
                .map(reference -> VARIANT.matcher(reference.id()).replaceFirst(""))
                .distinct()
                .toList();
    }

    private static List<String> quoted(MatchResult row) {
        return QUOTED.matcher(row.group(3)).results().map(name -> name.group(1)).toList();
    }

    @Test
    void shouldListEverySentenceOnce() throws IOException {
        assertEquals(
                IntStream.rangeClosed(1, SENTENCES).boxed().toList(),
                rows().stream().map(row -> Integer.parseInt(row.group(1))).toList());
    }

    @Test
    void shouldNameCasesThatExist() throws IOException {
        final List<String> names = names();
        for (MatchResult row : rows()) {
            final List<String> quoted = quoted(row);
            assertTrue(!quoted.isEmpty(), () -> "no case for sentence " + row.group(1));
            for (String name : quoted) {
                assertTrue(names.contains(name), () -> "sentence " + row.group(1) + ": no case " + name);
            }
        }
    }

    @Test
    void shouldListEveryCaseThatHasANumber() throws IOException {
        final List<MatchResult> rows = rows();
        for (String name : names()) {
            final var numbered = NUMBERED.matcher(name);
            if (numbered.matches()) {
                final MatchResult row = rows.get(Integer.parseInt(numbered.group(1)) - 1);
                final String method = name.replaceFirst(":.*", "");
                assertTrue(
                        quoted(row).stream()
                                .anyMatch(
                                        listed -> listed.replaceFirst(":.*", "").equals(method)),
                        () -> "sentence " + numbered.group(1) + " does not list " + name);
            }
        }
    }
}
