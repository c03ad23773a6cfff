package org.jshmem.trace;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts messages by PE, team and tag, for sends and for receives. Messages of the same sender, receiver, team and tag
 * are received in the order in which they were sent, so the sender's and the receiver's numbers of a message are equal.
 * There is an entry for each PE, team and tag that was used, until the end of the trace. Any thread may call.
 */
final class Sequences {
    private final Map<Key, long[]> counts = new HashMap<>();

    private record Key(int pe, long which) {}

    /** The team and the tag of a message in one word. */
    static long which(int team, int tag) {
        return (long) team << Integer.SIZE | tag;
    }

    static int team(long which) {
        return (int) (which >> Integer.SIZE);
    }

    static int tag(long which) {
        return (int) which;
    }

    /** The number of the next message, from 0. */
    synchronized long next(int pe, long which) {
        return counts.computeIfAbsent(new Key(pe, which), _ -> new long[1])[0]++;
    }
}
