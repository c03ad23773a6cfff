package org.jshmem.junit;

import java.util.ArrayDeque;

/** The end of an output. Any thread may call. */
final class LastLines {
    private static final int MOST = 20;

    private final ArrayDeque<String> lines = new ArrayDeque<>();

    synchronized void add(String line) {
        if (lines.size() == MOST) {
            lines.removeFirst();
        }
        lines.addLast(line);
    }

    synchronized String text() {
        return String.join(System.lineSeparator(), lines);
    }
}
