package org.jshmem.internal.sync;

import java.lang.invoke.VarHandle;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sleeps at a {@link WaitPoints wait point} for all virtual threads that wait there. A virtual thread that slept by
 * itself would keep its carrier in the kernel, and as many as there are carriers would keep every other virtual thread
 * from running.
 *
 * <p><b>Protocol.</b> A virtual thread V (1) adds itself to the set of parked threads, (2) looks at its condition, and
 * (3) parks until it is taken out of the set. One platform thread, the agent, goes round: it (a) announces a sleep at
 * the wait point, (b) takes all threads out of the set and unparks them, and (c) sleeps until the wait point is woken
 * or a nap is over. The first V to come starts the agent; it ends when nobody has come for a while.
 *
 * <p><b>No wake-up is lost.</b> Assume that V's look 2 misses a store. If V's step 1 comes before a round's step b,
 * that round unparks V, and V looks again. Otherwise V's step 1, and so its look, comes after b and so after a. The
 * store's wake-up then either finds the announcement of that round, or one that another waker has taken in between and
 * that ends step c as well; the next round unparks V.
 *
 * <p><b>Cost.</b> All threads look whenever one of them may have been meant. So a round leaves them time to look before
 * the next begins.
 */
final class VirtualThreadWaiters implements Runnable {
    /**
     * How many virtual threads of this JVM may sleep by themselves, each with its carrier. That is faster by two
     * changes of threads, and leaves a CPU to other PEs where virtual threads of the program keep all carriers busy.
     */
    static final Semaphore SPARE_CARRIERS = new Semaphore(Integer.getInteger(
                    "jdk.virtualThreadScheduler.parallelism",
                    Runtime.getRuntime().availableProcessors())
            - 1);

    /** What one thread needs to run, look and park again, or more. */
    private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(4);

    private static final int IDLE_ROUNDS = 100;

    /** Until the agent goes on after it has failed. */
    private static final long FAILED_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final WaitPoints waitPoints;
    private final long waitPoint;
    private final NapIntervals naps;
    private final Set<Thread> parked = ConcurrentHashMap.newKeySet();
    private Thread agent;
    private volatile boolean isRunning;
    private volatile boolean isEnding;

    VirtualThreadWaiters(WaitPoints waitPoints, long waitPoint, NapIntervals naps) {
        this.waitPoints = waitPoints;
        this.waitPoint = waitPoint;
        this.naps = naps;
    }

    /** Step 1. */
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
            } catch (Error e) { // no more threads are to be had
                isRunning = false;
                throw e;
            }
        }
    }

    /** Step 3; a thread that has been interrupted looks all the time, since it cannot park. */
    void await(Thread thread) {
        while (parked.contains(thread) && !thread.isInterrupted()) {
            LockSupport.park(this);
        }
        if (thread.isInterrupted()) {
            Thread.yield();
        }
    }

    @Override
    public void run() {
        do {
            try {
                goRound();
            } catch (RuntimeException | Error e) { // as there is no memory: those who wait depend on this thread
                LockSupport.parkNanos(this, FAILED_NS);
            }
            isRunning = false;
        } while (!parked.isEmpty() && restart());
    }

    /** A thread that came while the agent was ending has seen it running, or has started another. */
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

    /** Ends the agent, before the control memory goes. */
    void end() {
        final Thread last;
        synchronized (this) {
            isEnding = true;
            last = agent;
        }
        if (last != null) {
            LockSupport.unpark(last);
            VarHandle.fullFence();
            WaitPoints.wake(waitPoint); // the agent looks for the end after it has announced its sleep
            Threads.join(last);
        }
    }
}
