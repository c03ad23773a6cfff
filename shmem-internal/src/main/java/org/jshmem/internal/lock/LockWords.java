package org.jshmem.internal.lock;

import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.waiting.WaitPoints;

/**
 * Accesses the words of a lock: 64 bits in every PE's heap, at the same offset; 0 while no PE holds or wants the lock.
 *
 * <pre>
 *   bits 63 … 32   on the lock's home PE only: the tail of the queue, the last PE in it plus one; 0 if the lock is free
 *   bits 31 … 1    the PE's own node: the link, which is the next PE in the queue plus one; 0 if unknown
 *   bit 0          the PE's own node: the grant, 1 if the lock was handed to this PE
 * </pre>
 *
 * <p>The home of a lock is a hash of its offset: multiplication by the golden ratio spreads consecutive elements, and
 * locks at any fixed stride, over the PEs.
 */
final class LockWords {
    /** The grant bit of a node. */
    static final int GRANTED = 1;

    /** The link bits of a node. */
    static final int NEXT = -2;

    private static final int NEXT_SHIFT = 1;

    /** Offsets of the two 32-bit halves, in bytes. */
    private static final long NODE_OFFSET = 0;

    private static final long TAIL_OFFSET = Integer.BYTES;

    /** 2^64 divided by the golden ratio. */
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final long[] bases;
    private final Routes routes;
    private final WaitPoints waitPoints;
    private final int me;

    /**
     * The locks of a job. {@code bases} are the addresses of mapped heaps, otherwise 0; {@code routes} lead to the
     * others and are null if all are mapped.
     */
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

    /** Swaps this PE into the tail; returns the tail before. */
    int swapTail(long offset) {
        final int home = home(offset);
        final long base = bases[home];
        return base != 0
                ? Memory.getAndSet32Volatile(base + offset + TAIL_OFFSET, me + 1)
                : (int) routes.to(home)
                        .atomic(routes.number(home), Atomic.SET, Integer.BYTES, offset + TAIL_OFFSET, me + 1, 0);
    }

    /** Compare-and-swap of the tail, with volatile semantics even if it fails; returns the tail before. */
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

    /** Sets the link to this PE in the node of another PE, and wakes that PE if it sleeps. */
    void linkBehind(int pe, long offset) {
        setInNode(pe, offset, me + 1 << NEXT_SHIFT);
    }

    /** Sets the grant in the node of a PE, and wakes that PE if it sleeps. */
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

    /** Sets this PE's own node to 0; only while no other PE knows of the node. */
    void clearNode(long offset) {
        Memory.put32(bases[me] + offset + NODE_OFFSET, 0);
    }

    /** All 64 bits of the lock on a PE, for error messages. */
    long value(int pe, long offset) {
        return bases[pe] != 0
                ? Memory.get64Volatile(bases[pe] + offset)
                : routes.to(pe).atomic(routes.number(pe), Atomic.LOAD, Long.BYTES, offset, 0, 0);
    }

    int pes() {
        return bases.length;
    }

    /** The PE in the link of a node, or −1. */
    static int next(int node) {
        return (node >>> NEXT_SHIFT) - 1;
    }
}
