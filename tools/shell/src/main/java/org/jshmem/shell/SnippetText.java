package org.jshmem.shell;

import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;

/** Whether input is complete, so that it can be run. */
final class SnippetText {
    private SnippetText() {}

    /** Whether the input is a command of the shell, such as {@code /pes}. */
    static boolean isCommand(String input) {
        final String line = input.strip();
        return line.startsWith("/") && !line.startsWith("//") && !line.startsWith("/*");
    }

    /** Whether the input needs no further line. */
    static boolean isComplete(String input, SourceCodeAnalysis analysis) {
        if (isCommand(input)) {
            return true;
        }
        String remaining = Selection.of(input).snippet();
        while (!remaining.isBlank()) {
            final CompletionInfo info = analysis.analyzeCompletion(remaining);
            if (info.completeness() == Completeness.DEFINITELY_INCOMPLETE
                    || info.completeness() == Completeness.CONSIDERED_INCOMPLETE) {
                return false;
            }
            remaining = info.source() == null ? "" : info.remaining();
        }
        return true;
    }
}
