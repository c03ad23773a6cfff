package org.jshmem.monitor;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jshmem.spi.RuntimeListener;

/**
 * What went wrong on this PE: each problem once, by its text, with the number of times, and the first and the last of
 * them. When there are many, later ones are only counted. Any thread may call.
 */
final class DistinctErrors implements RuntimeListener {
    private static final int MOST = 24;
    private static final int MOST_CHARACTERS = 500;
    private static final String OTHERS = "others, of which there are too many";

    private final SequencedMap<String, Entry> entries = new LinkedHashMap<>();
    private final Runnable publish;

    private static final class Entry {
        private final long first = System.currentTimeMillis();
        private long last;
        private long count;

        void count() {
            count++;
            last = System.currentTimeMillis();
        }
    }

    /**
     * None yet.
     *
     * @param publish called when this PE is about to end
     */
    DistinctErrors(Runnable publish) {
        this.publish = publish;
    }

    @Override
    public synchronized void problem(String text) {
        final String key = key(text);
        final boolean hasRoom = entries.size() < MOST || entries.containsKey(key);
        entries.computeIfAbsent(hasRoom ? key : OTHERS, _ -> new Entry()).count();
    }

    /** A line, not too long. */
    private static String key(String text) {
        final String line = text.lines()
                .map(String::strip)
                .reduce((one, next) -> one + " | " + next)
                .orElse("?");
        return line.substring(0, Math.min(line.length(), MOST_CHARACTERS));
    }

    @Override
    public void failing(String why) {
        addFirst(key("failed: " + why));
        publish.run();
    }

    /** Before all that it may have caused. */
    private synchronized void addFirst(String key) {
        final Entry entry = entries.getOrDefault(key, new Entry());
        entry.count();
        entries.putFirst(key, entry);
    }

    /** As lines of a {@link Snapshot}. */
    synchronized void addTo(Consumer<String> lines) {
        entries.forEach((text, entry) ->
                lines.accept("error " + entry.count + " " + entry.first + " " + entry.last + " " + text));
    }
}
