package org.jshmem.shell;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Suggestion;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes names of Java, as JShell knows them, and commands of the shell. */
final class SnippetCompleter implements Completer {
    private final Supplier<SourceCodeAnalysis> analysis;

    SnippetCompleter(Supplier<SourceCodeAnalysis> analysis) {
        this.analysis = analysis;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        final String input = line.line().substring(0, line.cursor());
        if (SnippetText.isCommand(input)) {
            for (Command command : Command.values()) {
                candidates.add(new Candidate(command.word()));
            }
            return;
        }
        final String snippet = Selection.of(input).snippet();
        final int before = input.length() - snippet.length();
        final int[] anchor = new int[1];
        final List<Suggestion> suggestions = analysis.get().completionSuggestions(snippet, snippet.length(), anchor);
        final int wordStart = line.cursor() - line.wordCursor();
        final Set<String> words = new LinkedHashSet<>();
        for (Suggestion suggestion : suggestions) {
            words.add(input.substring(Math.min(wordStart, before + anchor[0]), before + anchor[0])
                    + suggestion.continuation());
        }
        words.forEach(word -> candidates.add(new Candidate(word, word, null, null, null, null, !isOpen(word))));
    }

    /** Whether something follows at once, as an argument does. */
    private static boolean isOpen(String word) {
        return word.endsWith("(") || word.endsWith(".");
    }
}
