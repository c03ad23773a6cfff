package org.jshmem.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The table of sentences is that of the documentation: none is left out, and every case it names is there. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SentencesTest {
    private static final int SENTENCES = 80;
    private static final String BEGIN = "<!-- sentences:begin -->\n";
    private static final Pattern NUMBERED = Pattern.compile("s(\\d+)_.*");

    private static List<String> names() {
        return CaseTable.all().stream().map(CaseRef::base).distinct().toList();
    }

    @Test
    void shouldListEverySentenceOnce() {
        assertEquals(
                IntStream.rangeClosed(1, SENTENCES).boxed().toList(),
                Sentence.all().stream().map(Sentence::number).toList());
    }

    /** What the page ought to hold is in the message. */
    @Test
    void shouldBeListedInTheDocumentation() throws IOException {
        final String page = Files.readString(Path.of("../docs/conformance-coverage.md"));
        final String listed =
                page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf("<!-- sentences:end -->"));
        assertEquals(
                Sentence.all().stream()
                        .map(sentence ->
                                "| %d | %s | %s |%n".formatted(sentence.number(), sentence.text(), sentence.proof()))
                        .collect(Collectors.joining("", "| | sentence | cases |\n|---|---|---|\n", "")),
                listed);
    }

    @Test
    void shouldNameCasesThatExist() {
        final List<String> names = names();
        for (Sentence sentence : Sentence.all()) {
            assertFalse(sentence.cases().isEmpty(), () -> "no case for sentence " + sentence.number());
            for (String name : sentence.cases()) {
                assertTrue(names.contains(name), () -> "sentence " + sentence.number() + ": no case " + name);
            }
        }
    }

    @Test
    void shouldListEveryCaseThatHasANumber() {
        for (CaseRef reference : CaseTable.all()) {
            final var numbered = NUMBERED.matcher(reference.id());
            if (numbered.matches()) {
                final Sentence sentence = Sentence.all().get(Integer.parseInt(numbered.group(1)) - 1);
                assertTrue(
                        Sentence.of(reference).contains(sentence),
                        () -> "sentence " + sentence.number() + " does not list " + reference.id());
            }
        }
    }
}
