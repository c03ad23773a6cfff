package org.jshmem.internal.waiting;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.spi.Awaited;

/**
 * Turns a hang into a report. If a thread has waited in one call for longer than {@code SHMEM_TIMEOUT}, every PE of the
 * node prints what its threads wait for, with their stacks, and the job ends.
 *
 * <p><b>Protocol.</b> Each PE has a thread that answers, so a PE that computes, or that waits outside of the library,
 * is in the report as well. The first thread whose wait is too long claims the word {@link #REPORTER} in the node's
 * header. It asks one PE after the other: it writes the PE's number to {@link #ASKED}; the answering thread of that PE
 * prints and writes the number to {@link #ANSWERED}. A PE that does not answer in time is reported as standing still.
 * The thread that has claimed the report then ends the job.
 *
 * <p>There is a watch only if a timeout is set; without one, waits record nothing. The watch sees only threads that
 * sleep, since a thread that still spins has not waited for long.
 */
public final class HangWatch {
    /** The exit status of a job that hung; {@code timeout(1)} uses the same. */
    private static final int STATUS = 124;

    /** Offsets of 32-bit words in the header page. Each holds a PE number plus 1, or 0. */
    private static final long REPORTER = 192;

    private static final long ASKED = 196;
    private static final long ANSWERED = 200;

    private static final int NOBODY = 0;

    /** The 22 bits of seconds that a turn of {@link WaitStrategy} can hold. */
    private static final int SECONDS_MASK = (1 << 22) - 1;

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long ANSWER_NS = TimeUnit.SECONDS.toNanos(5);

    /** A thread whose last nap ended before that time waits no more, as naps last for 10 ms at most. */
    private static final long RECENT_NS = TimeUnit.SECONDS.toNanos(1);

    private final int limitSeconds;
    private final Bootstrap bootstrap;
    private final long startNs = System.nanoTime();
    private final Map<Thread, Waiter> waiters = Collections.synchronizedMap(new WeakHashMap<>());
    private final Thread thread = new Thread(this::run, "jshmem-hang-watch");

    /** The PEs of the node, by their numbers in the job. */
    private int[] local = {};

    /** Seconds that a wait may last beyond the limit, so that the network can report a failure first. */
    private volatile int graceSeconds;

    /** Address of the header page; 0 before {@link #joined}. */
    private volatile long header;

    private volatile boolean ended;

    /** What a thread waited for during its last nap, and when that ended, by {@link System#nanoTime}. */
    record Waiter(Awaited what, long where, long endNs) {}

    private HangWatch(int limitSeconds, Bootstrap bootstrap) {
        this.limitSeconds = limitSeconds;
        this.bootstrap = bootstrap;
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Starts to watch, at the end of init. {@link InitWatch} watches init itself.
     *
     * @param limitSeconds how long a wait may last; 0 for no limit
     * @param bootstrap the job
     * @return null if there is no limit
     */
    public static HangWatch of(int limitSeconds, Bootstrap bootstrap) {
        return limitSeconds == 0 ? null : new HangWatch(limitSeconds, bootstrap);
    }

    /**
     * Enables reports; called when all PEs have reached init.
     *
     * @param control address of the node's control memory
     * @param pes the PEs of the node
     * @param alone whether the job has one node only; otherwise a wait may last half of the limit longer, so that the
     *     network, which can say more, reports first
     */
    public void joined(long control, int[] pes, boolean alone) {
        local = pes;
        graceSeconds = alone ? 0 : Math.ceilDiv(limitSeconds, 2);
        header = control + NodeLayout.HEADER_OFFSET;
    }

    /** Stops to watch; called before the control memory is unmapped. */
    public void end() {
        ended = true;
        LockSupport.unpark(thread);
        Threads.join(thread);
    }

    /** Seconds since the start, modulo 2^22 as in a turn. */
    int seconds() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNs) & SECONDS_MASK;
    }

    /** Called by a waiting thread after each nap; {@code since} is the {@link #seconds} at which it ceased to spin. */
    void slept(int since, Awaited what, long where) {
        note(what, where);
        if ((seconds() - since & SECONDS_MASK) > limitSeconds + graceSeconds
                && header != 0
                && Memory.compareAndExchange32Volatile(header + REPORTER, NOBODY, bootstrap.pe() + 1) == NOBODY) {
            report(what, where);
        }
    }

    private void note(Awaited what, long where) {
        waiters.put(Thread.currentThread(), new Waiter(what, where, System.nanoTime()));
    }

    private void report(Awaited what, long where) {
        final String text = description(what, where);
        for (int pe : local) {
            note(what, where); // this thread does not nap meanwhile
            Memory.put32Volatile(header + ASKED, pe + 1);
            final long deadline = System.nanoTime() + ANSWER_NS;
            while (Memory.get32Acquire(header + ANSWERED) != pe + 1) {
                if (System.nanoTime() - deadline > 0) {
                    print("jshmem: PE " + pe + " does not answer: its process is stopped or its JVM is at a standstill"
                            + System.lineSeparator());
                    break;
                }
                LockSupport.parkNanos(LOOK_NS);
            }
        }
        bootstrap.fail(STATUS, tooLong(text) + "; what every PE was doing is above");
    }

    /** Whatever becomes of it, the report goes on. */
    static String description(Awaited what, long where) {
        try {
            return what.describe(where);
        } catch (RuntimeException e) {
            return "something that cannot be described: " + e;
        }
    }

    private String tooLong(String what) {
        return "it waited for longer than SHMEM_TIMEOUT=" + limitSeconds + " seconds for " + what;
    }

    private void run() {
        while (!ended) {
            if (header != 0
                    && Memory.get32Acquire(header + ASKED) == bootstrap.pe() + 1
                    && Memory.get32Acquire(header + ANSWERED) != bootstrap.pe() + 1) {
                print(HangReport.of(bootstrap.pe(), waiting()));
                Memory.put32Volatile(header + ANSWERED, bootstrap.pe() + 1);
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** The threads that wait now. */
    private Map<Thread, Waiter> waiting() {
        final long now = System.nanoTime();
        synchronized (waiters) {
            waiters.values().removeIf(waiter -> now - waiter.endNs > RECENT_NS);
            return new HashMap<>(waiters);
        }
    }

    /** Prints in one call, so that the reports of PEs do not mix. */
    private static void print(String text) {
        System.err.print(text);
        System.err.flush();
    }
}
