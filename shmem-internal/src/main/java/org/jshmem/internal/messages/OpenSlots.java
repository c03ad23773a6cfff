package org.jshmem.internal.messages;

import org.jshmem.internal.waiting.WaitPoints;

/**
 * The slots that a send has taken from a ring and has not published yet. The receiver waits for them, and for all that
 * comes after them, so they have to be published whatever happens.
 *
 * <p>An error such as a {@link StackOverflowError} may leave the send in between, and there may be too little stack
 * even to publish them then. So what was taken is noted without a call, and the next send, or the next progress,
 * finishes what a send has left. Guarded by the engine's lock.
 */
final class OpenSlots {
    /** Null if there are none. */
    private Neighbour target;

    private long first;
    private int count;

    /** Takes slots for a message; returns the first ticket, or a negative number if the ring has no room. */
    long take(Neighbour neighbour, int slots) {
        if (target != null) {
            finish();
        }
        final long ticket = neighbour.ring.take(slots);
        if (ticket >= 0) {
            first = ticket;
            count = slots;
            target = neighbour;
        }
        return ticket;
    }

    /** All are published. */
    void published() {
        target = null;
    }

    boolean areOpen() {
        return target != null;
    }

    /** Whether the receiver may have seen the message. */
    boolean isFirstPublished() {
        return target.ring.isPublished(first);
    }

    /**
     * Publishes those that are not. If not even the first one is, the receiver passes over all of them; otherwise the
     * message is whole. The first one comes last, so that this can be repeated after an error.
     */
    void finish() {
        final SlotRing ring = target.ring;
        final boolean isWhole = ring.isPublished(first);
        for (int i = count - 1; i >= 0; i--) {
            if (!ring.isPublished(first + i)) {
                if (!isWhole) {
                    SlotHeader.writeNothing(ring.slot(first + i));
                }
                ring.publish(first + i);
            }
        }
        WaitPoints.wake(target.waitPoint);
        target = null;
    }
}
