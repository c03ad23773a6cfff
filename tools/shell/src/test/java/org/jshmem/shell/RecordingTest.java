package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import jdk.jshell.JShell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs of snippets that run in this JVM. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RecordingTest {
    private final JShell shell = JShell.builder().executionEngine("local").build();
    private final Recording recording = new Recording();

    @AfterEach
    void close() {
        shell.close();
    }

    private void eval(String snippet, SortedSet<Integer> pes) {
        shell.eval(snippet).stream()
                .filter(event -> event.causeSnippet() == null)
                .forEach(event -> recording.add(event.snippet(), pes));
    }

    private void assertBody(String wanted) {
        final String program = recording.program(shell);
        final String body = program.substring(program.indexOf("MULTIPLE)) {\n") + "MULTIPLE)) {\n".length());
        assertEquals(wanted + "    }\n}\n", body.replaceFirst("^ {8}", "").replace("\n        ", "\n"));
    }

    @Test
    void shouldAssignVariablesInMain() {
        eval("int[] a = {1, 2};", null);
        eval("var s = \"a\" + 1;", null);
        eval("long b = 1, c = 2;", null);
        eval("int none;", null);
        assertTrue(recording.program(shell).contains("\nint[] a;\nString s;\nlong b;\nlong c;\nint none;\n"));
        assertBody("a = new int[]{1, 2};\ns = \"a\" + 1;\nb = 1;\nc = 2;\n");
    }

    @Test
    void shouldPrintExpressionsAndRunStatementsOnSomePes() {
        eval("1 + 1", null);
        eval("int x = 0;", null);
        eval("x = 5", null);
        eval("System.gc()", new TreeSet<>(List.of(0, 2)));
        assertBody("""
            $1 = 1 + 1;
            IO.println("PE " + myPe() + ": $1 ==> " + $1);
            x = 0;
            x = 5;
            if (myPe() == 0 || myPe() == 2) {
                System.gc();
            }
            """);
    }

    @Test
    void shouldLeaveOutWhatWasReplaced() {
        eval("int f() { return 1; }", null);
        eval("int f() { return 2; }", null);
        eval("int x = 1;", null);
        eval("String x = \"2\";", null);
        final String program = recording.program(shell);
        assertFalse(program.contains("return 1"), program);
        assertTrue(program.contains("int f() { return 2; }"), program);
        assertBody("x = \"2\";\n");
    }

    @Test
    void shouldWriteAProgram() {
        eval("import java.util.zip.*;", null);
        eval("record Pair(int a) { }", null);
        eval("int count = 2;", null);
        eval("int f() { return count; }", null);
        eval("if (count > 1) {\n    count--;\n}", new TreeSet<>(List.of(1)));
        eval("count", null);
        eval("final var zip = new CRC32();", null);
        eval("f();", null);
        eval("int gone = 3;", null);
        shell.drop(shell.variables()
                .filter(variable -> variable.name().equals("gone"))
                .findFirst()
                .orElseThrow());
        final StringBuilder imports = new StringBuilder();
        Session.IMPORTS.forEach(line -> imports.append(line).append('\n'));
        assertEquals(imports + """
            import java.util.zip.*;

            int count;
            CRC32 zip;
            int $1;

            record Pair(int a) { }

            int f() { return count; }

            void main() throws Throwable {
                try (var _ = init(ThreadLevel.MULTIPLE)) {
                    count = 2;
                    if (myPe() == 1) {
                        if (count > 1) {
                            count--;
                        }
                    }
                    IO.println("PE " + myPe() + ": count ==> " + count);
                    zip = new CRC32();
                    $1 = f();
                    IO.println("PE " + myPe() + ": $1 ==> " + $1);
                }
            }
            """, recording.program(shell));
        recording.clear();
        assertEquals(
                imports
                        + "\n\n"
                        + "void main() throws Throwable {\n"
                        + "    try (var _ = init(ThreadLevel.MULTIPLE)) {\n"
                        + "    }\n"
                        + "}\n",
                recording.program(shell));
    }
}
