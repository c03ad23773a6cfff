package org.jshmem.heap;

/**
 * Which PE of the node owns each piece of the shared heap, as one PE sees and changes it.
 *
 * <p>A PE takes consecutive pieces by a compare-and-swap of the owner of each, in ascending order. If it meets another
 * PE's piece, it gives back those that it has taken and looks further on. So where two PEs take pieces at the same
 * time, one goes on; a PE that is killed leaves its pieces taken, and nobody waits for it.
 *
 * <p>Callers hold the lock of the heap, which excludes the threads of this PE only.
 */
final class Pieces {
    private final SharedLayout layout;
    private final long base;
    private final int owner;

    /** Where the next search begins. */
    private int searchFrom;

    /**
     * The pieces of a shared heap.
     *
     * @param layout how the heap is laid out
     * @param base where the heap is mapped
     * @param me the index of this PE on the node
     */
    Pieces(SharedLayout layout, long base, int me) {
        this.layout = layout;
        this.base = base;
        this.owner = me + 1;
        this.searchFrom = layout.firstPiece();
    }

    /** Takes consecutive pieces; returns the first one, or −1 if there are none. */
    int take(int count) {
        boolean metAnother;
        do { // a search that has met nobody and found nothing means that there are none
            metAnother = false;
            for (int start = nextFree(searchFrom, count); start >= 0; start = nextFree(start + 1, count)) {
                if (takeAt(start, count)) {
                    searchFrom = start + count;
                    return start;
                }
                metAnother = true;
            }
            metAnother |= searchFrom != layout.firstPiece();
            searchFrom = layout.firstPiece();
        } while (metAnother);
        return -1;
    }

    /** Gives pieces to the node again. */
    void leave(int first, int count) {
        for (int piece = first; piece < first + count; piece++) {
            Memory.put32Volatile(base + layout.ownerOffset(piece), 0);
        }
        searchFrom = Math.min(searchFrom, first);
    }

    /** The first of so many consecutive pieces without owners, or −1. */
    private int nextFree(int from, int count) {
        final int last = layout.pieces() - count;
        int start = from;
        while (start <= last) {
            final int taken = lastTaken(start, count);
            if (taken < 0) {
                return start;
            }
            start = taken + 1;
        }
        return -1;
    }

    private int lastTaken(int start, int count) {
        for (int piece = start + count - 1; piece >= start; piece--) {
            if (Memory.get32Acquire(base + layout.ownerOffset(piece)) != 0) {
                return piece;
            }
        }
        return -1;
    }

    private boolean takeAt(int start, int count) {
        for (int piece = start; piece < start + count; piece++) {
            if (Memory.compareAndExchange32Volatile(base + layout.ownerOffset(piece), 0, owner) != 0) {
                leave(start, piece - start);
                return false;
            }
        }
        return true;
    }
}
