package org.jshmem.internal.sync;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jshmem.heap.Memory;
import org.jshmem.heap.ffm.Libc;

/**
 * How a PE waits for a word of the node's control memory: it spins, then yields, then sleeps.
 *
 * <p><b>Protocol.</b> Sleepers announce themselves in a counter of the header page, and sleep on a sequence word beside it.
 * Whoever finds a meeting complete calls {@link #wakeSleepers}, which reads the counter, and only if it is not zero advances
 * the sequence and wakes all; in the common case that is one load of a line that nobody writes.
 *
 * <p><b>No wake-up is lost.</b> A sleeper S (1) adds itself to the counter, (2) reads the sequence, (3) reads its word again,
 * (4) sleeps unless the sequence has moved. A waker W (a) stores the word, (b) passes a full fence ({@link #afterStore}),
 * (c) loads the counter. The addition 1 is a full fence as well. If S's load 3 misses W's store a, then c comes after 1 in the order
 * of the fences and finds S in the counter. W then moves the sequence, so that S does not fall asleep, or wakes it. W need not be
 * the one who stored: whoever sees the meeting complete wakes, and the last to arrive sees it complete at the latest. The fence costs
 * the waker nothing that can be measured: it has to wait for the lines of others anyway.
 */
public final class Waiting {
    private static final long SLEEPERS = 64;
    private static final long SEQUENCE = 72;

    /** Loads in a row that do not even pause; the other PE is probably about to arrive. */
    private static final int EAGER = 1000;

    /** Spins, of some tens of nanoseconds, before the first yield where there are CPUs for all. */
    private static final int SPINS = 20_000;

    /** Loads before the first yield where there are not. */
    private static final int CROWDED_SPINS = 20;

    /** How long to yield before going to sleep. */
    private static final long YIELD_NS = 300_000;

    private static final int YIELDS_PER_CLOCK = 16;

    /** A sleeper looks again this often, though it does not rely on it. */
    private static final long SLEEP_SECONDS = 1;

    private final long sleepers;
    private final long sequence;
    private final int spins;
    private final MemorySegment timeout;

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
        this.timeout = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);
        timeout.set(ValueLayout.JAVA_LONG, 0, SLEEP_SECONDS);
    }

    /**
     * Waits until the upper half of a word is a number; what was done before the word's release is visible then.
     *
     * @param address of a word that keeps the number until this PE has seen it
     * @param number to wait for
     * @return the word
     */
    long untilNumber(long address, int number) {
        for (int i = 0; i < spins; i++) {
            final long word = Memory.get64Acquire(address);
            if (numberOf(word) == number) {
                return word;
            }
            if (i > EAGER) {
                Thread.onSpinWait();
            }
        }
        return yieldUntil(address, number);
    }

    private long yieldUntil(long address, int number) {
        final long start = System.nanoTime();
        do {
            for (int i = 0; i < YIELDS_PER_CLOCK; i++) {
                final long word = Memory.get64Acquire(address);
                if (numberOf(word) == number) {
                    return word;
                }
                Thread.yield();
            }
        } while (System.nanoTime() - start < YIELD_NS);
        return sleepUntil(address, number);
    }

    private long sleepUntil(long address, int number) {
        Memory.getAndAdd32Volatile(sleepers, 1);
        int seen = Memory.get32Acquire(sequence);
        long word = Memory.get64Acquire(address);
        while (numberOf(word) != number) {
            Libc.futexWait(sequence, seen, timeout.address());
            seen = Memory.get32Acquire(sequence);
            word = Memory.get64Acquire(address);
        }
        Memory.getAndAdd32Volatile(sleepers, -1);
        return word;
    }

    private static int numberOf(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    /** To be called between storing the word that others wait for and {@link #wakeSleepers}. */
    void afterStore() {
        VarHandle.fullFence();
    }

    /** Wakes whoever sleeps in this node; to be called once what they wait for is seen to be complete. */
    void wakeSleepers() {
        if (Memory.get32Acquire(sleepers) != 0) {
            Memory.getAndAdd32Volatile(sequence, 1);
            Libc.futexWake(sequence, Integer.MAX_VALUE);
        }
    }
}
