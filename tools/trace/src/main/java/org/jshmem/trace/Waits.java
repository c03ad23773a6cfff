package org.jshmem.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The waits of a time line that arrows end, by track, ordered by end. */
final class Waits {
    private final Timeline timeline;
    private final List<List<Wait>> byTrack = new ArrayList<>();

    /** By track, the ends of waits that no arrow ends, and how long these waits and those before were. */
    private final List<NavigableMap<Long, Long>> unknown = new ArrayList<>();

    Waits(Timeline timeline) {
        this.timeline = timeline;
        final List<Map<Long, Timeline.Arrow>> ends = new ArrayList<>();
        timeline.tracks().forEach(_ -> ends.add(new HashMap<>()));
        timeline.arrows().forEach(arrow -> ends.get(arrow.toTrack()).put(arrow.toNs(), arrow));
        for (int track = 0; track < ends.size(); track++) {
            byTrack.add(of(track, ends.get(track)));
        }
    }

    private List<Wait> of(int track, Map<Long, Timeline.Arrow> ends) {
        final Slices slices = timeline.tracks().get(track).slices();
        final List<Wait> waits = new ArrayList<>();
        final NavigableMap<Long, Long> others = new TreeMap<>();
        unknown.add(others);
        long sum = 0;
        long until = 0;
        for (int i = 0; i < slices.size(); i++) {
            if (!ends.containsKey(slices.end(i)) && isWait(slices, i) && slices.begin(i) >= until) {
                sum += slices.end(i) - slices.begin(i);
                until = slices.end(i);
                others.put(until, sum);
            }
            final Timeline.Arrow arrow = slices.begin(i) < slices.end(i) ? ends.get(slices.end(i)) : null;
            if (arrow != null && arrow.fromNs() > slices.begin(i)) {
                waits.add(new Wait(track, i, arrow, Math.min(arrow.fromNs(), slices.end(i)) - slices.begin(i)));
            }
        }
        waits.sort((a, b) -> Long.compare(a.arrow().toNs(), b.arrow().toNs()));
        return waits;
    }

    /** The PE of a track. */
    int peOf(int track) {
        return timeline.tracks().get(track).pe();
    }

    private Slices slices(Wait wait) {
        return timeline.tracks().get(wait.track()).slices();
    }

    long begin(Wait wait) {
        return slices(wait).begin(wait.slice());
    }

    /** The call and the line of the program. */
    String place(Wait wait) {
        return place(slices(wait), wait.slice());
    }

    static String place(Slices slices, int i) {
        return slices.name(i) + (slices.site(i).isEmpty() ? "" : " at " + slices.site(i));
    }

    List<Wait> on(int track) {
        return byTrack.get(track);
    }

    List<Wait> all() {
        return byTrack.stream().flatMap(List::stream).toList();
    }

    /** How long a track waited in a time for what is not known. */
    long unknown(int track, long fromNs, long toNs) {
        final NavigableMap<Long, Long> waits = unknown.get(track);
        final Map.Entry<Long, Long> before = waits.lowerEntry(fromNs + 1);
        final Map.Entry<Long, Long> until = waits.lowerEntry(toNs + 1);
        return (until == null ? 0 : until.getValue()) - (before == null ? 0 : before.getValue());
    }

    /** Whether a slice is a wait by its kind. */
    static boolean isWait(Slices slices, int i) {
        return slices.detail(i).equals(Event.NOT_ENDED)
                || switch (slices.category(i)) {
                    case WAIT -> true;
                    case FLOW -> slices.name(i).equals("flowWait");
                    case MESSAGE ->
                        switch (slices.name(i)) {
                            case "recv", "take", "probe", "await" -> true;
                            default -> false;
                        };
                    case LOCK -> slices.name(i).equals("setLock");
                    default -> false;
                };
    }

    /** The last wait on a track that has ended by a time; null if there is none. */
    Wait lastBefore(int track, long time) {
        final List<Wait> waits = byTrack.get(track);
        int low = 0;
        int high = waits.size();
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (waits.get(middle).arrow().toNs() <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? null : waits.get(low - 1);
    }
}
