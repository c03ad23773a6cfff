package org.jshmem.monitor;

import java.util.ArrayList;
import java.util.List;

/** How a PE went: how many bytes it had moved at some times, so many at most, and when it had most memory. */
final class History {
    private static final int MOST = 120;

    /** A time in milliseconds since 1970, and the bytes moved until then. */
    record Point(long time, long bytes) {}

    private final List<Point> points = new ArrayList<>();

    /** Points come closer than this only at the end. */
    private long leastMs;

    /** The look at which it had most symmetric memory; of several the last. */
    private Snapshot most;

    void add(Snapshot pe) {
        if (points.isEmpty()) {
            points.add(new Point(pe.time("started"), 0));
        }
        if (most == null || pe.memory(0) >= most.memory(0) && pe.memory(0) > 0) {
            most = pe;
        }
        add(pe.time("written"), pe.bytes());
    }

    private void add(long time, long bytes) {
        final int size = points.size();
        if (size > 0 && time == points.getLast().time()) {
            return;
        }
        if (size > 1 && time - points.get(size - 2).time() < leastMs) {
            points.removeLast();
        }
        points.add(new Point(time, bytes));
        if (points.size() > MOST) {
            for (int i = points.size() - 2; i > 0; i -= 2) {
                points.remove(i);
            }
            leastMs = 2 * (points.getLast().time() - points.getFirst().time()) / MOST;
        }
    }

    Snapshot most() {
        return most;
    }

    List<Point> points() {
        return points;
    }
}
