package org.jshmem.internal.lock;

import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.spi.Awaited;

/**
 * The queue of PEs for a lock: first come, first served. Each PE spins on its own memory.
 *
 * <p><b>Protocol.</b> This is the queue lock of Mellor-Crummey and Scott [1], with the lock's own words as nodes (see
 * {@link LockWords}).
 *
 * <ul>
 *   <li>Acquire: the PE changes the tail on the home PE from 0 to itself by compare-and-swap. If this succeeds, it has
 *       the lock after one atomic operation. Otherwise it swaps itself into the tail, writes its link into the node of
 *       the previous tail, and waits for the grant in its own node.
 *   <li>Try: the compare-and-swap only.
 *   <li>Release: if its node has no link, the PE changes the tail from itself to 0 by compare-and-swap. If this fails,
 *       another PE has swapped itself into the tail and is about to write its link; the releasing PE waits for the
 *       link. With a link, it clears its own node and then sets the grant in the node of its successor.
 * </ul>
 *
 * <p><b>Fairness.</b> PEs get the lock in the order of their swaps. A try cannot overtake a waiting PE, because the
 * tail is 0 only while no PE holds the lock or waits.
 *
 * <p><b>A node has one use at a time.</b> During one turn, at most two other PEs write to a node, each once, by an
 * atomic OR of different bits: the predecessor sets the grant, the successor sets the link. The PE clears its node
 * after the link has arrived, or after the tail has shown that it has no successor; a grant has arrived before. No
 * other PE then knows of the node until the next swap. So the node is 0 at each swap, and all words of an unused lock
 * are 0. {@link LockOwners} ensures that a PE is in a queue at most once.
 *
 * <p><b>Ordering.</b> Releasing is an atomic operation with volatile semantics, on the tail or on the next node;
 * acquiring ends with such an operation on the tail or an acquire load of the node. So everything that a PE did before
 * its release is visible to the next holder.
 *
 * <p><b>Overwritten words.</b> A program that writes to a lock destroys the queue. Values that no lock call can have
 * written are refused before anything is changed: a node that is not 0 before a PE queues, and a tail or link that
 * names no other PE. The compare-and-swap of an acquire also serves this check: it reads the tail before the swap
 * changes it.
 *
 * <p><b>Failure.</b> If a PE ends while it holds the lock or waits, the others wait until the launcher ends the job. A
 * call that throws an error, such as a {@link StackOverflowError}, may have left this PE in the queue; {@link Locks}
 * refuses later calls on that lock.
 *
 * <p>[1] J. Mellor-Crummey, M. Scott: Algorithms for scalable synchronization on shared-memory multiprocessors, ACM
 * TOCS 9(1), 1991.
 */
final class LockQueue implements Awaited {
    /** The tail of a free lock. */
    private static final int FREE = 0;

    private final LockWords words;

    /** This PE plus one, as in the tail. */
    private final int mine;

    private final WaitStrategy waitStrategy;

    LockQueue(LockWords words, int me, WaitStrategy waitStrategy) {
        this.words = words;
        this.mine = me + 1;
        this.waitStrategy = waitStrategy;
    }

    void acquire(long offset) {
        if (tryAcquire(offset)) {
            return;
        }
        final int before = words.swapTail(offset);
        if (before != FREE) {
            requireOther(before, words.home(offset), offset);
            words.linkBehind(before - 1, offset);
            await(offset, LockWords.GRANTED);
        }
    }

    boolean tryAcquire(long offset) {
        if (words.node(offset) != 0) {
            throw corrupt(mine - 1, offset);
        }
        final int before = words.replaceTail(offset, FREE, mine);
        if (before != FREE) {
            requireOther(before, words.home(offset), offset);
        }
        return before == FREE;
    }

    void release(long offset) {
        int node = words.node(offset);
        if ((node & LockWords.NEXT) == 0) {
            final int tail = words.replaceTail(offset, mine, FREE);
            if (tail == mine) {
                words.clearNode(offset);
                return;
            }
            requireOther(tail, words.home(offset), offset);
            node = await(offset, LockWords.NEXT);
        }
        final int next = LockWords.next(node);
        requireOther(next + 1, mine - 1, offset);
        words.clearNode(offset);
        words.grant(next, offset);
    }

    /** Throws unless a word names a PE, plus one, that can be in the queue together with this PE. */
    private void requireOther(int found, int pe, long offset) {
        if (found < 1 || found > words.pes() || found == mine) {
            throw corrupt(pe, offset);
        }
    }

    private IllegalStateException corrupt(int pe, long offset) {
        return new IllegalStateException(
                "the lock at heap offset " + offset + " is neither free nor held: its word on PE "
                        + pe + " is 0x" + Long.toHexString(words.value(pe, offset))
                        + ", which no lock call wrote; a lock has to be 0 on all PEs before its first use, and only"
                        + " setLock, testLock and clearLock may change it");
    }

    @Override
    public String describe(long offset) {
        return "the lock at heap offset " + offset;
    }

    /** Waits until one of the bits is set in this PE's node. */
    private int await(long offset, int bits) {
        long turn = 0;
        int node = words.node(offset);
        while ((node & bits) == 0) {
            turn = waitStrategy.pause(turn, this, offset);
            node = words.node(offset);
        }
        return node;
    }
}
