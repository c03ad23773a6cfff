package org.jshmem.internal.waiting;

import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.heap.Memory;

/**
 * Sleeps at a {@link WaitPoints wait point} for all virtual threads that wait there. A virtual thread that sleeps by
 * itself pins its carrier; if all carriers were pinned, no other virtual thread could run.
 *
 * <p><b>Protocol.</b> A virtual thread (V1) adds itself to the set of parked threads, (V2) checks its condition, and
 * (V3) parks until it is no longer in the set. One platform thread, the agent, works in rounds: it (A1) announces a
 * sleep at the wait point, (A2) takes all threads out of the set and unparks them, and (A3) sleeps until the wait point
 * is woken or a nap ends. The first virtual thread to wait starts the agent. The agent ends after {@link #IDLE_ROUNDS}
 * rounds in a row that found the set empty.
 *
 * <p><b>No wake-up is lost.</b> Suppose that the check V2 does not see a store. If V1 comes before A2 of a round, that
 * round unparks the thread, which checks again. Otherwise V1 and V2 come after A2, and so after A1. The waker then
 * finds the announcement of A1, unless another waker has cleared it in between. Either waker ends A3, and the next
 * round unparks the thread.
 *
 * <p><b>Cost.</b> Every round makes all parked threads check, even if the wake-up was for one of them. Before it
 * sleeps, the agent therefore leaves them time for their checks, {@link #LOOK_NS} for each.
 *
 * <p><b>The end.</b> A thread that adds itself before the last release is unparked by it. A thread that comes later
 * finds {@link #isEnding}, which is set before that release. Both check once more, and find that the library has ended.
 */
final class VirtualThreadWaiters implements Runnable {
    /**
     * Limits how many virtual threads of this JVM sleep by a futex, each of which pins its carrier. Such a sleep saves
     * two thread switches. It also frees a CPU for other PEs when virtual threads of the program spin on all other
     * carriers.
     */
    static final Semaphore SPARE_CARRIERS = new Semaphore(Integer.getInteger(
                    "jdk.virtualThreadScheduler.parallelism",
                    Runtime.getRuntime().availableProcessors())
            - 1);

    /** Time that one thread needs to run, check its condition and park again; an upper estimate. */
    private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(4);

    private static final int IDLE_ROUNDS = 100;

    /** Pause of the agent after an error. */
    private static final long FAILED_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final WaitPoints waitPoints;
    private final long waitPoint;
    private final NapIntervals naps;
    private final Set<Thread> parked = ConcurrentHashMap.newKeySet();

    /** The last agent; guarded by this object. */
    private Thread agent;

    /** Whether an agent runs or is starting; set under this object's monitor, cleared by the agent. */
    private volatile boolean isRunning;

    private volatile boolean isEnding;

    VirtualThreadWaiters(WaitPoints waitPoints, long waitPoint, NapIntervals naps) {
        this.waitPoints = waitPoints;
        this.waitPoint = waitPoint;
        this.naps = naps;
    }

    /** Step V1; starts the agent if none is running. */
    void add(Thread thread) {
        parked.add(thread);
        if (!isRunning) {
            start();
        }
    }

    private synchronized void start() {
        if (!isRunning && !isEnding) {
            agent = Thread.ofPlatform().daemon().name("jshmem-virtual-waits").unstarted(this);
            isRunning = true;
            try {
                agent.start();
            } catch (Error e) { // no thread can be created
                isRunning = false;
                throw e;
            }
        }
    }

    /**
     * Step V3. An interrupted thread cannot park, so its interrupt status is cleared meanwhile. If it yielded instead,
     * the scheduler might run it again and again, and no other virtual thread. After the end it returns at once.
     */
    void await(Thread thread) {
        boolean isInterrupted = false;
        while (!isEnding && parked.contains(thread)) {
            isInterrupted |= Thread.interrupted();
            LockSupport.park(this);
        }
        if (isInterrupted) {
            thread.interrupt();
        }
    }

    @Override
    public void run() {
        do {
            try {
                goRound();
            } catch (RuntimeException | Error e) { // such as out of memory; parked threads depend on the agent
                LockSupport.parkNanos(this, FAILED_NS);
            }
            isRunning = false;
        } while (!parked.isEmpty() && restart());
    }

    /**
     * Continues as the agent if threads parked while the rounds ended. Returns false if a new agent has been started
     * already, or at the end.
     */
    private synchronized boolean restart() {
        if (isRunning || isEnding) {
            return false;
        }
        isRunning = true;
        agent = Thread.currentThread();
        return true;
    }

    private void goRound() {
        int nap = 0;
        int idle = 0;
        while (idle < IDLE_ROUNDS) {
            final int sequence = waitPoints.announce(waitPoint);
            final int released = release();
            idle = released == 0 ? idle + 1 : 0;
            LockSupport.parkNanos(this, released * LOOK_NS);
            if (isEnding) {
                return;
            }
            final boolean isWoken = waitPoints.sleep(waitPoint, sequence, naps.timespec(nap)) == 0;
            nap = isWoken ? 0 : naps.next(nap);
        }
    }

    private int release() {
        int released = 0;
        for (Iterator<Thread> threads = parked.iterator(); threads.hasNext(); released++) {
            final Thread thread = threads.next();
            threads.remove();
            unpark(thread);
        }
        return released;
    }

    private void unpark(Thread thread) {
        try {
            LockSupport.unpark(thread);
        } catch (RuntimeException | Error e) {
            parked.add(thread); // for the next round
            throw e;
        }
    }

    /** Ends the agent, and all waits; called before the control memory is unmapped. */
    void end() {
        final Thread last;
        synchronized (this) {
            isEnding = true;
            last = agent;
        }
        if (last != null) {
            LockSupport.unpark(last);
            Memory.fullFence();
            WaitPoints.wake(waitPoint); // the agent checks isEnding after it has announced its sleep
            Threads.join(last);
        }
        release(); // those who have parked again since the agent's last round
    }
}
