package org.jshmem.internal.messages;

/** Waiting for what another PE does within microseconds. */
final class Moment {
    /** Looks at a word before a thread yields. */
    private static final int SPINS = 1000;

    private Moment() {}

    /** Passes a moment. */
    static void pass(int looks) {
        if (looks < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
