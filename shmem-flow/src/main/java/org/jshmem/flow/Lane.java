package org.jshmem.flow;

import org.jshmem.heap.Memory;
import org.jshmem.spi.FlowFigures;

/**
 * The sending end of a stream of records to one PE. Its ring holds a whole number of records of one size.
 *
 * <p>On a node the ring is memory of the receiver, where records are written and read in place. Between nodes it is
 * memory of the sender, a copy of a ring of the receiver: what is published is put to the same place there.
 *
 * <p><b>Protocol.</b> Two words count bytes since the start: {@code published}, which only the sender writes, after the
 * records (release); {@code taken}, which only the receiver writes, after it has handled them (release). So
 * {@code published - taken} bytes of the ring are the receiver's, and the rest is the sender's. The sender reads
 * {@code taken} (acquire) before it writes into bytes that were the receiver's. Between nodes a signal sets each word,
 * after the puts before it; that the receiver has taken records shows that the put of them no longer reads this memory.
 *
 * <p><b>Cursor.</b> Where the next record goes, and up to where there is room, are two elements of an array of the
 * flow, since the fast path reads nothing else. The limit ends a batch, after which records are published; so a
 * receiver reads a cache line once, and the sender looks at {@code taken} seldom.
 */
final class Lane {
    /** The PE at its other end. */
    final int pe;

    private final int stride;
    private final long base;
    private final long end;
    private final int batch;
    private final long[] cursors;
    private final int next;
    private final long publishedWord;
    private final long takenWord;

    /** Null on a node. */
    private final Wire wire;

    private final Overflow overflow;

    /** Null unless a tool watches the flow. */
    private FlowFigures figures;

    /** Bytes published, and taken as far as is known. */
    private long published;

    private long taken;

    /** Where the records start that are not published. */
    private long start;

    /**
     * A lane that is empty.
     *
     * @param index of the lane; its cursor and its limit are {@code cursors[2 * index]} and the element after it
     * @param base address of the ring
     * @param bytes of the ring, a multiple of the batch
     * @param batch bytes after which records are published, a multiple of the stride
     * @param publishedWord address; not used with a wire
     */
    Lane(
            int pe,
            int stride,
            long[] cursors,
            int index,
            long base,
            long bytes,
            int batch,
            long publishedWord,
            long takenWord,
            Wire wire) {
        this.pe = pe;
        this.stride = stride;
        this.base = base;
        this.end = base + bytes;
        this.batch = batch;
        this.cursors = cursors;
        this.next = 2 * index;
        this.publishedWord = publishedWord;
        this.takenWord = takenWord;
        this.wire = wire;
        this.overflow = new Overflow(cursors, next);
        this.start = base;
        cursors[next] = base;
        cursors[next + 1] = base;
    }

    /** Has the lane count what it sends from now on. */
    void countIn(FlowFigures counts) {
        figures = counts;
    }

    /** Publishes what was sent; whether there is room for a record then, in the ring. */
    boolean makeRoom() {
        if (!publish()) {
            return false;
        }
        if (cursors[next] < cursors[next + 1]) {
            return true;
        }
        final long free = free(batch);
        cursors[next + 1] = Math.min(start + Math.min(free, batch), end);
        return free != 0;
    }

    /** Publishes what was sent, and makes room for a record wherever that is. */
    void makeRoomAnywhere() {
        if (!makeRoom()) {
            final long before = overflow.bytes();
            overflow.makeRoom(stride);
            if (figures != null) {
                figures.allocated(overflow.bytes() - before);
            }
        }
    }

    /** Whether there is room for a record in the ring, without publishing more than that needs. */
    boolean hasRoom() {
        return !overflow.isActive() && cursors[next] < cursors[next + 1] || makeRoom();
    }

    /** Publishes what was sent; false if the ring has no room for all of it. */
    boolean publish() {
        return overflow.isActive() ? moveOverflow() : publishTo(cursors[next]);
    }

    private boolean publishTo(long at) {
        final long bytes = at - start;
        if (bytes != 0) {
            tell(bytes);
            start = at;
        }
        if (at == end) {
            start = base;
            cursors[next] = base;
            cursors[next + 1] = base;
        }
        return true;
    }

    /** Tells the receiver of bytes from the start of those that are not published. */
    private void tell(long bytes) {
        published += bytes;
        if (wire == null) {
            Memory.put64Release(publishedWord, published);
        } else {
            wire.put(start - base, start, bytes, published);
        }
        if (figures != null) {
            figures.published(bytes / stride, bytes, batch);
        }
    }

    private boolean moveOverflow() {
        long waiting = overflow.waiting();
        while (waiting > 0) {
            final long free = free(1);
            if (free == 0) {
                return false;
            }
            final long bytes = Math.min(Math.min(free, batch), Math.min(waiting, end - start));
            Memory.copy(overflow.head(), start, bytes);
            overflow.skip(bytes);
            waiting -= bytes;
            tell(bytes);
            if (figures != null) {
                figures.overflowed(bytes / stride);
            }
            start = start + bytes == end ? base : start + bytes;
        }
        overflow.leave();
        cursors[next] = start;
        cursors[next + 1] = start;
        return true;
    }

    /** Bytes that are free, as far as is known; looks if that is less than what is wanted. */
    private long free(long wanted) {
        final long capacity = end - base;
        if (capacity - (published - taken) < wanted) {
            taken = Memory.get64Acquire(takenWord);
        }
        return capacity - (published - taken);
    }

    /** Bytes sent so far. */
    long sent() {
        return published + (overflow.isActive() ? overflow.waiting() : cursors[next] - start);
    }

    /** Bytes that the receiver has not taken, as far as is known. */
    long waiting() {
        return sent() - Memory.get64Acquire(takenWord);
    }

    void end() {
        overflow.end();
    }
}
