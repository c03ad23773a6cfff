package org.jshmem.junit;

import java.util.ArrayDeque;
import java.util.regex.Pattern;

/** The end of an output. Any thread may call. */
final class LastLines {
    private static final int MOST = 30;
    private static final Pattern FRAME = Pattern.compile("^\\s+(at"
            + " (java\\.|jdk\\.|org\\.junit\\.|org\\.jshmem\\.(internal|posix|bootstrap|junit\\.TestedPe)\\.)|\\.\\.\\."
            + " )");

    private final ArrayDeque<String> lines = new ArrayDeque<>();

    /** Leaves out frames that are not the user's. */
    synchronized void add(String line) {
        if (FRAME.matcher(line).find()) {
            return;
        }
        if (lines.size() == MOST) {
            lines.removeFirst();
        }
        lines.addLast(line);
    }

    synchronized String text() {
        return String.join(System.lineSeparator(), lines);
    }
}
