package org.jshmem.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what the JVM has logged: pauses, with their durations; and when C2 compiled a method or dropped its code. */
final class JvmLog {
    private static final long LEAST_NS = 50_000;
    private static final double MS = 1e6;

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
    record Entry(long begin, long end, String name) {}

    static List<Entry> read(Path file) throws IOException {
        final List<Entry> entries = new ArrayList<>();
        for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n", -1)) {
            final Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                add(entries, Long.parseLong(matcher.group(1)), matcher.group(2));
            }
        }
        return entries;
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
