package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jshell.JShell;
import org.jline.reader.Candidate;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser.ParseContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Tab offers, and which word it replaces. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SnippetCompleterTest {
    private static JShell shell;

    @BeforeAll
    static void open() {
        shell = JShell.builder().executionEngine("local").build();
        shell.eval("int counter = 1;");
        shell.eval("int counted() { return 2; }");
        shell.eval("int count(int from) { return from; }");
    }

    @AfterAll
    static void close() {
        shell.close();
    }

    private static ParsedLine parse(String line, int cursor, ParseContext context) {
        return new SnippetParser(shell::sourceCodeAnalysis).parse(line, cursor, context);
    }

    /** For the cursor at the sign, which is not part of the line. */
    private static List<Candidate> complete(String text) {
        final int cursor = text.indexOf('|');
        final List<Candidate> candidates = new ArrayList<>();
        new SnippetCompleter(shell::sourceCodeAnalysis)
                .complete(
                        null,
                        parse(text.substring(0, cursor) + text.substring(cursor + 1), cursor, ParseContext.COMPLETE),
                        candidates);
        return candidates;
    }

    /** The line after a candidate was chosen. */
    private static String chosen(String text, Candidate candidate) {
        final int cursor = text.indexOf('|');
        final String line = text.substring(0, cursor) + text.substring(cursor + 1);
        final ParsedLine parsed = parse(line, cursor, ParseContext.COMPLETE);
        return line.substring(0, cursor - parsed.wordCursor()) + candidate.value() + line.substring(cursor);
    }

    @ParameterizedTest
    @CsvSource({
        "coun|, counter",
        "coun|, counted()",
        "coun|, count(",
        "@0 coun|, @0 counter",
        "@1-3  1 + coun|, @1-3  1 + counter",
        "counter + coun| * 2, counter + counted() * 2",
        "Math.ma|, Math.max(",
        "System.out.printl|, System.out.println(",
    })
    void shouldCompleteNames(String text, String expected) {
        final List<Candidate> candidates = complete(text);
        final Candidate found = candidates.stream()
                .filter(candidate -> chosen(text, candidate).equals(expected))
                .findFirst()
                .orElseThrow(() -> new AssertionError(candidates.toString()));
        assertEquals(!expected.endsWith("("), found.complete(), "whether a blank follows");
        assertEquals(
                candidates.size(),
                candidates.stream().map(Candidate::value).distinct().count());
    }

    @Test
    void shouldCompleteCommands() {
        final List<String> words =
                complete("/he|").stream().map(Candidate::value).toList();
        assertEquals(Command.values().length, words.size());
        assertTrue(words.containsAll(List.of("/pes", "/heap", "/help")), words.toString());
        assertEquals("/heap", chosen("/he|", new Candidate("/heap")));
    }

    @Test
    void shouldAskForAFurtherLineOnlyWhenOneIsAccepted() {
        final EOFError error = assertThrows(EOFError.class, () -> parse("count(", 6, ParseContext.ACCEPT_LINE));
        assertEquals(-1, error.line());
        assertEquals(6, error.column());
        assertEquals("count", parse("count(", 5, ParseContext.COMPLETE).word());
        final ParsedLine line = parse("1 + counter;", 8, ParseContext.ACCEPT_LINE);
        assertEquals("coun", line.word());
        assertEquals(4, line.wordCursor());
        assertEquals(List.of("coun"), line.words());
        assertEquals(0, line.wordIndex());
        assertEquals(8, line.cursor());
        final CompletingParsedLine whole = assertInstanceOf(CompletingParsedLine.class, line);
        assertEquals(4, whole.rawWordCursor());
        assertEquals(4, whole.rawWordLength());
        assertEquals("a b", whole.escape("a b", true));
        assertEquals("", parse("a+", 2, ParseContext.COMPLETE).word());
        assertEquals("/p", parse("/pes", 2, ParseContext.COMPLETE).word());
    }
}
