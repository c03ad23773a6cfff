package org.jshmem.internal.waiting;

import org.jshmem.heap.Memory;
import org.jshmem.posix.Libc;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ShmemProvider;

/**
 * How a thread waits for a condition on shared memory: it spins, then yields, then sleeps at a {@link WaitPoints wait
 * point}.
 *
 * <pre>{@code
 * long turn = 0;
 * while (!condition) {
 *     turn = waitStrategy.pause(turn, what, where);
 * }
 * }</pre>
 *
 * <p><b>Spin, yield, sleep.</b> A wait first spins for about 50 µs. This is the time that the scheduler may need to
 * move a compiler thread or another process away from the CPU of the awaited PE. The wait then yields for about 20 ms,
 * which is longer than the time slice of another process. A sleep would cost far more than that time slice: another
 * thread has to wake the sleeper, which then queues for its CPU behind the same process. On a node with more PEs than
 * CPUs, a wait yields almost at once. In a job of several nodes a wait polls 50 times in place of the 50 µs and then
 * yields for 1 ms; a virtual thread yields for 1 ms, too.
 *
 * <p><b>Wake-up.</b> The thread that stores the awaited value wakes the sleepers; {@link WaitPoints} shows that no
 * wake-up is lost. A put to mapped memory is a plain store, which wakes nobody. The wake-up follows with the next quiet
 * of that PE, or when that PE begins to wait itself. Until then a sleeper checks its condition periodically: after 50
 * µs at first, later every 10 ms. After each of these naps it reports to the {@link HangWatch}, if there is one.
 *
 * <p><b>Virtual threads.</b> A virtual thread that sleeps by a futex pins its carrier. At most all carriers but one are
 * pinned in this way. Further virtual threads park, and {@link VirtualThreadWaiters} sleeps for all of them.
 *
 * <p><b>Network.</b> In a job of several nodes each turn makes {@link Progress}. If the network has moved, the turn
 * does nothing else. The thread of the network wakes a sleeper, or the sleeper polls after a nap. A sleeper that was
 * woken during one of its first naps yields for a while before it sleeps again, because more messages will follow.
 *
 * <p><b>Background.</b> A thread of the library that executes non-blocking collectives sleeps at once: see
 * {@link BackgroundWait}.
 *
 * <p><b>Messages.</b> From the first yield on, each turn also does the work that {@link WaitPoints#whenIdle} was given.
 *
 * <p><b>Format of a turn.</b> A value below {@link #LATE} counts the checks so far. Other values consist of these bits:
 *
 * <pre>
 *   62          LATE
 *   40 … 61     the second in which the thread ceased to spin, for the {@link HangWatch}
 *   32 … 39     the naps taken, or YIELDING, or PARKING
 *    0 … 31     of a nap: the wait point's sequence; YIELDING: until when, in ticks; PARKING: nothing
 * </pre>
 */
public final class WaitStrategy {
    /** The first checks follow one another without {@code onSpinWait}: the other PE is probably about to store. */
    private static final int EAGER = 1000;

    /** How long a wait yields before it sleeps: several time slices of another process. */
    private static final long YIELD_NS = 20_000_000;

    /**
     * The same if each turn polls the network, because its own thread then takes over the polling; and for virtual
     * threads, which then park.
     */
    private static final long BRIEF_YIELD_NS = 1_000_000;

    /** How long a thread that was woken during one of its first naps yields before it sleeps again. */
    private static final long WOKEN_NS = 4_000_000;

    /**
     * The number of first naps after which a woken thread yields for {@link #WOKEN_NS}: the next message will come
     * soon.
     */
    private static final int SOON_NAPS = 2;

    private static final long LATE = ShmemProvider.LATE;
    private static final int NAP_SHIFT = 32;
    private static final int NAP_MASK = 0xff;
    private static final int SECONDS_SHIFT = 40;
    private static final int YIELDING = 0xff;
    private static final int PARKING = 0xfe;

    private final WaitPoints waitPoints;
    private final long waitPoint;
    private final int spins;
    private final HangWatch watch;
    private final Progress progress;
    private final NapIntervals naps;
    private final boolean isCrowded;

    /** Null but for the barriers of non-blocking collectives. */
    private final BackgroundWait background;

    /**
     * Waits at one wait point.
     *
     * @param waitPoints those of the node
     * @param waitPoint address of the wait point
     * @param waitPolicy how to wait
     */
    public WaitStrategy(WaitPoints waitPoints, long waitPoint, WaitPolicy waitPolicy) {
        this.waitPoints = waitPoints;
        this.waitPoint = waitPoint;
        this.spins = waitPolicy.spins();
        this.watch = waitPolicy.watch();
        this.progress = waitPolicy.progress();
        this.naps = NapIntervals.of(false);
        this.isCrowded = waitPolicy.isCrowded();
        this.background = waitPolicy.background();
    }

