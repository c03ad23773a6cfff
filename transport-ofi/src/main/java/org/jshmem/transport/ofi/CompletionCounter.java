package org.jshmem.transport.ofi;

/**
 * What a thread waits for: some parts of a transfer, or one reply. Counted up by the thread before it issues a part and
 * down by whoever completes it, always while the lock is held of one channel.
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

    @SuppressWarnings("NonAtomicVolatileUpdate") // inside a lock
    void expect() {
        pending++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // inside a lock
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
