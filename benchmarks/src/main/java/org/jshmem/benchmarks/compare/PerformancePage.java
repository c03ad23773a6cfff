package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page for people: hand-written, but for the part between two marks. */
final class PerformancePage {
    private static final String BEGIN = "<!-- measured:begin -->\n";
    private static final String END = "<!-- measured:end -->";

    private PerformancePage() {}

    static void refresh(Path page, String measured) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException("page=" + page + " has no line " + BEGIN.strip() + " followed by " + END);
        }
        Files.writeString(page, text.substring(0, begin + BEGIN.length()) + measured + text.substring(end));
    }
}
