package org.jshmem.internal.waiting;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.posix.Futex;

/**
 * The places in shared memory where the threads of a node sleep. Each PE has one wait point, for threads that wait for
 * a word of that PE's memory. All barriers of the node share one more, and those of non-blocking collectives another
 * one. A writer therefore checks a single flag: whether a thread of the target PE is asleep.
 *
 * <p><b>Protocol.</b> A wait point has a flag and a sequence number.
 *
 * <ul>
 *   <li>A sleeper (S1) reads the sequence number, (S2) sets the flag and executes a full fence, (S3) checks its
 *       condition again, and (S4) sleeps on the sequence number by a futex, which returns at once if the number has
 *       changed.
 *   <li>A waker (W1) stores the value that the sleeper waits for, (W2) executes a full fence, and (W3) reads the flag.
 *       If the flag is set, the waker (W4) clears it, (W5) increments the sequence number, and (W6) wakes all sleepers.
 *       In the usual case the flag is clear, and the waker has read one cache line that nobody writes.
 * </ul>
 *
 * <p><b>No wake-up is lost.</b> Suppose that the check S3 does not see the store W1. Because of the two fences, the
 * read W3 then comes after S2, so W3 sees the flag, unless another waker has cleared it in between. Whoever clears the
 * flag increments the sequence number afterwards. If S1 came before that increment, the futex call S4 does not sleep,
 * or W6 wakes the sleeper. If S1 came after the increment, S2 came after the flag was cleared; the flag stays set, and
 * S3 came after the store of that waker.
 *
 * <p><b>The wait points of all PEs at once.</b> The node's header has one more flag, which every sleeper at the wait
 * point of a PE sets as well. A call such as quiet, which does not know whom it may have to wake, reads only this flag.
 */
public final class WaitPoints {
    /** Offsets of 32-bit words in a wait point. */
    private static final long FLAG = 0;

    private static final long SEQUENCE = 4;

    /** Offsets in the header page: the wait point of barriers, and the flag for the wait points of all PEs. */
    private static final long BARRIERS = 64;

    private static final long ANY = 128;

    /** The wait point of the barriers of non-blocking collectives. */
    private static final long REQUESTS = 320;

    private final long barriers;
    private final long requests;
    private final long any;

    /** The PEs of this node, in order, and the address of the wait point of each. */
    private final int[] pes;

    private final long[] waitPoints;

    /** Key: address of the wait point. An entry is added when a virtual thread first parks there. */
    private final Map<Long, VirtualThreadWaiters> virtualThreadWaiters = new ConcurrentHashMap<>();

    /** Null for none. */
    private volatile Runnable idleWork;

    /**
     * The wait points of a node; PEs have their indices on the node.
     *
     * @param control address of the node's control memory
     * @param layout its layout
     */
    public WaitPoints(long control, NodeLayout layout) {
        this(control, layout, IntStream.range(0, layout.pes()).toArray());
    }

    /**
     * The wait points of a node; PEs have their numbers in the job.
     *
     * @param control address of the node's control memory
     * @param layout its layout
     * @param local the PEs of the node, in order
     */
    public WaitPoints(long control, NodeLayout layout, int[] local) {
        this(
                control + NodeLayout.HEADER_OFFSET,
                local,
                IntStream.range(0, local.length)
                        .mapToLong(index -> control + layout.waitPointOffset(index))
                        .toArray());
    }

    /**
     * Wait points at given addresses.
     *
     * @param header address of the node's header page
     * @param ofPes addresses of the PEs' wait points
     */
    public WaitPoints(long header, long[] ofPes) {
        this(header, IntStream.range(0, ofPes.length).toArray(), ofPes);
    }

    private WaitPoints(long header, int[] pes, long[] waitPoints) {
        this.barriers = header + BARRIERS;
        this.requests = header + REQUESTS;
        this.any = header + ANY;
        this.pes = pes;
        this.waitPoints = waitPoints;
    }

    /**
     * The wait point of threads that wait in barriers.
     *
     * @param control address of the node's control memory
     * @return a wait point
     */
    public static long ofBarriers(long control) {
        return control + NodeLayout.HEADER_OFFSET + BARRIERS;
    }

    /**
     * The wait point of threads that wait in barriers.
     *
     * @return a wait point
     */
    public long ofBarriers() {
        return barriers;
    }

    /**
     * The wait point of threads that wait in the barriers of non-blocking collectives.
     *
     * @param control address of the node's control memory
     * @return a wait point
     */
    public static long ofRequests(long control) {
        return control + NodeLayout.HEADER_OFFSET + REQUESTS;
    }

    /**
     * The wait point of threads that wait in the barriers of non-blocking collectives. It is another one, so that a
     * barrier of the program wakes no thread that sleeps for long in one of these.
     *
     * @return a wait point
     */
    public long ofRequests() {
        return requests;
    }

    /**
     * The wait point of a PE.
     *
     * @param pe its number
     * @return a wait point, or 0 for a PE of another node
     */
    public long of(int pe) {
        final int index = Arrays.binarySearch(pes, pe);
        return index < 0 ? 0 : waitPoints[index];
    }

    /** Steps S1 and S2; returns the sequence. */
    int announce(long waitPoint) {
        final int sequence = Memory.get32Acquire(waitPoint + SEQUENCE);
        Memory.put32Volatile(waitPoint + FLAG, 1);
        if (waitPoint != barriers && waitPoint != requests) {
            Memory.put32Volatile(any, 1);
        }
        Memory.fullFence(); // so the check S3 need not be volatile
        return sequence;
    }

    /** Step S4; returns the result of {@link Futex#sleep}. */
    long sleep(long waitPoint, int sequence, long timespec) {
        return Futex.sleep(waitPoint + SEQUENCE, sequence, timespec);
    }

    /**
     * Steps W3 to W6: wakes all threads that sleep at a wait point. The caller has done W1 and W2.
     *
     * @param waitPoint its address
     */
    public static void wake(long waitPoint) {
        if (Memory.get32Volatile(waitPoint + FLAG) != 0) {
            wakeSleepers(waitPoint);
        }
    }

    private static void wakeSleepers(long waitPoint) {
        if (Memory.getAndSet32Volatile(waitPoint + FLAG, 0) != 0) {
            Memory.getAndAdd32Volatile(waitPoint + SEQUENCE, 1);
            Futex.wake(waitPoint + SEQUENCE, Integer.MAX_VALUE);
        }
    }

    /** Wakes all threads that sleep at the wait point of any PE. The caller has executed a full fence. */
    public void wakeAll() {
        if (Memory.get32Volatile(any) != 0) {
            Memory.getAndSet32Volatile(any, 0);
            for (long waitPoint : waitPoints) {
                wake(waitPoint);
            }
        }
    }

    /** The waiters object of a wait point, created on the first call; {@code naps} counts only then. */
    VirtualThreadWaiters virtualThreadWaiters(long waitPoint, NapIntervals naps) {
        return virtualThreadWaiters.computeIfAbsent(waitPoint, where -> new VirtualThreadWaiters(this, where, naps));
    }

    /**
     * Sets the work that waiting threads do now and then, once they have ceased to spin.
     *
     * @param work returns at once; any waiting thread may call it; null for none
     */
    public void whenIdle(Runnable work) {
        idleWork = work;
    }

    /** Does the work of waiting threads. */
    void idle() {
        final Runnable work = idleWork;
        if (work != null) {
            work.run();
        }
    }

    /** Ends the agents of virtual threads; called before the control memory is unmapped. */
    public void end() {
        virtualThreadWaiters.values().forEach(VirtualThreadWaiters::end);
    }
}