    /**
     * Waits a moment: one spin, yield or nap. The caller checks its condition between two calls.
     *
     * @param turn 0 in the first call, then the result of the last call
     * @param what what the thread waits for
     * @param where passed to {@link Awaited#describe}
     * @return the turn for the next call
     */
    public long pause(long turn, Awaited what, long where) {
        if (progress != null) {
            if (turn == 0) {
                progress.waits();
            }
            if (progress.poll()) {
                return turn;
            }
        }
        if (turn < spins && !isInBackground()) {
            if (turn > EAGER) {
                Thread.onSpinWait();
            }
            return turn + 1;
        }
        return turn < LATE ? endSpin() : yieldOrSleep(turn, what, where);
    }

    /**
     * Makes progress on the network, if there is one, and on a node with more PEs than CPUs lets another thread run.
     * For a thread that asks again and again, and does not wait.
     */
    public void giveWay() {
        poll();
        if (isCrowded) {
            yieldCpu();
        }
    }

    /** Makes progress on the network, if there is one. For a thread that asks, and does not wait. */
    public void poll() {
        if (progress != null) {
            progress.poll();
        }
    }

    private long endSpin() {
        Memory.fullFence();
        waitPoints.wakeAll();
        final int since = seconds();
        if (isInBackground()) {
            return asleep(0, since);
        }
        yieldCpu();
        final boolean isBrief = progress != null || Thread.currentThread().isVirtual();
        return yieldUntil(isBrief ? BRIEF_YIELD_NS : YIELD_NS, since);
    }

    /**
     * Whether a wait has gone on for longer than a thread spins.
     *
     * @param turn what the last {@link #pause} returned
     * @return true once the thread has begun to yield
     */
    public static boolean isLong(long turn) {
        return turn >= LATE;
    }

    private boolean isOfLibrary() {
        return background != null && background.isOfLibrary();
    }

    private int seconds() {
        return watch == null ? 0 : watch.seconds();
    }

    private boolean isInBackground() {
        return background != null && background.isInBackground();
    }

    private long yieldOrSleep(long turn, Awaited what, long where) {
        if (background != null) {
            background.check();
        }
        if (!isOfLibrary()) {
            waitPoints.idle();
        }
        final int since = (int) ((turn & ~LATE) >>> SECONDS_SHIFT);
        final int nap = (int) (turn >>> NAP_SHIFT & NAP_MASK);
        return switch (nap) {
            case YIELDING -> yieldAgain(turn, since);
            case PARKING -> parkAgain(since, what, where);
            default -> sleep(turn, nap, since, what, where);
        };
    }

    private long yieldAgain(long turn, int since) {
        if ((int) turn - Ticks.now() > 0) {
            yieldCpu();
            return turn;
        }
        return asleep(0, since);
    }

    private void yieldCpu() {
        if (progress != null) {
            progress.yields();
        }
        Thread.yield();
    }

    private static long yieldUntil(long ns, int since) {
        return turn(YIELDING, since) | Integer.toUnsignedLong(Ticks.after(ns));
    }

    private long sleep(long turn, int nap, int since, Awaited what, long where) {
        final boolean isVirtual = Thread.currentThread().isVirtual();
        if (isVirtual && !VirtualThreadWaiters.SPARE_CARRIERS.tryAcquire()) {
            return park(since);
        }
        final long result;
        try {
            result = waitPoints.sleep(waitPoint, (int) turn, naps.timespec(nap));
        } finally {
            if (isVirtual) {
                VirtualThreadWaiters.SPARE_CARRIERS.release();
            }
        }
        final boolean isWoken =
                result == 0 || result == -Libc.EAGAIN; // the wake-up came during the sleep, or just before it
        if (isInBackground()) {
            return asleep(isWoken ? 0 : naps.next(nap), since);
        }
        if (watch != null && !isOfLibrary()) {
            watch.slept(since, what, where);
        }
        if (!isWoken || progress == null) {
            return asleep(naps.next(nap), since);
        }
        return nap < SOON_NAPS ? yieldUntil(WOKEN_NS, since) : asleep(0, since);
    }

    /**
     * Announces that this thread will sleep in the next turn. The caller checks its condition once more before that.
     */
    private long asleep(int naps, int since) {
        final long turn = turn(naps, since) | Integer.toUnsignedLong(waitPoints.announce(waitPoint));
        if (progress != null && naps == 0) {
            progress.rest();
        }
        return turn;
    }

    /**
     * Announces that this virtual thread will park in the next turn. The caller checks its condition once more before
     * that.
     */
    private long park(int since) {
        virtualThreadWaiters().add(Thread.currentThread());
        if (progress != null) {
            progress.rest();
        }
        return turn(PARKING, since);
    }

    private long parkAgain(int since, Awaited what, long where) {
        virtualThreadWaiters().await(Thread.currentThread());
        if (watch != null) {
            watch.slept(since, what, where);
        }
        return park(since);
    }

    private VirtualThreadWaiters virtualThreadWaiters() {
        return waitPoints.virtualThreadWaiters(waitPoint, NapIntervals.of(progress != null));
    }

    private static long turn(int naps, int since) {
        return LATE | (long) since << SECONDS_SHIFT | (long) naps << NAP_SHIFT;
    }
}
