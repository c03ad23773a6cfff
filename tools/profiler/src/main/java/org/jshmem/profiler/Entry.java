package org.jshmem.profiler;

import java.util.List;
import java.util.stream.Collectors;
import org.jshmem.spi.Operation;

/**
 * The calls of one operation from one PE to another.
 *
 * @param operation its name
 * @param from who called
 * @param to the target, or {@link Operation#NO_PE}
 * @param calls how many
 * @param bytes moved by all of them
 * @param ns nanoseconds in all of them
 */
record Entry(String operation, int from, int to, long calls, long bytes, long ns) {
    private static final String BLANK = " ";

    boolean hasTarget() {
        return to != Operation.NO_PE;
    }

    /** Entries as text, to be sent to another PE. */
    static String write(List<Entry> entries) {
        return entries.stream()
                .map(entry -> String.join(
                        BLANK,
                        entry.operation,
                        Integer.toString(entry.from),
                        Integer.toString(entry.to),
                        Long.toString(entry.calls),
                        Long.toString(entry.bytes),
                        Long.toString(entry.ns)))
                .collect(Collectors.joining("\n"));
    }

    static List<Entry> read(String text) {
        return text.lines()
                .map(line -> line.split(BLANK, -1))
                .map(word -> new Entry(
                        word[0],
                        Integer.parseInt(word[1]),
                        Integer.parseInt(word[2]),
                        Long.parseLong(word[3]),
                        Long.parseLong(word[4]),
                        Long.parseLong(word[5])))
                .toList();
    }
}
