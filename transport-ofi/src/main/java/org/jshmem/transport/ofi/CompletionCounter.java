package org.jshmem.transport.ofi;

/**
 * Counts the parts of a transfer, or the reply, for which a thread waits. Parts are counted up when they are issued and
 * down when their completions are read, both while the channel's lock is held. A reply is counted before the request is
 * sent; its arrival sets the count to 0.
 */
final class CompletionCounter {
    /** Index in {@link CompletionCounters}; a reply carries it back. */
    final int id;

    /** In the pool's stack, the id of the next free counter plus 1; 0 at the end. See {@link CompletionCounters}. */
    int next;

    /** Of a piece of a staged get, the staging buffer. */
    int buffer;

    /** Of a piece of a staged get, the counter of the next piece. */
    CompletionCounter following;

    private volatile int pending;
    private long result;
    private boolean isRefused;

    CompletionCounter(int id) {
        this.id = id;
    }

    /** Parts under way. */
    int pending() {
        return pending;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // a channel's lock is held
    void expect() {
        pending++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // a channel's lock is held
    void done() {
        pending--;
    }

    /** Records the reply, or why there is none. */
    void done(long value, boolean refuses) {
        result = value;
        isRefused = refuses;
        pending = 0;
    }

    /** The value in the reply; valid once nothing is pending. */
    long result() {
        return result;
    }

    /** Whether that value is the reason why there is no result; valid once nothing is pending. */
    boolean isRefused() {
        return isRefused;
    }
}
