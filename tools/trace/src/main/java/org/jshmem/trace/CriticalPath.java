package org.jshmem.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The chain of work without which the job would have ended sooner. It is followed back from the PE that was busy last:
 * from a wait to the operation that has ended it, and from there to the wait before that on the other PE.
 */
final class CriticalPath {
    private static final int MOST = 10_000_000;

    private CriticalPath() {}

    /**
     * A stretch on a PE.
     *
     * @param track the track
     * @param fromNs its begin
     * @param toNs its end
     * @param unknownNs how much of it was waits of which it is not known what ended them
     * @param next the wait that its last operation has ended; null for the last stretch
     */
    record Stretch(int track, long fromNs, long toNs, long unknownNs, Wait next) {
        long ns() {
            return toNs - fromNs;
        }
    }

    /** Its stretches, the first one first. */
    static List<Stretch> of(Timeline timeline, Waits waits) {
        final List<Stretch> path = new ArrayList<>();
        int track = last(timeline);
        if (track < 0) {
            return path;
        }
        long time = end(timeline.tracks().get(track).slices());
        Wait next = null;
        for (int i = 0; i < MOST; i++) {
            final Wait wait = waits.lastBefore(track, time);
            if (wait == null || wait.arrow().fromNs() >= time) {
                break;
            }
            path.add(new Stretch(
                    track,
                    wait.arrow().toNs(),
                    time,
                    waits.unknown(track, wait.arrow().toNs(), time),
                    next));
            next = wait;
            time = wait.arrow().fromNs();
            track = wait.arrow().fromTrack();
        }
        path.add(new Stretch(track, 0, time, waits.unknown(track, 0, time), next));
        Collections.reverse(path);
        return path;
    }

    private static int last(Timeline timeline) {
        int best = -1;
        for (int i = 0; i < timeline.tracks().size(); i++) {
            final Slices slices = timeline.tracks().get(i).slices();
            if (slices.size() > 0
                    && slices.category(0) != Category.JVM
                    && (best < 0
                            || end(slices) > end(timeline.tracks().get(best).slices()))) {
                best = i;
            }
        }
        return best;
    }

    private static long end(Slices slices) {
        long end = 0;
        for (int i = 0; i < slices.size(); i++) {
            end = Math.max(end, slices.end(i));
        }
        return end;
    }
}
