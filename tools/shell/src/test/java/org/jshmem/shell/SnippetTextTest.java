package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import jdk.jshell.JShell;
import org.junit.jupiter.api.Test;
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

    @Test
    void shouldReadSnippetsOfSeveralLines() {
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            final TextInput input = new TextInput(
                    new BufferedReader(new StringReader("int f() {\nreturn 1;\n}\n/pes\n1\nint g() {")),
                    shell::sourceCodeAnalysis);
            assertEquals("int f() {\nreturn 1;\n}\n", input.next());
            assertEquals("/pes\n", input.next());
            assertEquals("1\n", input.next());
            assertEquals("int g() {\n", input.next(), "the end of the input, though it is not complete");
            assertNull(input.next());
        }
    }

    @Test
    void shouldSayThatTheInputCannotBeRead() throws IOException {
        final BufferedReader reader = new BufferedReader(new StringReader("1"));
        reader.close();
        final TextInput input = new TextInput(reader, () -> null);
        assertEquals(
                "the input cannot be read",
                assertThrows(UncheckedIOException.class, input::next).getMessage());
    }
}
