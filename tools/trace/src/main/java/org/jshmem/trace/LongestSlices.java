package org.jshmem.trace;

import java.util.Arrays;
import java.util.List;

/** Chooses the longest slices of all tracks. One thread asks for each track once. */
final class LongestSlices {
    private final long leftOut;
    private final long leastNs;
    private long leastRemaining;

    /** Chooses at most as many slices as {@code most}. */
    LongestSlices(List<Timeline.Track> tracks, int most) {
        final long total =
                tracks.stream().mapToLong(track -> track.slices().size()).sum();
        leftOut = Math.max(0, total - most);
        if (leftOut == 0 || most == 0) {
            leastNs = leftOut == 0 ? -1 : Long.MAX_VALUE;
            return;
        }
        final long[] durations = durations(tracks, Math.toIntExact(total));
        Arrays.sort(durations);
        leastNs = durations[(int) leftOut];
        leastRemaining =
                most - Arrays.stream(durations).filter(ns -> ns > leastNs).count();
    }

    private static long[] durations(List<Timeline.Track> tracks, int total) {
        final long[] durations = new long[total];
        int next = 0;
        for (final Timeline.Track track : tracks) {
            final Slices slices = track.slices();
            for (int i = 0; i < slices.size(); i++) {
                durations[next++] = duration(slices, i);
            }
        }
        return durations;
    }

    private static long duration(Slices slices, int i) {
        return slices.end(i) - slices.begin(i);
    }

    /** How many slices are not chosen. */
    long leftOut() {
        return leftOut;
    }

    /** The chosen slices of a track in its order, but of slices that begin together the longest first. */
    int[] of(Slices slices) {
        final int[] chosen = new int[slices.size()];
        int size = 0;
        for (int i = 0; i < slices.size(); i++) {
            if (isChosen(duration(slices, i))) {
                insert(chosen, size++, slices, i);
            }
        }
        return Arrays.copyOf(chosen, size);
    }

    private boolean isChosen(long ns) {
        return ns > leastNs || (ns == leastNs && leastRemaining-- > 0);
    }

    private static void insert(int[] chosen, int size, Slices slices, int slice) {
        int at = size;
        while (at > 0
                && slices.begin(chosen[at - 1]) == slices.begin(slice)
                && slices.end(chosen[at - 1]) < slices.end(slice)) {
            chosen[at] = chosen[at - 1];
            at--;
        }
        chosen[at] = slice;
    }
}
