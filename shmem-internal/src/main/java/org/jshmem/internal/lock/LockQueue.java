package org.jshmem.internal.lock;

import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.spi.Awaited;

/**
 * The queue of PEs for a lock: first come, first served, and each waits on its own memory.
 *
 * <p><b>Protocol.</b> The queue lock of Mellor-Crummey and Scott [1], whose nodes are the lock's own words (see
 * {@link LockWords}). To acquire, a PE changes the tail on the home PE from 0 to itself: then it has the lock, for one
 * atomic operation. Where that fails it swaps itself into the tail, writes itself into the node of the PE that was the
 * tail, and waits for the grant in its own. To release, a PE that knows of nobody behind it changes the tail from
 * itself to 0. Where that fails someone has swapped and is about to write itself here; the PE waits for that. Then it
 * clears its own node and sets the grant of the next. To try, a PE changes the tail from 0 to itself.
 *
 * <p><b>Fairness.</b> The order of the swaps is the order of the queue, and of the grants. Who tries never jumps it:
 * the tail is 0 only while nobody holds the lock or waits.
 *
 * <p><b>A node has one use at a time.</b> Two PEs write to another's node, each once for a turn and atomically, as they
 * set different bits of a word: the one before (grant) and the one behind (link). A PE clears its node after both, or
 * after the grant with a tail that proves that nobody is behind; then no PE knows of the node until the next swap. So
 * it is 0 at each swap, and words that nobody uses are 0 altogether. A PE takes part in one queue at most once;
 * {@link LockOwners} sees to that.
 *
 * <p><b>Ordering.</b> Releasing is an atomic operation with volatile semantics, on the tail or on the next node;
 * acquiring ends with such an operation on the tail or an acquire load of the node. So what a PE did before releasing
 * is visible to the next.
 *
 * <p><b>Overwritten words.</b> A program that writes to a lock destroys the queue. What no PE can have written is
 * refused before anything is changed: a node that is not 0 before a PE queues, and a tail or link that names no other
 * PE. To see the tail first is why a PE that acquires does not swap at once.
 *
 * <p><b>Failure.</b> A PE that ends with the lock, or while waiting, leaves the others waiting; the launcher ends the
 * job. A call that throws an error, such as a {@link StackOverflowError}, may have left this PE in the queue;
 * {@link Locks} refuses later calls on that lock.
 *
 * <p>[1] J. Mellor-Crummey, M. Scott: Algorithms for scalable synchronization on shared-memory multiprocessors, ACM
 * TOCS 9(1), 1991.
 */
final class LockQueue implements Awaited {
    private static final int FREE = 0;

    private final LockWords words;
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

    /** That a word names a PE that can be in the queue beside this one. */
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
