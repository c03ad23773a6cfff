package org.jshmem.internal.messages;

/** A PE of this node as a target of messages. */
final class Neighbour {
    /** By which messages reach it. */
    final SlotRing ring;

    /** Where its threads sleep. */
    final long waitPoint;

    /** Sends that wait for room, in order. */
    final RequestQueue waiting = new RequestQueue();

    /** Records of messages to it. */
    int records;

    /** How many more messages are sent by value, after one by reference had to be moved. */
    int impatience;

    Neighbour(SlotRing ring, long waitPoint) {
        this.ring = ring;
        this.waitPoint = waitPoint;
    }
}
