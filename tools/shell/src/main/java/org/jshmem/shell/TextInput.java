package org.jshmem.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;
import jdk.jshell.SourceCodeAnalysis;

/** Input from a file or pipe. */
final class TextInput implements Input {
    private final BufferedReader reader;
    private final Supplier<SourceCodeAnalysis> analysis;

    TextInput(BufferedReader reader, Supplier<SourceCodeAnalysis> analysis) {
        this.reader = reader;
        this.analysis = analysis;
    }

    @Override
    public String next() {
        try {
            final StringBuilder input = new StringBuilder();
            String line = reader.readLine();
            while (line != null) {
                input.append(line).append('\n');
                if (SnippetText.isComplete(input.toString(), analysis.get())) {
                    return input.toString();
                }
                line = reader.readLine();
            }
            return input.isEmpty() ? null : input.toString();
        } catch (IOException e) {
            throw new UncheckedIOException("the input cannot be read", e);
        }
    }
}
