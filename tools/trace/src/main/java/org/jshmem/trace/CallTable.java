package org.jshmem.trace;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** The calls of the library in which the PEs spent most time, by operation and line of the program. */
final class CallTable {
    private static final int MOST = 8;

    private final Map<String, Sums> calls = new HashMap<>();

    private static final class Sums {
        long count;
        long ns;
        long longestNs;
    }

    CallTable(Timeline timeline) {
        for (Timeline.Track track : timeline.tracks()) {
            final Slices slices = track.slices();
            for (int i = 0; i < slices.size(); i++) {
                if (slices.category(i) != Category.JVM && slices.begin(i) < slices.end(i)) {
                    final String place = slices.site(i).isEmpty() ? "" : " at " + slices.site(i);
                    final Sums sums = calls.computeIfAbsent(slices.name(i) + place, _ -> new Sums());
                    final long ns = slices.end(i) - slices.begin(i);
                    sums.count++;
                    sums.ns += ns;
                    sums.longestNs = Math.max(sums.longestNs, ns);
                }
            }
        }
    }

    void write(Lines text) {
        if (calls.isEmpty()) {
            return;
        }
        text.head("      time     calls   longest  in");
        calls.entrySet().stream()
                .sorted(Comparator.comparingLong(entry -> -entry.getValue().ns))
                .limit(MOST)
                .forEach(entry -> text.line(
                        "%10s %,9d %9s  %s",
                        Units.time(entry.getValue().ns),
                        entry.getValue().count,
                        Units.time(entry.getValue().longestNs),
                        entry.getKey()));
    }
}
