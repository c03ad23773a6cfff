package org.jshmem.shell;

import java.util.List;
import java.util.function.Supplier;
import jdk.jshell.SourceCodeAnalysis;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** Tells JLine when to ask for a further line, and what word the cursor is at. */
final class SnippetParser implements Parser {
    private final Supplier<SourceCodeAnalysis> analysis;

    SnippetParser(Supplier<SourceCodeAnalysis> analysis) {
        this.analysis = analysis;
    }

    /** The input up to a word that the cursor is in or behind. */
    record Line(String line, int cursor, int wordStart) implements CompletingParsedLine {
        @Override
        public CharSequence escape(CharSequence candidate, boolean isComplete) {
            return candidate;
        }

        @Override
        public int rawWordCursor() {
            return wordCursor();
        }

        @Override
        public int rawWordLength() {
            return word().length();
        }

        @Override
        public String word() {
            return line.substring(wordStart, cursor);
        }

        @Override
        public int wordCursor() {
            return cursor - wordStart;
        }

        @Override
        public int wordIndex() {
            return 0;
        }

        @Override
        public List<String> words() {
            return List.of(word());
        }
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        if (context == ParseContext.ACCEPT_LINE && !SnippetText.isComplete(line, analysis.get())) {
            throw new EOFError(-1, cursor, "the snippet is not complete");
        }
        int start = cursor;
        while (start > 0 && isOfWord(line.charAt(start - 1))) {
            start--;
        }
        return new Line(line, cursor, start);
    }

    private static boolean isOfWord(char letter) {
        return Character.isJavaIdentifierPart(letter) || letter == '/';
    }
}
