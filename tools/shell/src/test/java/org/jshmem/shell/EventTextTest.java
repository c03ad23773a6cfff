package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import jdk.jshell.JShell;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the user sees of snippets that run in this JVM, with outcomes of PEs. */
@Timeout(60)
class EventTextTest {
    private static JShell shell;

    @BeforeAll
    static void open() {
        shell = JShell.builder().executionEngine("local").build();
    }

    @AfterAll
    static void close() {
        shell.close();
    }

    private static Session.Evaluation evaluation(String snippet, Map<Integer, Outcome> outcomes) {
        final SortedMap<Integer, Outcome> sorted = new TreeMap<>(outcomes);
        return new Session.Evaluation(shell.eval(snippet), sorted);
    }

    private static List<String> lines(String snippet, Map<Integer, Outcome> outcomes) {
        return new EventText(shell).lines(evaluation(snippet, outcomes));
    }

    private static Outcome value(String text) {
        return new Outcome.Value(text);
    }

    @Test
    void shouldShowValues() {
        assertEquals(List.of("n ==> 4"), lines("int n = 4;", Map.of(0, value("4"), 1, value("4"))));
        assertEquals(
                List.of("n ==>", "  PE 0: 4", "  PE 1: 5", "  PE 1: 6"),
                lines("n", Map.of(0, value("4"), 1, value("5\n6"))));
        assertEquals(List.of("n ==> a", "b"), lines("n = 5", Map.of(0, value("a\nb"))));
        assertEquals(List.of(), lines("if (n > 9) n = 7;", Map.of(0, value(null), 1, value(null))));
    }

    @Test
    void shouldNameDeclarations() {
        assertEquals(
                List.of("|  created method twice(int), which cannot be used until there is variable factor"),
                lines("int twice(int x) { return x * factor; }", Map.of()));
        assertEquals(List.of("|  replaced method twice(int)"), lines("int twice(int x) { return 2 * x; }", Map.of()));
        assertEquals(List.of("|  created type Pair"), lines("record Pair(int a, int b) {}", Map.of()));
    }

    @Test
    void shouldShowWhereTheFaultIs() {
        final List<String> lines = lines("int good = 1 +\n    unknownName + 2;", Map.of());
        assertEquals("|  Error:", lines.getFirst());
        assertEquals("|      unknownName + 2;", lines.get(lines.size() - 2));
        assertEquals("|      ^^^^^^^^^^^", lines.getLast());
        assertTrue(lines.stream().noneMatch(line -> line.strip().endsWith("location: class")), lines.toString());
        assertFalse(EventText.isFine(evaluation("int = 3", Map.of())));
    }

    @Test
    void shouldShowHowASnippetFailed() {
        final Session.Evaluation failed = evaluation(
                "n2 = 1 / 0;",
                Map.of(
                        0, value("1"),
                        1, new Outcome.Thrown("java.lang.Error", "in $JShell$3.do_it$($JShell$3.java:7)", List.of()),
                        2, new Outcome.Thrown("java.lang.Error", null, List.of()),
                        3, new Outcome.Unresolved(1, List.of()),
                        4, new Outcome.Failed("no luck"),
                        5, new Outcome.Interrupted(null)));
        assertFalse(EventText.isFine(failed));
        assertEquals(
                List.of(
                        "|  PE 0: done",
                        "|  PE 1: Exception java.lang.Error: in the prompt",
                        "|  PE 2: Exception java.lang.Error",
                        "|  PE 3: a declaration that this snippet uses is missing",
                        "|  PE 4: no luck",
                        "|  PE 5: interrupted"),
                lines("if (false) { }", failed.outcomes()));
        final List<String> flow = lines(
                "if (false) { }",
                Map.of(0, new Outcome.Interrupted("flowDrain"), 1, new Outcome.Interrupted("flowDrain")));
        assertEquals(2, flow.size());
        assertEquals("|  interrupted", flow.getFirst());
        assertTrue(flow.getLast()
                .startsWith("|  The flow or distributed array of the interrupted flowDrain can no longer"));
    }

    @Test
    void shouldShowValuesBesideFailures() {
        assertEquals(
                List.of("|  PE 0: 6", "|  PE 1: no luck"),
                lines("int beside = 6;", Map.of(0, value("6"), 1, new Outcome.Failed("no luck"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknownName", "1 + unknownName", "unknownName +\n 2", "1 +\nunknownName\n+ 2"})
    void shouldPointAtTheFault(String snippet) {
        final List<String> lines = lines(snippet, Map.of());
        final String faulty = snippet.lines()
                .filter(line -> line.contains("unknownName"))
                .findFirst()
                .orElseThrow();
        assertEquals("|  " + faulty, lines.get(lines.size() - 2));
        assertEquals("|  " + " ".repeat(faulty.indexOf("unknownName")) + "^".repeat(11), lines.getLast());
    }

    /** The lines of the methods of snippets, without those of the JDK. */
    @Test
    void shouldShowWhereAnExceptionWasThrown() {
        shell.eval("int fail(int x) {\n    return x / (x - x);\n}");
        final Map<Integer, Outcome> outcomes =
                Map.of(0, new Outcome.Thrown("java.lang.ArithmeticException", "/ by zero", List.of()));
        assertEquals(
                List.of("|  Exception java.lang.ArithmeticException: / by zero", "|    at fail line 2"),
                lines("fail(1)", outcomes));
        assertEquals(
                List.of(
                        "|  Exception java.lang.ArithmeticException: / by zero",
                        "|    at fail line 2",
                        "|    at line 2"),
                lines("if (true)\n    fail(1);", outcomes));
    }

    @Test
    void shouldTellFineSnippetsFromOthers() {
        assertTrue(EventText.isFine(evaluation("1 + 1", Map.of(0, value("2")))));
        assertTrue(EventText.isFine(evaluation("int f() { return 1; }", Map.of())));
        assertFalse(EventText.isFine(evaluation("1 + 1", Map.of(0, value("2"), 1, new Outcome.Failed("x")))));
    }
}
