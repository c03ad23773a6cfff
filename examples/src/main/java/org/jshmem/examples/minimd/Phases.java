package org.jshmem.examples.minimd;

import java.util.Arrays;

/** Where the time goes: each {@link #add} counts the time since the one before as that of a phase. */
final class Phases {
    /** What a step consists of. */
    enum Phase {
        FORCES,
        NEIGHBOURS,
        COMMUNICATION,
        OTHER
    }

    private final long[] ns = new long[Phase.values().length];
    private long last;

    /** Begins anew. */
    void start() {
        Arrays.fill(ns, 0);
        last = System.nanoTime();
    }

    void add(Phase phase) {
        final long now = System.nanoTime();
        ns[phase.ordinal()] += now - last;
        last = now;
    }

    double seconds(Phase phase) {
        return ns[phase.ordinal()] / 1e9;
    }

    /** Seconds of all phases. */
    double total() {
        return Arrays.stream(ns).sum() / 1e9;
    }
}
