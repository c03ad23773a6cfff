package org.jshmem.transport.ofi;

/**
 * What a thread waits for: some parts of a transfer, or one reply. Counted up by the thread before it issues a part and down by
 * whoever completes it, always inside the gate of one channel.
 */
final class Ticket {
    /** Its place in {@link Tickets}, which replies carry. */
    final int id;

    /** The next free one, see {@link Tickets}. */
    int next;

    /** Of a piece of a get: where it goes, and the piece after it. */
    int buffer;

    Ticket following;

    private volatile int pending;
    private long result;

    Ticket(int id) {
        this.id = id;
    }

    /** The parts under way. */
    int pending() {
        return pending;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // inside a gate
    void expect() {
        pending++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // inside a gate
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
