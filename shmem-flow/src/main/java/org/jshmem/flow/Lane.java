package org.jshmem.flow;

import org.jshmem.heap.Memory;
import org.jshmem.spi.FlowFigures;

/**
 * The sending end of a stream of records to one PE. Its ring holds a whole number of records of one size.
 *
 * <p>On a node the ring is memory of the receiver, where records are read in place. The sender collects records in a
 * buffer of its own, and copies them to the ring when it publishes them: stores of single records would wait for the
 * cache lines that the receiver has read last. A PE's lane to itself needs no buffer. Between nodes the ring is memory
 * of the sender, a copy of a ring of the receiver: what is published is put to the same place there.
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
    private final long buffer;
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

    /** Where the next record to be published has its place in the ring. */
    private long place;

    /**
     * A lane that is empty.
     *
     * @param index of the lane; its cursor and its limit are {@code cursors[2 * index]} and the element after it
     * @param base address of the ring
     * @param bytes of the ring, a multiple of the batch
     * @param batch bytes after which records are published, a multiple of the stride
     * @param publishedWord address; not used with a wire
     * @param buffer address of a batch of this PE's memory; 0 if records are written into the ring
     */
    Lane(
            int pe,
            int stride,
            long[] cursors,
            int index,
            long buffer,
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
        this.buffer = buffer;
        this.place = base;
        empty();
    }

    /** Where the records are that are not published. */
    private long written() {
        return buffer == 0 ? place : buffer;
    }

    /** Starts again with neither records nor room. */
    private void empty() {
        cursors[next] = written();
        cursors[next + 1] = written();
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
        cursors[next + 1] = cursors[next] + Math.min(Math.min(free, batch), end - place);
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
        final long bytes = at - written();
        if (bytes != 0) {
            publish(written(), bytes);
            if (buffer != 0 || place == base) {
                empty();
            }
        }
        return true;
    }

    /**
     * Puts records to their place in the ring, unless they are there, and tells the receiver. If that throws, nothing
     * has been published.
     */
    private void publish(long from, long bytes) {
        if (from != place) {
            Memory.copy(from, place, bytes);
        }
        final long all = published + bytes;
        if (wire == null) {
            Memory.put64Release(publishedWord, all);
        } else {
            wire.put(place - base, place, bytes, all);
        }
        published = all;
        place = place + bytes == end ? base : place + bytes;
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
            final long bytes = Math.min(Math.min(free, batch), Math.min(waiting, end - place));
            publish(overflow.head(), bytes);
            overflow.skip(bytes);
            waiting -= bytes;
            if (figures != null) {
                figures.overflowed(bytes / stride);
            }
        }
        overflow.leave();
        empty();
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
        return published + (overflow.isActive() ? overflow.waiting() : cursors[next] - written());
    }

    /** Bytes that the receiver has not taken, as far as is known. */
    long waiting() {
        return sent() - Memory.get64Acquire(takenWord);
    }

    void end() {
        overflow.end();
    }
}
