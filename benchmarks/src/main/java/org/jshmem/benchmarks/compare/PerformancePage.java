package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page for people: hand-written, but for parts between two marks each. */
final class PerformancePage {
    private PerformancePage() {}

    /**
     * Replaces a part.
     *
     * @param part its name: it is between the lines {@code <!-- part:begin -->} and {@code <!-- part:end -->}
     */
    static void refresh(Path page, String part, String text) throws IOException {
        String before = "<!-- " + part + ":begin -->\n";
        String after = "<!-- " + part + ":end -->";
        String old = Files.readString(page);
        int begin = old.indexOf(before);
        int end = old.indexOf(after);
        if (begin < 0 || end < begin) {
            throw new IOException("page=" + page + " has no line " + before.strip() + " followed by " + after);
        }
        Files.writeString(page, old.substring(0, begin + before.length()) + text + old.substring(end));
    }
}
