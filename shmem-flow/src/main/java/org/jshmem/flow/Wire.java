package org.jshmem.flow;

import org.jshmem.ShmemContext;
import org.jshmem.spi.RawOperations;

/** The way of a lane to another node: puts bytes into a ring of a PE there, and sets words. */
final class Wire {
    private final ShmemContext context;
    private final int pe;

    /** Offsets, as operations take them, of the ring and of the word at the other end. */
    private final long ring;

    private final long word;

    /** @param ring 0 for the receiving end, which only sets the word */
    Wire(ShmemContext context, int pe, long ring, long word) {
        this.context = context;
        this.pe = pe;
        this.ring = ring;
        this.word = word;
    }

    /** Copies to a place of the ring; the word follows. The source must not change before the other end has read it. */
    void put(long place, long address, long bytes, long value) {
        RawOperations.putNbi(context, ring + place, address, bytes, pe);
        RawOperations.signal(context, word, value, pe);
    }

    void set(long value) {
        RawOperations.signal(context, word, value, pe);
    }
}
