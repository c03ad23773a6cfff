package org.jshmem.internal.sync;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jshmem.heap.Memory;
import org.jshmem.heap.ffm.Libc;

/**
 * How a PE waits for a condition on shared memory: it spins, then yields, then sleeps.
 *
 * <pre>{@code
 * long turn = 0;
 * while (!condition) {
 *     turn = waiting.pause(turn);
 * }
 * waiting.resume(turn);
 * }</pre>
 *
 * <p><b>Protocol.</b> Sleepers announce themselves in a counter of the node's header page, and sleep on a sequence word
 * beside it.
 * Whoever has stored something that others may wait for passes a full fence and calls {@link #wakeSleepers}, which reads the
 * counter, and only if it is not zero advances the sequence and wakes all; in the common case that is one load of a line
 * that nobody writes.
 *
 * <p><b>No wake-up is lost.</b> A sleeper S (1) adds itself to the counter and reads the sequence, both in one call of
 * {@link #pause}, (2) looks at its condition again, (3) sleeps unless the sequence has moved. A waker W (a) stores the
 * word, (b) passes a full fence, (c) loads the
 * counter. The addition in 1 is a full fence as well. If S's look 2 misses W's store a, then c comes after 1 in the order of
 * the fences and finds S in the counter. W then moves the sequence, so that S does not fall asleep, or wakes it. W need not be
 * the one who stored: whoever sees a meeting complete wakes, and the last to arrive sees it complete at the latest.
 *
 * <p><b>Who does not wake.</b> A put to mapped memory is a bare store; its fence and wake come with the quiet, the
 * barrier, or when its
 * PE itself begins to wait. For the time between, a sleeper looks by itself, every 50 µs at first and every 10 ms in the end.
 */
public final class Waiting {
    private static final long SLEEPERS = 64;
    private static final long SEQUENCE = 72;

    /** Looks in a row that do not even pause; the other PE is probably about to store. */
    private static final int EAGER = 1000;

    /** Looks, of some tens of nanoseconds, before the first yield where there are CPUs for all. */
    private static final int SPINS = 20_000;

    /** Looks before the first yield where there are not. */
    private static final int CROWDED_SPINS = 20;

    /** Yields before going to sleep: some hundreds of microseconds. */
    private static final int YIELDS = 400;

    /** Of a turn that sleeps; the sequence seen is in the lower half, the naps taken above it. */
    private static final long ASLEEP = 1L << 62;

    private static final int NAPS = 9;
    private static final long FIRST_NAP_NS = 50_000;
    private static final long LAST_NAP_NS = 10_000_000;
    private static final long TIMESPEC_BYTES = 2 * Long.BYTES;

    private final long sleepers;
    private final long sequence;
    private final int spins;
    private final MemorySegment naps;

    /**
     * Waiting in a node.
     *
     * @param header address of the node's header page
     * @param crowded whether there are more PEs than CPUs
     */
    public Waiting(long header, boolean crowded) {
        this.sleepers = header + SLEEPERS;
        this.sequence = header + SEQUENCE;
        this.spins = crowded ? CROWDED_SPINS : SPINS;
        this.naps = Arena.global().allocate(NAPS * TIMESPEC_BYTES, Long.BYTES);
        for (int nap = 0; nap < NAPS; nap++) {
            naps.set(
                    ValueLayout.JAVA_LONG,
                    nap * TIMESPEC_BYTES + Long.BYTES,
                    Math.min(FIRST_NAP_NS << nap, LAST_NAP_NS));
        }
    }

    /**
     * Passes a moment; the condition is to be looked at between two calls.
     *
     * @param turn 0, or what the last call returned
     * @return what to pass to the next call
     */
    public long pause(long turn) {
        if (turn < spins) {
            if (turn > EAGER) {
                Thread.onSpinWait();
            }
            return turn + 1;
        }
        return yieldOrSleep(turn);
    }

    private long yieldOrSleep(long turn) {
        if (turn >= ASLEEP) {
            final int nap = (int) (turn >>> Integer.SIZE & 0xff);
            Libc.futexWait(sequence, (int) turn, naps.address() + nap * TIMESPEC_BYTES);
            return asleep(Math.min(nap + 1, NAPS - 1));
        }
        if (turn == spins) {
            VarHandle.fullFence();
            wakeSleepers();
        }
        if (turn < spins + YIELDS) {
            Thread.yield();
            return turn + 1;
        }
        Memory.getAndAdd32Volatile(sleepers, 1);
        return asleep(0);
    }

    private long asleep(int naps) {
        return ASLEEP | (long) naps << Integer.SIZE | Integer.toUnsignedLong(Memory.get32Acquire(sequence));
    }

    /**
     * Ends waiting.
     *
     * @param turn 0, or what the last {@link #pause} returned
     */
    public void resume(long turn) {
        if (turn >= ASLEEP) {
            Memory.getAndAdd32Volatile(sleepers, -1);
        }
    }

    /** Wakes whoever sleeps in this node; after storing what they may wait for, and a full fence. */
    public void wakeSleepers() {
        if (Memory.get32Acquire(sleepers) != 0) {
            Memory.getAndAdd32Volatile(sequence, 1);
            Libc.futexWake(sequence, Integer.MAX_VALUE);
        }
    }
}
