package org.jshmem.internal.sync;

import java.lang.invoke.VarHandle;
import org.jshmem.spi.Awaited;

/**
 * How a thread waits for a condition on shared memory: it spins, then yields, then sleeps at a {@link WaitPoints wait
 * point}.
 *
 * <pre>{@code
 * long turn = 0;
 * while (!condition) {
 *     turn = waiting.pause(turn, what, where);
 * }
 * }</pre>
 *
 * <p><b>How long.</b> A wait spins for some tens of microseconds, as long as a compiler thread or another process on
 * the CPU of the awaited PE may need to be moved away by the scheduler. Then it yields for longer than the scheduler
 * lets another process run at a time, because a sleep costs far more than that turn: the sleeper has to be woken, and
 * queues for its CPU behind that process again. Where there are more PEs than CPUs, a wait yields almost at once.
 *
 * <p><b>Who wakes a sleeper.</b> Whoever stores what others wait for wakes them; {@link WaitPoints} argues why no
 * wake-up is lost. A put to mapped memory is a bare store: its wake-up comes with the quiet, or when its PE begins to
 * wait itself. For the time between, a sleeper looks by itself, after 50 µs at first and every 10 ms in the end. After
 * each nap it tells the {@link HangWatch}, if there is one.
 *
 * <p><b>Virtual threads</b> that sleep keep their carrier from other virtual threads, so all carriers but one may be
 * given away like that. The virtual threads beyond park, and {@link VirtualThreadWaiters} sleeps for all of them.
 *
 * <p><b>Network.</b> Where there are other nodes each turn makes {@link Progress}, and does no more if there was some.
 * A sleeper is woken by the network's own thread, or looks by itself. A sleeper that is woken in one of its first naps
 * stays awake for a while, since more will come.
 *
 * <p><b>What a turn is.</b> Below {@link #LATE}, the looks so far. From there on, by bits:
 *
 * <pre>
 *   62          LATE
 *   40 … 61     the second in which the thread ceased to spin, for the {@link HangWatch}
 *   32 … 39     the naps taken, or YIELDING, or PARKING
 *    0 … 31     of a nap: the wait point's sequence; YIELDING: until when, in ticks; PARKING: nothing
 * </pre>
 */
public final class WaitStrategy {
    /** Looks in a row that do not even pause; the other PE is probably about to store. */
    private static final int EAGER = 1000;

    /** How long a wait yields before it sleeps: some turns of another process. */
    private static final long YIELD_NS = 20_000_000;

    /**
     * The same where each turn polls the network, whose own thread then takes over; and for virtual threads, which then
     * park.
     */
    private static final long BRIEF_YIELD_NS = 1_000_000;

    /** How long a thread stays awake that was woken soon after it fell asleep. */
    private static final long WOKEN_NS = 4_000_000;

    /** Who is woken in one of the first naps will soon be woken again, and stays awake. */
    private static final int SOON_NAPS = 2;

    private static final long LATE = 1L << 62;
    private static final int NAP_SHIFT = 32;
    private static final int NAP_MASK = 0xff;
    private static final int SECONDS_SHIFT = 40;
    private static final int YIELDING = 0xff;
    private static final int PARKING = 0xfe;

    /** A tick is 8 µs, so that 32 bits are enough for some hours. */
    private static final int TICK_SHIFT = 13;

    private final WaitPoints waitPoints;
    private final long waitPoint;
    private final int spins;
    private final HangWatch watch;
    private final Progress progress;
    private final NapIntervals naps;

    /**
     * Waiting at a wait point.
     *
     * @param waitPoints those of the node
     * @param waitPoint which of them
     * @param waitPolicy for how long
     */
    public WaitStrategy(WaitPoints waitPoints, long waitPoint, WaitPolicy waitPolicy) {
        this.waitPoints = waitPoints;
        this.waitPoint = waitPoint;
        this.spins = waitPolicy.spins();
        this.watch = waitPolicy.watch();
        this.progress = waitPolicy.progress();
        this.naps = NapIntervals.of(false);
    }

    /**
     * Passes a moment; the condition is to be looked at between two calls.
     *
     * @param turn 0, or what the last call returned
     * @param what what is waited for
     * @param where which of those
     * @return what to pass to the next call
     */
    public long pause(long turn, Awaited what, long where) {
        if (progress != null && progress.poll()) {
            return turn;
        }
        if (turn < spins) {
            if (turn > EAGER) {
                Thread.onSpinWait();
            }
            return turn + 1;
        }
        return turn < LATE ? endSpin() : yieldOrSleep(turn, what, where);
    }

    private long endSpin() {
        VarHandle.fullFence();
        waitPoints.wakeAll();
        final int since = watch == null ? 0 : watch.seconds();
        Thread.yield();
        final boolean isBrief = progress != null || Thread.currentThread().isVirtual();
        return yieldUntil(isBrief ? BRIEF_YIELD_NS : YIELD_NS, since);
    }

    /** Whether a turn has gone on for longer than a thread spins. */
    static boolean isLong(long turn) {
        return turn >= LATE;
    }

    private long yieldOrSleep(long turn, Awaited what, long where) {
        final int since = (int) ((turn & ~LATE) >>> SECONDS_SHIFT);
        final int nap = (int) (turn >>> NAP_SHIFT & NAP_MASK);
        return switch (nap) {
            case YIELDING -> yieldAgain(turn, since);
            case PARKING -> parkAgain(since, what, where);
            default -> sleep(turn, nap, since, what, where);
        };
    }

    private long yieldAgain(long turn, int since) {
        if ((int) turn - ticks() > 0) {
            Thread.yield();
            return turn;
        }
        return asleep(0, since);
    }

    private static long yieldUntil(long ns, int since) {
        return turn(YIELDING, since) | Integer.toUnsignedLong(ticks() + (int) (ns >> TICK_SHIFT));
    }

    private static int ticks() {
        return (int) (System.nanoTime() >> TICK_SHIFT);
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
        if (watch != null) {
            watch.slept(since, what, where);
        }
        if (result != 0 || progress == null) {
            return asleep(naps.next(nap), since);
        }
        return nap < SOON_NAPS ? yieldUntil(WOKEN_NS, since) : asleep(0, since);
    }

    /**
     * Announces that this thread is about to sleep; between this and the sleep the caller looks at its condition once
     * more.
     */
    private long asleep(int naps, int since) {
        final long turn = turn(naps, since) | Integer.toUnsignedLong(waitPoints.announce(waitPoint));
        if (progress != null && naps == 0) {
            progress.rest();
        }
        return turn;
    }

    /**
     * Announces that this virtual thread is about to park; between this and the park the caller looks at its condition
     * once more.
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
