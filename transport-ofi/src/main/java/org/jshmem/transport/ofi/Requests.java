package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.transport.ofi.domain.BufferPool;

/**
 * Keeps the operations of a channel that are under way. Each has a slot: memory that the provider may use until the
 * operation completes ({@code struct fi_context2}), and what the channel needs at completion. The completion carries
 * the address of the slot's memory.
 *
 * <p>Transfers (writes and reads) are numbered, and form a list in the order in which they were issued. Completions
 * come in any order. All transfers up to a number are complete when the first in the list has a higher number; quiet
 * waits for this.
 *
 * <p>The caller holds the channel's lock, except for {@link #isDone}, {@link #isBusy}, {@link #oldestPe} and
 * {@link #lastNumber}.
 */
final class Requests {
    /** Kinds of operations; only writes and reads are transfers. */
    static final byte WRITE = 0;

    static final byte READ = 1;
    static final byte SEND = 2;
    static final byte RECEIVE = 3;
    static final byte HEARTBEAT = 4;

    private static final String[] NAMES = {"put", "get", "message", "receive", "heartbeat"};

    /** At least {@code sizeof(struct fi_context2)}, which is eight pointers. */
    private static final long SLOT_BYTES = 64;

    private static final int SLOT_SHIFT = 6;
    private static final int NONE = -1;

    private final MemorySegment memory;
    private final long base;
    private final byte[] kinds;

    /** By slot, the PE; {@link #NONE} for a receive and for a free slot. */
    private final int[] pes;

    private final CompletionCounter[] counters;
    private final BufferPool[] pools;
    private final int[] buffers;
    private final long[] numbers;

    /** By slot, the next transfer in the list, or the next free slot. */
    private final int[] next;

    private final int[] previous;

    /** First free slot. */
    private int free = NONE;

    private int oldest = NONE;
    private int newest = NONE;

    /** Messages under way. */
    private volatile int sends;

    /** Number of the transfer issued last; numbers begin at 1. */
    private volatile long lastNumber;

    /** Number of the oldest transfer under way; the maximum if there is none. */
    private volatile long oldestNumber = Long.MAX_VALUE;

    Requests(int count) {
        memory = Arena.ofAuto().allocate(count * SLOT_BYTES, SLOT_BYTES);
        base = memory.address();
        kinds = new byte[count];
        pes = new int[count];
        Arrays.fill(pes, NONE);
        counters = new CompletionCounter[count];
        pools = new BufferPool[count];
        buffers = new int[count];
        numbers = new long[count];
        next = new int[count];
        previous = new int[count];
        for (int slot = count - 1; slot >= 0; slot--) {
            next[slot] = free;
            free = slot;
        }
    }

    /** Whether a slot is free, so that an operation can be issued. */
    boolean hasFree() {
        return free != NONE;
    }

    /** The slot that the next operation will get. */
    int peek() {
        return free;
    }

    long context(int slot) {
        return base + ((long) slot << SLOT_SHIFT);
    }

    int slot(long context) {
        return (int) (context - base >> SLOT_SHIFT);
    }

    /** Whether a context is the memory of one of these slots. */
    boolean owns(long context) {
        return context >= base && context < base + memory.byteSize();
    }

    /** Records that the operation with the slot {@link #peek} is under way. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // while the lock is held
    void issued(byte kind, int pe, CompletionCounter counter, BufferPool pool, int buffer) {
        final int slot = free;
        free = next[slot];
        kinds[slot] = kind;
        pes[slot] = pe;
        counters[slot] = counter;
        pools[slot] = pool;
        buffers[slot] = buffer;
        if (counter != null) {
            counter.expect();
        }
        if (isTransfer(kind)) {
            append(slot);
        } else if (kind == SEND) {
            sends++;
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // while the lock is held
    private void append(int slot) {
        numbers[slot] = ++lastNumber;
        previous[slot] = newest;
        next[slot] = NONE;
        if (newest == NONE) {
            oldest = slot;
            oldestNumber = numbers[slot];
        } else {
            next[newest] = slot;
        }
        newest = slot;
    }

    /** Records that an operation is complete: frees its slot and buffer, and counts down its counter. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // while the lock is held
    void completed(int slot) {
        if (pools[slot] != null) {
            pools[slot].give(buffers[slot]);
        }
        if (isTransfer(kinds[slot])) {
            remove(slot);
        } else if (kinds[slot] == SEND) {
            sends--;
        }
        pes[slot] = NONE;
        next[slot] = free;
        free = slot;
        final CompletionCounter counter = counters[slot];
        if (counter != null) {
            counter.done();
        }
    }

    private void remove(int slot) {
        final int before = previous[slot];
        final int after = next[slot];
        if (after == NONE) {
            newest = before;
        } else {
            previous[after] = before;
        }
        if (before == NONE) {
            oldest = after;
            oldestNumber = after == NONE ? Long.MAX_VALUE : numbers[after];
        } else {
            next[before] = after;
        }
    }

    private static boolean isTransfer(byte kind) {
        return kind == WRITE || kind == READ;
    }

    byte kind(int slot) {
        return kinds[slot];
    }

    /** The kind of an operation, for error messages. */
    String name(int slot) {
        return NAMES[kinds[slot]];
    }

    int pe(int slot) {
        return pes[slot];
    }

    /** The buffer of an operation. */
    int buffer(int slot) {
        return buffers[slot];
    }

    /** The number of the transfer issued last. */
    long lastNumber() {
        return lastNumber;
    }

    /** Whether all transfers up to a number are complete. */
    boolean isDone(long number) {
        return oldestNumber > number;
    }

    /** Whether transfers or messages are under way. */
    boolean isBusy() {
        return oldestNumber != Long.MAX_VALUE || sends != 0;
    }

    /** The PE of the oldest transfer under way; −1 if there is none. Without the lock the result is only a hint. */
    int oldestPe() {
        final int slot = oldest;
        return slot == NONE ? -1 : pes[slot];
    }

    /** Whether operations with a PE are under way; searches all slots. */
    boolean isBusyWith(int pe) {
        for (int other : pes) {
            if (other == pe) {
                return true;
            }
        }
        return false;
    }
}
