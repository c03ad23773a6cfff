package org.jshmem.internal.sync;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jshmem.spi.Awaited;

/**
 * How a thread waits for a condition on shared memory: it spins, then yields, then sleeps at a {@link Spots spot}.
 *
 * <pre>{@code
 * long turn = 0;
 * while (!condition) {
 *     turn = waiting.pause(turn, what, where);
 * }
 * }</pre>
 *
 * <p>Who stores what others wait for wakes them; {@link Spots} argues why no wake-up is lost. A put to mapped memory is a bare
 * store: its wake comes with the quiet, or when its PE begins to wait itself. For the time between, a sleeper looks
 * by itself, after 50 µs at first and every 10 ms in the end. After each nap it tells the {@link HangWatch}, if there is one.
 *
 * <p>Where there are other nodes each turn makes {@link Progress}, and does no more if there was some. Who sleeps is woken by the network's
 * own thread, or looks by itself; who is woken twice in a row stays awake for a while, since there will be more.
 */
public final class Waiting {
    /** Looks in a row that do not even pause; the other PE is probably about to store. */
    private static final int EAGER = 1000;

    /** Yields before going to sleep: some hundreds of microseconds. */
    private static final int YIELDS = 400;

    /** Who is woken in one of the first naps will soon be woken again, and stays awake. */
    private static final int SOON_NAPS = 2;

    /** Yields of who stays awake; some milliseconds, as each of them polls the network. */
    private static final int WOKEN_YIELDS = 2000;

    /**
     * Of a turn that sleeps; the sequence seen is in the lower half, the naps taken are above it, and above them the second in which
     * that began. Who stays awake has its yields in the lower half, and {@link #WOKEN} for the naps.
     */
    private static final long ASLEEP = 1L << 62;

    private static final int NAP_SHIFT = 32;
    private static final int NAP_MASK = 0xff;
    private static final int SECONDS_SHIFT = 40;

    private static final int WOKEN = 0xff;
    private static final int NAPS = 9;
    private static final long FIRST_NAP_NS = 50_000;
    private static final long LAST_NAP_NS = 10_000_000;
    private static final long TIMESPEC_BYTES = 2 * Long.BYTES;

    /** How long each nap is, as {@code timespec}s; one table for all, since every team has a meeting. */
    private static final MemorySegment TIMESPECS = timespecs();

    private final Spots spots;
    private final long spot;
    private final int spins;
    private final HangWatch watch;
    private final Progress progress;

    /**
     * Waiting at a spot.
     *
     * @param spots those of the node
     * @param spot which of them
     * @param patience for how long
     */
    public Waiting(Spots spots, long spot, Patience patience) {
        this.spots = spots;
        this.spot = spot;
        this.spins = patience.spins();
        this.watch = patience.watch();
        this.progress = patience.progress();
    }

    private static MemorySegment timespecs() {
        final MemorySegment table = Arena.global().allocate(NAPS * TIMESPEC_BYTES, Long.BYTES);
        for (int nap = 0; nap < NAPS; nap++) {
            final long nanoseconds = Math.min(FIRST_NAP_NS << nap, LAST_NAP_NS);
            table.set(ValueLayout.JAVA_LONG, nap * TIMESPEC_BYTES + Long.BYTES, nanoseconds);
        }
        return table;
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
        return yieldOrSleep(turn, what, where);
    }

    private long yieldOrSleep(long turn, Awaited what, long where) {
        if (turn >= ASLEEP) {
            final int since = (int) ((turn & ~ASLEEP) >>> SECONDS_SHIFT);
            final int nap = (int) (turn >>> NAP_SHIFT & NAP_MASK);
            return nap == WOKEN ? yieldAgain(turn, since) : sleep(turn, nap, since, what, where);
        }
        if (turn == spins) {
            VarHandle.fullFence();
            spots.wakeAll();
        }
        if (turn < spins + YIELDS) {
            Thread.yield();
            return turn + 1;
        }
        return asleep(0, watch == null ? 0 : watch.seconds());
    }

    private long sleep(long turn, int nap, int since, Awaited what, long where) {
        final long result = spots.sleep(spot, (int) turn, TIMESPECS.address() + nap * TIMESPEC_BYTES);
        if (watch != null) {
            watch.slept(since, what, where);
        }
        if (result != 0 || progress == null) {
            return asleep(Math.min(nap + 1, NAPS - 1), since);
        }
        return nap < SOON_NAPS ? turn(WOKEN, since) : asleep(0, since);
    }

    private long yieldAgain(long turn, int since) {
        if ((int) turn < WOKEN_YIELDS) {
            Thread.yield();
            return turn + 1;
        }
        return asleep(0, since);
    }

    /** Announces that this thread is about to sleep; between this and the sleep the caller looks at its condition once more. */
    private long asleep(int naps, int since) {
        final long turn = turn(naps, since) | Integer.toUnsignedLong(spots.announce(spot));
        if (progress != null && naps == 0) {
            progress.rest();
        }
        return turn;
    }

    private static long turn(int naps, int since) {
        return ASLEEP | (long) since << SECONDS_SHIFT | (long) naps << NAP_SHIFT;
    }
}
