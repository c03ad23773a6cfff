package org.jshmem.trace;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.spi.RuntimeEvents;

/**
 * A text file with the names that records refer to by number, and with rare events such as allocations. A line has a
 * word and further cells, separated by tabs. Each line is written at once, so the file can be read after the process
 * was killed. A disk that is full ends the trace, not the program. Any thread may call.
 */
final class Names {
    private static final int MOST_TEXTS = 20_000;
    private static final int MOST_BLOCKS = 100_000;

    private final Writer out;
    private final Map<String, Integer> texts = new ConcurrentHashMap<>();
    private boolean isClosed;
    private int blocks;
    private final AtomicInteger last = new AtomicInteger();

    Names(Path file) throws IOException {
        out = Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW);
    }

    /** Writes a line. */
    synchronized void tell(String word, Object... cells) {
        if (isClosed) {
            return; // a thread that was late
        }
        final StringBuilder line = new StringBuilder(word);
        for (Object cell : cells) {
            line.append('\t').append(cell.toString().replace('\t', ' ').replace('\n', ' '));
        }
        try {
            out.write(line.append('\n').toString());
            out.flush();
        } catch (IOException e) {
            isClosed = true;
            RuntimeEvents.ALL.problem("the trace is incomplete from here on: " + e + "; make room on the disk");
        }
    }

    /** Tells of a block of the symmetric heap, unless there are too many. */
    synchronized void block(long offset, long bytes, String type, int elementBytes) {
        if (blocks < MOST_BLOCKS) {
            blocks++;
            tell("block", System.nanoTime(), offset, bytes, type, elementBytes);
        }
    }

    /** The number of a text; 0 if there are too many. */
    int number(String text) {
        final Integer known = texts.get(text);
        if (known != null) {
            return known;
        }
        return texts.size() >= MOST_TEXTS ? 0 : texts.computeIfAbsent(text, this::add);
    }

    private int add(String text) {
        final int number = last.incrementAndGet();
        tell("text", number, text);
        return number;
    }

    synchronized void close() {
        final boolean wasFailed = isClosed;
        isClosed = true;
        try {
            out.close();
        } catch (IOException e) {
            if (!wasFailed) {
                RuntimeEvents.ALL.problem("the end of the trace is missing: " + e + "; make room on the disk");
            }
        }
    }
}
