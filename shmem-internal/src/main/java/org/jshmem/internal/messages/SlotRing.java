package org.jshmem.internal.messages;

import org.jshmem.heap.Memory;

/**
 * The ring by which messages reach a PE, as one sender, or the receiver, uses it.
 *
 * <p><b>Protocol.</b> Tickets number the slots that were ever used; ticket {@code t} is in slot {@code t} modulo the
 * ring's size. A sender takes one or more consecutive tickets by a compare-and-swap of the tail, and only if the ring
 * has room for them: fewer tickets than slots lie between the head and the last one. It then fills the slots and
 * publishes each by storing its number, ticket + 1, with release semantics. The receiver looks at the slot of its next
 * ticket; the number there is that ticket's, or that of an earlier round. It reads the slot after the number, with
 * acquire semantics, and announces by the head, every few slots, which slots it no longer reads.
 *
 * <p>A sender keeps the head that it has seen last, and loads it again only if the ring seems to be full. The head only
 * grows, so an old one is on the safe side. In the usual case a message costs one compare-and-swap of a line that only
 * senders write, and the stores to the slot.
 *
 * <p>Messages of one sender keep their order, and a waiting receiver looks at one word. The receiver waits for a sender
 * that has taken tickets and not published them yet.
 *
 * <p><b>Threads.</b> One thread of a PE at a time.
 */
final class SlotRing {
    /** The receiver announces the head when it has released this many slots since. */
    private static final int ANNOUNCE_EVERY = 8;

    private final long area;

    /** Sender: the head that was seen last. */
    private long headSeen;

    /** Receiver: its next ticket, and the head that it has announced. */
    private long next;

    private long announced;

    SlotRing(long area) {
        this.area = area;
    }

    /**
     * Sender: takes tickets.
     *
     * @param count how many
     * @return the first one, or −1 if the ring has no room for them now
     */
    long take(int count) {
        while (true) {
            final long tail = Memory.get64(area + MessageArea.TAIL);
            if (tail + count - headSeen > MessageArea.SLOTS) {
                headSeen = Memory.get64Acquire(area + MessageArea.HEAD);
                if (tail + count - headSeen > MessageArea.SLOTS) {
                    return -1;
                }
            }
            if (Memory.compareAndExchange64Volatile(area + MessageArea.TAIL, tail, tail + count) == tail) {
                return tail;
            }
        }
    }

    /** The address of the slot of a ticket. */
    long slot(long ticket) {
        return MessageArea.slot(area, ticket);
    }

    /** Sender: publishes a slot that it has filled. */
    void publish(long ticket) {
        Memory.put64Release(slot(ticket) + MessageArea.NUMBER, ticket + 1);
    }

    /** Sender: whether it has published a slot. */
    boolean isPublished(long ticket) {
        return Memory.get64Acquire(slot(ticket) + MessageArea.NUMBER) > ticket;
    }

    /** Receiver: whether the next slot is published. */
    boolean isReady() {
        return Memory.get64Acquire(slot(next) + MessageArea.NUMBER) == next + 1;
    }

    /** Receiver: whether half of the slots are published and not released. */
    boolean isHalfFull() {
        final long ticket = next + MessageArea.SLOTS / 2 - 1;
        return Memory.get64Acquire(slot(ticket) + MessageArea.NUMBER) == ticket + 1;
    }

    /** Receiver: the address of the next slot. */
    long nextSlot() {
        return slot(next);
    }

    /** Receiver: goes on to the slot after the next; may announce that it no longer reads the others. */
    void advance() {
        next++;
        if (next - announced >= ANNOUNCE_EVERY) {
            announced = next;
            Memory.put64Release(area + MessageArea.HEAD, next);
        }
    }
}
