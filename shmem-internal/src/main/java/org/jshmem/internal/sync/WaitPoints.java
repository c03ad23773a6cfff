package org.jshmem.internal.sync;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.ffm.Libc;

/**
 * Where the threads of a node sleep: a wait point for each PE, at which its threads wait for words of its own memory,
 * and one for barriers. So who updates a PE's memory looks only whether somebody of that PE sleeps.
 *
 * <p><b>Protocol.</b> A wait point has a flag and a sequence. A sleeper S (1) reads the sequence, (2) sets the flag,
 * with a full fence, (3) looks at its condition again, (4) sleeps unless the sequence has moved. A waker W (a) stores
 * what S waits for, (b) passes a full fence, (c) reads the flag; if it is set, it (d) takes the flag back, (e) moves
 * the sequence and (f) wakes all sleepers of the wait point. Most often that is one load of a line that nobody writes.
 *
 * <p><b>No wake-up is lost.</b> If S's look 3 misses W's store a, then by the two fences c comes after 2 and sees the
 * flag, or another waker's d took it in between. Whoever takes the flag moves the sequence after it. Either S read the
 * sequence before that, and does not fall asleep or is woken; or S read it after e, and then S's 2 comes after d, so
 * that the flag stays set, and S's 3 comes after the store of that waker.
 *
 * <p>One more flag, in the node's header, is set along with every PE's: who does not know whom it may have to wake, as
 * quiet does not, reads that one alone.
 */
public final class WaitPoints {
    private static final long FLAG = 0;
    private static final long SEQUENCE = 4;

    private static final long BARRIERS = 64;
    private static final long ANY = 128;

    private final long barriers;
    private final long any;
    private final long[] ofPes;

    /** Those that there are. */
    private final long[] waitPoints;

    /** By the address of their wait point; empty as long as no virtual thread has waited. */
    private final Map<Long, VirtualThreadWaiters> virtualThreadWaiters = new ConcurrentHashMap<>();

    /**
     * The wait points of a node, by the PEs' indices there.
     *
     * @param control address of the node's control memory
     * @param layout how that is laid out
     */
    public WaitPoints(long control, NodeLayout layout) {
        this(control + NodeLayout.HEADER_OFFSET, ofPes(control, layout));
    }

    /**
     * The wait points of a node, by the PEs' numbers in the job.
     *
     * @param control address of the node's control memory
     * @param layout how that is laid out
     * @param local the PEs of the node, in order
     * @param pes PEs in the job
     * @return has none for PEs of other nodes
     */
    public static WaitPoints of(long control, NodeLayout layout, int[] local, int pes) {
        final long[] ofPes = new long[pes];
        for (int index = 0; index < local.length; index++) {
            ofPes[local[index]] = control + layout.waitPointOffset(index);
        }
        return new WaitPoints(control + NodeLayout.HEADER_OFFSET, ofPes);
    }

    /**
     * Wait points anywhere.
     *
     * @param header address of the node's header page
     * @param ofPes addresses of the PEs' wait points, 0 for none
     */
    public WaitPoints(long header, long[] ofPes) {
        this.barriers = header + BARRIERS;
        this.any = header + ANY;
        this.ofPes = ofPes;
        this.waitPoints =
                Arrays.stream(ofPes).filter(waitPoint -> waitPoint != 0).toArray();
    }

    /** Where barriers sleep. */
    static long ofBarriers(long control) {
        return control + NodeLayout.HEADER_OFFSET + BARRIERS;
    }

    private static long[] ofPes(long control, NodeLayout layout) {
        final long[] waitPoints = new long[layout.pes()];
        for (int pe = 0; pe < waitPoints.length; pe++) {
            waitPoints[pe] = control + layout.waitPointOffset(pe);
        }
        return waitPoints;
    }

    /**
     * Where barriers sleep.
     *
     * @return a wait point
     */
    public long ofBarriers() {
        return barriers;
    }

    /**
     * Where the threads of a PE sleep.
     *
     * @param pe its number
     * @return a wait point, or 0 for a PE of another node
     */
    public long of(int pe) {
        return ofPes[pe];
    }

    /**
     * Where the threads of some PEs sleep.
     *
     * @param pes their numbers
     * @return a wait point for each
     */
    public long[] of(int[] pes) {
        return Arrays.stream(pes).mapToLong(this::of).toArray();
    }

    /**
     * Where the threads of all PEs sleep.
     *
     * @return a wait point for each; not to be changed
     */
    public long[] all() {
        return ofPes;
    }

    /** Steps 1 and 2; returns the sequence. */
    int announce(long waitPoint) {
        final int sequence = Memory.get32Acquire(waitPoint + SEQUENCE);
        Memory.put32Volatile(waitPoint + FLAG, 1);
        if (waitPoint != barriers) {
            Memory.put32Volatile(any, 1);
        }
        VarHandle.fullFence(); // the look that follows need not be volatile
        return sequence;
    }

    /** Step 4; returns what the futex does. */
    long sleep(long waitPoint, int sequence, long timespec) {
        return Libc.futexWait(waitPoint + SEQUENCE, sequence, timespec);
    }

    /**
     * Wakes whoever sleeps at a wait point; after storing what they may wait for, and a full fence.
     *
     * @param waitPoint where
     */
    public static void wake(long waitPoint) {
        if (Memory.get32Volatile(waitPoint + FLAG) != 0) {
            wakeSleepers(waitPoint);
        }
    }

    private static void wakeSleepers(long waitPoint) {
        if (Memory.getAndSet32Volatile(waitPoint + FLAG, 0) != 0) {
            Memory.getAndAdd32Volatile(waitPoint + SEQUENCE, 1);
            Libc.futexWake(waitPoint + SEQUENCE, Integer.MAX_VALUE);
        }
    }

    /** Wakes whoever sleeps at the wait point of any PE. */
    public void wakeAll() {
        if (Memory.get32Volatile(any) != 0) {
            Memory.getAndSet32Volatile(any, 0);
            for (long waitPoint : waitPoints) {
                wake(waitPoint);
            }
        }
    }

    /** What sleeps at a wait point for the virtual threads that wait there. */
    VirtualThreadWaiters virtualThreadWaiters(long waitPoint, NapIntervals naps) {
        return virtualThreadWaiters.computeIfAbsent(waitPoint, where -> new VirtualThreadWaiters(this, where, naps));
    }

    /** Ends the threads that sleep here for others, before the control memory goes. */
    public void end() {
        virtualThreadWaiters.values().forEach(VirtualThreadWaiters::end);
    }
}
