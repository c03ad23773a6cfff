package org.jshmem.flow;

import java.lang.foreign.Arena;
import org.jshmem.heap.Memory;

/**
 * Memory of this process for records that a handler sends while their lane is full. A handler must not wait, because
 * its PE would take no records meanwhile, and two PEs could wait for each other for ever. Such records wait here in
 * order, and the memory grows as long as handlers send more than their targets take.
 */
final class Overflow {
    private static final long FIRST_BYTES = 8 << 10;

    private final long[] cursors;
    private final int next;
    private Arena arena;
    private long base;
    private long bytes;
    private long head;
    private boolean isActive;

    /** @param next index of the cursor of the lane, which is followed by its limit */
    Overflow(long[] cursors, int next) {
        this.cursors = cursors;
        this.next = next;
    }

    /** Whether the cursor of the lane points here. */
    boolean isActive() {
        return isActive;
    }

    /** Bytes that wait here. */
    long waiting() {
        return isActive ? cursors[next] - head : 0;
    }

    /** The size of the memory. */
    long bytes() {
        return bytes;
    }

    long head() {
        return head;
    }

    void skip(long moved) {
        head += moved;
    }

    /** Has the cursor point here, with room for one record more. */
    void makeRoom(int stride) {
        if (!isActive) {
            if (bytes < stride) {
                grow(0, stride);
            }
            isActive = true;
            head = base;
            point(0);
        } else if (cursors[next] + stride > base + bytes) {
            final long waiting = waiting();
            if (waiting + stride > bytes / 2) {
                grow(waiting, stride);
            } else {
                Memory.copy(head, base, waiting);
            }
            head = base;
            point(waiting);
        }
    }

    private void point(long waiting) {
        cursors[next] = base + waiting;
        cursors[next + 1] = base + bytes;
    }

    private void grow(long waiting, int stride) {
        final long larger = Math.max(Math.max(FIRST_BYTES, 2 * bytes) / stride, 4) * stride;
        final Arena other = Arena.ofShared();
        final long to = other.allocate(larger, 8).address();
        if (waiting > 0) {
            Memory.copy(head, to, waiting);
        }
        end();
        arena = other;
        base = to;
        bytes = larger;
    }

    /** The records are gone; the cursor points elsewhere again. */
    void leave() {
        isActive = false;
    }

    /** Gives the memory back. */
    void end() {
        if (arena != null) {
            arena.close();
            arena = null;
            bytes = 0;
        }
    }
}
