package org.jshmem.internal.nonblocking;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.internal.waiting.Threads;

/**
 * The thread of the library that executes the requests of a team while the program computes.
 *
 * <p><b>When it works.</b> A thread that starts a large collective, or waits beside this one, asks it to begin. Smaller
 * ones it only looks for now and then, since a program often waits for them at once and then executes them itself: it
 * begins when none was executed from one look to the next. Its looks become rarer while others execute. If there was
 * nothing to do for some time, it takes long naps, between which it looks whether another PE has started something else
 * than this one; if nothing was started for about a second, it sleeps until it is woken.
 *
 * <p><b>No wake-up is lost.</b> It announces its long naps by {@link #isAsleep} and its sleep by {@link #isDeep}, looks
 * again, and then sleeps. A thread that starts a collective makes it visible and then reads the announcement. Both are
 * volatile, so that one of them sees the other.
 */
final class RequestAgent implements Runnable {
    private static final long FIRST_NAP_NS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long LAST_NAP_NS = TimeUnit.MICROSECONDS.toNanos(1600);

    /** Between looks at what other PEs have started, if nothing else happens. */
    private static final long LONG_NAP_NS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Looks in a row that have found nothing, before it takes long naps. */
    private static final int IDLE_LOOKS = 100;

    /** Long naps in a row in which nothing was started, before it sleeps until it is woken. */
    private static final int QUIET_NAPS = 50;

    /** How long it gives way to a thread that has started a collective, and is about to wait for it. */
    private static final long GRACE_NS = TimeUnit.MICROSECONDS.toNanos(10);

    /** Pause after an error. */
    private static final long FAILED_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final TeamRequests requests;
    private final Thread thread;

    private volatile boolean isAsleep;
    private volatile boolean isDeep;
    private volatile boolean isAsked;

    /** Whether it also waits for what is in the air. */
    private volatile boolean isForAll;

    private volatile boolean isEnding;

    /** Long naps in a row in which nothing was started, and how much was started before the last one. */
    private int quiet;

    private long startedSeen;

    RequestAgent(TeamRequests requests) {
        this.requests = requests;
        this.thread = new Thread(this, "jshmem-nonblocking-" + COUNT.incrementAndGet());
        thread.setDaemon(true);
        thread.start();
    }

    /** Has it begin at once. */
    void ask() {
        if (!isAsked) {
            isAsked = true;
            LockSupport.unpark(thread);
        }
    }

    /** Has it begin at once, and not rest before nothing is open. */
    void askForAll() {
        isForAll = true;
        ask();
    }

    /** Has it look now and then. */
    void look() {
        if (isAsleep) {
            LockSupport.unpark(thread);
        }
    }

    /** Has it look after long naps, whether other PEs have started something else. */
    void lookRarely() {
        if (isDeep) {
            LockSupport.unpark(thread);
        }
    }

    void end() {
        isEnding = true;
        LockSupport.unpark(thread);
    }

    void join() {
        Threads.join(thread);
    }

    @Override
    public void run() {
        while (!isEnding) {
            try {
                work();
            } catch (RuntimeException | Error e) { // such as out of memory; futures depend on this thread
                LockSupport.parkNanos(requests, FAILED_NS);
            }
        }
    }

    private void work() {
        long nap = FIRST_NAP_NS;
        long seen = -1;
        int idle = 0;
        while (!isEnding) {
            Thread.interrupted(); // a function of a future may have set it, and this thread could not nap
            final boolean isWanted = isAsked;
            isAsked = false;
            final long executed = requests.executed();
            if (isWanted) {
                giveWay(executed);
            }
            if (hasWork() && (isWanted || executed == seen) && requests.execute(null)) {
                endForAll();
                nap = FIRST_NAP_NS;
                idle = 0;
            } else if (executed != seen || requests.isExecuting()) {
                nap = Math.min(2 * nap, LAST_NAP_NS);
                idle = 0;
            } else {
                requests.progress(true); // other PEs may have started something else, and wait for all to say so
                idle++;
            }
            seen = executed;
            if (idle < IDLE_LOOKS) {
                LockSupport.parkNanos(requests, nap);
            } else {
                sleep();
                idle = isAsked || hasWork() ? 0 : idle;
                nap = FIRST_NAP_NS;
            }
        }
    }

    /** Ends the work for futures, unless one has come in between. */
    private void endForAll() {
        if (!requests.hasOpen()) {
            isForAll = false;
            if (requests.hasOpen()) {
                isForAll = true;
            }
        }
    }

    private void sleep() {
        isAsleep = true;
        if (!isEnding && !isAsked && !hasWork()) {
            if (quiet < QUIET_NAPS) {
                LockSupport.parkNanos(requests, LONG_NAP_NS);
            } else {
                isDeep = true;
                if (!isEnding && !isAsked && requests.started() == startedSeen) {
                    LockSupport.park(requests);
                }
                isDeep = false;
            }
        }
        isAsleep = false;
        final long started = requests.started();
        quiet = started == startedSeen && !requests.isInAir() ? quiet + 1 : 0;
        startedSeen = started;
    }

    private void giveWay(long executed) {
        final long start = System.nanoTime();
        while (!requests.isExecuting() && requests.executed() == executed && System.nanoTime() - start < GRACE_NS) {
            Thread.yield();
        }
    }

    private boolean hasWork() {
        return isForAll ? requests.hasOpen() : requests.hasWork();
    }
}
