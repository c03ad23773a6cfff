package org.jshmem.transport.ofi;

/** The pieces of a get that are under way, first in, first out. */
final class StagedGets {
    private final int[] buffers;
    private final Ticket[] tickets;
    private int first;
    private int count;

    StagedGets(int most) {
        buffers = new int[most];
        tickets = new Ticket[most];
    }

    boolean hasRoom() {
        return count < buffers.length;
    }

    boolean isEmpty() {
        return count == 0;
    }

    void add(int buffer, Ticket ticket) {
        final int last = (first + count) % buffers.length;
        buffers[last] = buffer;
        tickets[last] = ticket;
        count++;
    }

    /** The buffer of the first. */
    int buffer() {
        return buffers[first];
    }

    /** Removes the first. */
    Ticket remove() {
        final Ticket ticket = tickets[first];
        first = (first + 1) % buffers.length;
        count--;
        return ticket;
    }
}
