package org.jshmem.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what the JVM has logged: pauses, with their durations; and when C2 compiled a method or dropped its code. */
final class JvmLog {
    private static final long LEAST_NS = 50_000;
    private static final double MS = 1e6;

    /** So many entries are kept, those of the longest pauses. */
    private static final int MOST = 100_000;

    private static final Pattern LINE = Pattern.compile("\\[(\\d+)ns\\]\\s*(.*)");
    private static final Pattern COLLECTION = Pattern.compile("GC\\(\\d+\\) (Pause .*) ([\\d.]+)ms");
    private static final Pattern SAFEPOINT = Pattern.compile("Safepoint \"(\\w+)\".* Total: +(\\d+) ns.*");
    private static final Pattern COMPILATION =
            Pattern.compile("\\d+ [%sbn! ]+4 +(\\S+)(?: @ -?\\d+)? \\(\\d+ bytes\\)(?: +(made not entrant.*))?");

    private JvmLog() {}

    /**
     * Something the JVM did.
     *
     * @param begin on the clock of the PE
     * @param end on the clock of the PE
     * @param name what it was
     */
    record Entry(long begin, long end, String name) {
        private long took() {
            return end - begin;
        }
    }

    /** Reads a log, which may be longer than memory. */
    static List<Entry> read(Path file) throws IOException {
        final List<Entry> entries = new ArrayList<>();
        TextFile.read(file, line -> {
            final Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                add(entries, Long.parseLong(matcher.group(1)), matcher.group(2));
            }
            if (entries.size() >= 2 * MOST) {
                keepLongest(entries);
            }
        });
        if (entries.size() > MOST) {
            keepLongest(entries);
        }
        return entries;
    }

    /** Of those that took equally long, the first; in the order of the log. */
    private static void keepLongest(List<Entry> entries) {
        entries.sort(Comparator.comparingLong(Entry::took).reversed());
        entries.subList(MOST, entries.size()).clear();
        entries.sort(Comparator.comparingLong(Entry::end));
    }

    private static void add(List<Entry> entries, long time, String text) {
        final Matcher collection = COLLECTION.matcher(text);
        final Matcher safepoint = SAFEPOINT.matcher(text);
        final Matcher compilation = COMPILATION.matcher(text);
        if (collection.matches()) {
            final long took = Math.round(Double.parseDouble(collection.group(2)) * MS);
            entries.add(new Entry(time - took, time, "GC: " + collection.group(1)));
        } else if (safepoint.matches()) {
            final long took = Long.parseLong(safepoint.group(2));
            if (took >= LEAST_NS) {
                entries.add(new Entry(time - took, time, safepoint.group(1)));
            }
        } else if (compilation.matches()) {
            entries.add(new Entry(
                    time,
                    time,
                    (compilation.group(2) == null ? "compile " : "drop the code of ") + compilation.group(1)));
        }
    }
}
