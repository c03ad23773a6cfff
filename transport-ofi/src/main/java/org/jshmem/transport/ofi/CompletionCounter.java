package org.jshmem.transport.ofi;

/**
 * Counts the parts of a transfer, or the reply, for which a thread waits. Parts are counted up when they are issued and
 * down when their completions are read, both while the channel's lock is held. A reply is counted before the request is
 * sent; its arrival sets the count to 0.
 */
final class CompletionCounter {
    /** Its place in {@link CompletionCounters}, which replies carry. */
    final int id;

    /** The next free one, see {@link CompletionCounters}. */
    int next;

    /** Of a piece of a get: where it goes, and the piece after it. */
    int buffer;

    CompletionCounter following;

    private volatile int pending;
    private long result;

    CompletionCounter(int id) {
        this.id = id;
    }

    /** The parts under way. */
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

    /** A reply has come. */
    void done(long value) {
        result = value;
        pending = 0;
    }

    /** What the reply brought. */
    long result() {
        return result;
    }
}
