package org.jshmem.trace;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the PE that others waited for. A PE that lets others wait may wait itself for another one meanwhile. So each
 * part of a wait counts for the PE that was busy then, at the other end of the chain of waits.
 */
final class Blame {
    /** Waits of less than this part of the time are not worth a word. */
    private static final double LITTLE = 0.01;

    /** A PE is named if others waited for it so many times longer than for the average PE. */
    private static final double MUCH = 1.3;

    private final Timeline timeline;
    private final Waits waits;

    /** By the PE that was busy, and the place of the wait. */
    private final Map<Integer, Map<String, Long>> byPe = new TreeMap<>();

    private long allNs;

    /** Time between an operation and the end of the wait that it ended, on PEs that others waited for. */
    private long handOverNs;

    Blame(Timeline timeline, Waits waits) {
        this.timeline = timeline;
        this.waits = waits;
        waits.all().forEach(this::add);
    }

    private void add(Wait wait) {
        final String place = waits.place(wait);
        final long begin = waits.begin(wait);
        allNs += wait.ns();
        long time = begin + wait.ns();
        int track = wait.arrow().fromTrack();
        while (time > begin) {
            final Wait before = waits.lastBefore(track, time);
            final boolean isBusy = before == null
                    || before.arrow().toNs() <= begin
                    || before.arrow().fromNs() >= time;
            final long since = isBusy ? begin : before.arrow().toNs();
            byPe.computeIfAbsent(waits.peOf(track), _ -> new HashMap<>()).merge(place, time - since, Long::sum);
            if (!isBusy) {
                handOverNs +=
                        since - Math.max(begin, Math.min(since, before.arrow().fromNs()));
            }
            time = isBusy ? begin : Math.min(since, before.arrow().fromNs());
            track = isBusy ? track : before.arrow().fromTrack();
        }
    }

    private static long sum(Map<String, Long> times) {
        return times.values().stream().mapToLong(Long::longValue).sum();
    }

    void write(Lines text) {
        final int pes = timeline.pes().size();
        if (allNs < LITTLE * timeline.durationNs() * pes) {
            text.line("Waits: PEs waited little for each other, %s in all.", Units.time(allNs));
            return;
        }
        final var most = byPe.entrySet().stream()
                .max(Comparator.comparingLong(entry -> sum(entry.getValue())))
                .orElseThrow();
        final var place = most.getValue().entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow();
        if (sum(most.getValue()) * pes < MUCH * (allNs - handOverNs)) {
            text.line("Waits: %s in all, for all PEs about equally.", Units.time(allNs));
        } else {
            text.line(
                    "Waits: others waited most for PE %d, %s of %s of all waits; the largest part in %s (%s).",
                    most.getKey(),
                    Units.percent(sum(most.getValue()), allNs),
                    Units.time(allNs),
                    place.getKey(),
                    Units.percent(place.getValue(), allNs));
        }
        if (handOverNs > allNs / 4) {
            text.line(
                    "Hand-over: %s of these waits passed between an operation and the moment when the PE that waited"
                            + " for it went on. That is the network, or a PE that waits for a CPU.",
                    Units.percent(handOverNs, allNs));
        }
    }
}
