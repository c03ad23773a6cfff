package org.jshmem.internal.lock;

import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.waiting.WaitPoints;

/**
 * The words of a lock: 64 bits in every PE's heap, at the same offset, zero while nobody wants the lock.
 *
 * <pre>
 *   bits 63 … 32   on the lock's home PE only: the tail of the queue, the last PE in it plus one; 0 if the lock is free
 *   bits 31 … 1    the PE's own node: the PE behind it plus one; 0 if it knows of none
 *   bit 0          the PE's own node: the lock was handed to this PE
 * </pre>
 *
 * <p>Homes are spread over the PEs by the word's place: consecutive elements, or locks a fixed distance apart, have
 * different homes in turn (multiplication by the golden ratio leaves no regular distance out).
 */
final class LockWords {
    /** In a node: handed to this PE. */
    static final int GRANTED = 1;

    /** In a node: the PE behind it, plus one. */
    static final int NEXT = -2;

    private static final int NEXT_SHIFT = 1;
    private static final long NODE_OFFSET = 0;
    private static final long TAIL_OFFSET = Integer.BYTES;

    /** 2^64 divided by the golden ratio. */
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final long[] bases;
    private final Routes routes;
    private final WaitPoints waitPoints;
    private final int me;

    /** The locks of a job; {@code routes} lead to heaps that are not mapped, and may be null where all are. */
    LockWords(long[] bases, Routes routes, int me, WaitPoints waitPoints) {
        this.bases = bases;
        this.routes = routes;
        this.waitPoints = waitPoints;
        this.me = me;
    }

    /** The PE that keeps a lock's tail. */
    int home(long offset) {
        return (int) Math.unsignedMultiplyHigh((offset >>> 3) * GOLDEN, bases.length);
    }

    /** Makes this PE the tail; returns the tail before. */
    int swapTail(long offset) {
        final int home = home(offset);
        final long base = bases[home];
        return base != 0
                ? Memory.getAndSet32Volatile(base + offset + TAIL_OFFSET, me + 1)
                : (int) routes.to(home)
                        .atomic(routes.number(home), Atomic.SET, Integer.BYTES, offset + TAIL_OFFSET, me + 1, 0);
    }

    /** Changes the tail if it is as expected, with volatile semantics either way; returns the tail before. */
    int replaceTail(long offset, int expected, int tail) {
        final int home = home(offset);
        final long base = bases[home];
        return base != 0
                ? Memory.compareAndExchange32Volatile(base + offset + TAIL_OFFSET, expected, tail)
                : (int) routes.to(home)
                        .atomic(
                                routes.number(home),
                                Atomic.COMPARE_SWAP,
                                Integer.BYTES,
                                offset + TAIL_OFFSET,
                                tail,
                                expected);
    }

    /** Tells a PE that this PE is behind it, and wakes it if it sleeps. */
    void linkBehind(int pe, long offset) {
        setInNode(pe, offset, me + 1 << NEXT_SHIFT);
    }

    /** Hands the lock to a PE, and wakes it if it sleeps. */
    void grant(int pe, long offset) {
        setInNode(pe, offset, GRANTED);
    }

    private void setInNode(int pe, long offset, int bits) {
        final long base = bases[pe];
        if (base != 0) {
            Memory.getAndOr32Volatile(base + offset + NODE_OFFSET, bits);
            WaitPoints.wake(waitPoints.of(pe));
        } else {
            routes.to(pe).atomic(routes.number(pe), Atomic.OR, Integer.BYTES, offset + NODE_OFFSET, bits, 0);
        }
    }

    /** This PE's own node. */
    int node(long offset) {
        return Memory.get32Acquire(bases[me] + offset + NODE_OFFSET);
    }

    /** Makes this PE's own node ready for the next time; only while no other PE knows of it. */
    void clearNode(long offset) {
        Memory.put32(bases[me] + offset + NODE_OFFSET, 0);
    }

    /** All 64 bits on a PE, for messages. */
    long value(int pe, long offset) {
        return bases[pe] != 0
                ? Memory.get64Volatile(bases[pe] + offset)
                : routes.to(pe).atomic(routes.number(pe), Atomic.LOAD, Long.BYTES, offset, 0, 0);
    }

    int pes() {
        return bases.length;
    }

    /** The PE that a node names. */
    static int next(int node) {
        return (node >>> NEXT_SHIFT) - 1;
    }
}
