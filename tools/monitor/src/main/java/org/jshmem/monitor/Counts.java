package org.jshmem.monitor;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.FlowTotals;
import org.jshmem.spi.Operation;

/**
 * What one PE has done, and what it is doing. The threads of the program write, with plain stores, so that they lose no
 * time: where several threads communicate at once, some of their calls may be missing. The {@link Publisher} reads, and
 * sees everything a little later.
 */
final class Counts {
    /** The numbers of operations are less; a power of two. */
    private static final int MOST_OPERATIONS = 256;

    /** The most targets whose figures are kept for each operation; a power of two. */
    private static final int MOST_SLOTS = 64;

    /** Slots of each operation: one for each target and one for none in a small job. */
    private final int slots;

    /**
     * Calls and bytes by operation and slot, which is the last bits of the target's number; without a target it is the
     * last one. In a small job these are all figures, so that a call adds to two numbers and not to four: an addition
     * takes as long as a store needs to reach the next load.
     */
    private final long[] figures;

    /** Calls and bytes by target, of a job with more PEs than slots; null of others. */
    private final long[] targets;

    /** The call that may wait for other PEs and has not ended; null for none. */
    Operation doing;

    /** The thread that has called. */
    Thread caller;

    /** The PEs that have to call, too, as text; null if the call is no collective. */
    String members;

    /** How many such calls have begun. */
    long begun;

    /** The lock that the call is about, an offset. */
    long lock;

    /** The locks that this PE has, in the order in which it got them. */
    final Collection<Long> held = new ConcurrentLinkedQueue<>();

    /** What the last wait for a variable was for; null if an operation has begun since. */
    Awaited awaited;

    long awaitedWhere;

    /** How many such waits have begun. */
    long waitsBegun;

    /** Steps of all of them. */
    long pauses;

    /** Of the symmetric heap. */
    long heapBytes;

    /** The blocks of the symmetric heap, by their offsets. */
    final Map<Long, Allocation> blocks = new ConcurrentSkipListMap<>();

    /** The blocks of shared memory that this PE has allocated, also some that other PEs have freed. */
    final Set<Allocation> sharedBlocks = ConcurrentHashMap.newKeySet();

    /** What flows have done. */
    FlowTotals flows = new FlowTotals();

    long symmetricBytes;

    Counts(int nPes) {
        this.slots = Math.min(2 * Integer.highestOneBit(Math.max(nPes, 1)), MOST_SLOTS);
        this.figures = new long[MOST_OPERATIONS * slots * 2];
        this.targets = nPes < slots ? null : new long[2 * nPes];
    }

    /** An operation has ended; {@code pe} is the target's number in the job, or {@link Operation#NO_PE}. */
    void count(Operation operation, int pe, long bytes) {
        add(figures, operation.number() * slots + (pe & slots - 1), bytes);
        if (targets != null && pe >= 0) {
            add(targets, pe, bytes);
        }
    }

    private static void add(long[] figures, int index, long bytes) {
        figures[2 * index]++;
        figures[2 * index + 1] += bytes;
    }

    long calls(Operation operation) {
        return sum(operation, 0);
    }

    long bytes(Operation operation) {
        return sum(operation, 1);
    }

    private long sum(Operation operation, int which) {
        long sum = 0;
        for (int slot = 0; slot < slots; slot++) {
            sum += figures[2 * (operation.number() * slots + slot) + which];
        }
        return sum;
    }

    /** Calls and bytes by target, two numbers for each PE of the job, and perhaps more after them. */
    long[] byTarget() {
        if (targets != null) {
            return targets.clone();
        }
        final long[] sums = new long[2 * (slots - 1)];
        for (int operation = 0; operation < MOST_OPERATIONS; operation++) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += figures[2 * operation * slots + i];
            }
        }
        return sums;
    }

    /**
     * An operation that may wait begins.
     *
     * @param ofMembers the PEs that have to call it, too; null if it is no collective
     */
    void begin(Operation operation, String ofMembers) {
        begun++;
        awaited = null;
        caller = Thread.currentThread();
        members = ofMembers;
        doing = operation;
    }

    /** It has ended. If it throws, this is not called. */
    void end() {
        doing = null;
    }

    /** @param turn 0 if the wait begins */
    void pause(long turn, Awaited what, long where) {
        if (turn == 0) {
            waitsBegun++;
        }
        awaited = what;
        awaitedWhere = where;
        pauses++;
    }
}
