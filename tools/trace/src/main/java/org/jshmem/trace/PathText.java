package org.jshmem.trace;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The critical path in words: its stretches, grouped by what ended them. */
final class PathText {
    private static final int MOST = 10;

    /** A PE is named if it has this part of a group. */
    private static final double MOSTLY = 0.8;

    /** Less is not worth a word. */
    private static final double LITTLE = 0.01;

    private final Waits waits;
    private final List<CriticalPath.Stretch> path;

    /** Stretches that ended in the same way. */
    private static final class Group {
        long ns;
        long count;
        final Map<Integer, Long> byPe = new TreeMap<>();
    }

    PathText(Timeline timeline, Waits waits) {
        this.waits = waits;
        this.path = CriticalPath.of(timeline, waits);
    }

    void write(Lines text) {
        final Map<String, Group> groups = new LinkedHashMap<>();
        long all = 0;
        long unknown = 0;
        for (CriticalPath.Stretch stretch : path) {
            final Group group = groups.computeIfAbsent(end(stretch), _ -> new Group());
            group.ns += stretch.ns();
            group.count++;
            group.byPe.merge(waits.peOf(stretch.track()), stretch.ns(), Long::sum);
            all += stretch.ns();
            unknown += stretch.unknownNs();
        }
        long handOver = 0;
        for (int i = 1; i < path.size(); i++) {
            handOver += Math.max(0, path.get(i).fromNs() - path.get(i - 1).toNs());
        }
        final long whole = all + handOver;
        text.head("Critical path: %s, without which the job would have ended sooner", Units.time(whole));
        groups.entrySet().stream()
                .filter(entry -> entry.getValue().ns > LITTLE * whole)
                .sorted(Comparator.comparingLong(entry -> -entry.getValue().ns))
                .limit(MOST)
                .forEach(entry -> {
                    final Group group = entry.getValue();
                    text.line(
                            "  %4s %9s  on %s, %s%s",
                            Units.percent(group.ns, whole),
                            Units.time(group.ns),
                            pes(group),
                            entry.getKey(),
                            group.count > 1 ? String.format(java.util.Locale.ROOT, ", %,d times", group.count) : "");
                });
        if (handOver > LITTLE * whole) {
            text.line(
                    "  %4s %9s  between an operation and the moment when the PE that waited for it went on",
                    Units.percent(handOver, whole), Units.time(handOver));
        }
        if (unknown > LITTLE * whole) {
            text.line("  %s of this were waits, and it is not recorded what ended them.", Units.time(unknown));
        }
    }

    private static String pes(Group group) {
        final var most =
                group.byPe.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        return group.byPe.size() == 1 || most.getValue() > MOSTLY * group.ns
                ? "PE " + most.getKey()
                : PeText.of(List.copyOf(group.byPe.keySet()));
    }

    private String end(CriticalPath.Stretch stretch) {
        final Wait next = stretch.next();
        return next == null
                ? "until the end"
                : "until " + next.arrow().what() + " ended the wait of another PE in " + waits.place(next);
    }
}
