package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import jdk.jshell.JShell;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SnippetTextTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        1 + 1                  | true
        @0,2 int x = 3;        | true
        @0 int f() {           | false
        int f() { return 1; }  | true
        f(                     | false
        int a = 1; int g() {   | false
        /save x(               | true
        // a comment           | true
        /* a comment           | false
        """)
    void shouldAskForFurtherLines(String input, boolean isComplete) {
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            assertEquals(isComplete, SnippetText.isComplete(input, shell.sourceCodeAnalysis()));
        }
    }
}
