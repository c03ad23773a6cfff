package org.jshmem.trace;

import java.util.List;

/**
 * Where the time of a PE went: that of its thread with the most slices, between the first and the last thing that is
 * known of it. Operations that were too short to be recorded count as compute.
 *
 * @param pe the PE's number
 * @param track the number of the track
 * @param computeNs outside of the library
 * @param waitNs waiting for other PEs
 * @param libraryNs in the library otherwise
 * @param collectionNs pauses for garbage collection, which are also in the other times; −1 if its JVM has logged
 *     nothing
 */
record PeTimes(int pe, int track, long computeNs, long waitNs, long libraryNs, long collectionNs) {
    static PeTimes of(Timeline timeline, Waits waits, int pe) {
        final int track = main(timeline, pe);
        if (track < 0) {
            return new PeTimes(pe, -1, timeline.durationNs(), 0, 0, collections(timeline, pe));
        }
        final Slices slices = timeline.tracks().get(track).slices();
        final List<Wait> ended = waits.on(track);
        final long[] waitOf = new long[slices.size()];
        ended.forEach(wait -> waitOf[wait.slice()] = wait.ns());
        long inLibrary = 0;
        long waiting = 0;
        long until = 0;
        long waitUntil = 0;
        for (int i = 0; i < slices.size(); i++) {
            if (slices.begin(i) >= until) {
                inLibrary += slices.end(i) - slices.begin(i);
                until = slices.end(i);
            }
            final long wait = waitOf[i] == 0 && Waits.isWait(slices, i) ? slices.end(i) - slices.begin(i) : waitOf[i];
            if (wait > 0 && slices.begin(i) >= waitUntil) {
                waiting += wait;
                waitUntil = slices.end(i);
            }
        }
        return new PeTimes(
                pe,
                track,
                timeline.durationNs() - inLibrary,
                waiting,
                Math.max(0, inLibrary - waiting),
                collections(timeline, pe));
    }

    private static int main(Timeline timeline, int pe) {
        int best = -1;
        for (int i = 0; i < timeline.tracks().size(); i++) {
            final Timeline.Track track = timeline.tracks().get(i);
            if (track.pe() == pe
                    && track.slices().size() > 0
                    && track.slices().category(0) != Category.JVM
                    && (best < 0
                            || track.slices().size()
                                    > timeline.tracks().get(best).slices().size())) {
                best = i;
            }
        }
        return best;
    }

    private static long collections(Timeline timeline, int pe) {
        boolean isLogged = false; // each JVM has compiled something
        long sum = 0;
        for (Timeline.Track track : timeline.tracks()) {
            final Slices slices = track.slices();
            for (int i = 0; track.pe() == pe && i < slices.size(); i++) {
                if (slices.category(i) == Category.JVM) {
                    isLogged = true;
                    sum += slices.name(i).startsWith("GC") ? slices.end(i) - slices.begin(i) : 0;
                }
            }
        }
        return isLogged ? sum : -1;
    }
}
