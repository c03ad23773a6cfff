package org.jshmem.flow;

import org.jshmem.heap.Memory;

/** The receiving end of a {@link Lane}: hands records to the flow where they lie. */
final class Inlet {
    private final AbstractFlow flow;
    private final int pe;
    private final long base;
    private final long end;
    private final int batch;
    private final long publishedWord;
    private final long takenWord;

    /** Null on a node. */
    private final Wire wire;

    private long at;
    private long taken;

    /** What the sender was told by the wire. */
    private long told;

    /**
     * An inlet that is empty.
     *
     * @param pe the sender
     * @param base address of the ring
     * @param bytes of the ring
     * @param batch records are given back to the sender after so many bytes
     */
    Inlet(AbstractFlow flow, int pe, long base, long bytes, int batch, long publishedWord, long takenWord, Wire wire) {
        this.flow = flow;
        this.pe = pe;
        this.base = base;
        this.end = base + bytes;
        this.batch = batch;
        this.publishedWord = publishedWord;
        this.takenWord = takenWord;
        this.wire = wire;
        this.at = base;
    }

    /** Takes what has come; whether that was anything. */
    boolean poll() {
        long waiting = Memory.get64Acquire(publishedWord) - taken;
        if (waiting == 0) {
            return false;
        }
        boolean any = false;
        while (waiting > 0) {
            final long bytes = Math.min(Math.min(waiting, batch), end - at);
            final long reached = flow.take(at, at + bytes, pe, wire != null);
            final long done = reached - at;
            taken += done;
            any |= done > 0;
            at = reached == end ? base : reached;
            tell(); // last, as it may throw
            if (done < bytes) {
                break;
            }
            waiting -= bytes;
        }
        return any;
    }

    private void tell() {
        if (wire == null) {
            Memory.put64Release(takenWord, taken);
        } else if (taken - told >= (end - base) / 2) {
            wire.set(taken);
            told = taken;
        }
    }

    /** Whether all that was published has been taken. */
    boolean isEmpty() {
        return Memory.get64Acquire(publishedWord) == taken;
    }
}
