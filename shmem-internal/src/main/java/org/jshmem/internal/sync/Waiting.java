package org.jshmem.internal.sync;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * How a thread waits for a condition on shared memory: it spins, then yields, then sleeps at a {@link Spots spot}.
 *
 * <pre>{@code
 * long turn = 0;
 * while (!condition) {
 *     turn = waiting.pause(turn);
 * }
 * }</pre>
 *
 * <p>Who stores what others wait for wakes them; {@link Spots} argues why no wake-up is lost. A put to mapped memory is a bare
 * store: its wake comes with the quiet, or when its PE begins to wait itself. For the time between, a sleeper looks
 * by itself, after 50 µs at first and every 10 ms in the end.
 */
public final class Waiting {
    /** Looks in a row that do not even pause; the other PE is probably about to store. */
    private static final int EAGER = 1000;

    /** Looks, of some tens of nanoseconds, before the first yield where there are CPUs for all. */
    private static final int SPINS = 20_000;

    /** Looks before the first yield where there are not. */
    private static final int CROWDED_SPINS = 20;

    /** Yields before going to sleep: some hundreds of microseconds. */
    private static final int YIELDS = 400;

    /** Of a turn that sleeps; the sequence seen is in the lower half, the naps taken above it. */
    private static final long ASLEEP = 1L << 62;

    private static final int NAPS = 9;
    private static final long FIRST_NAP_NS = 50_000;
    private static final long LAST_NAP_NS = 10_000_000;
    private static final long TIMESPEC_BYTES = 2 * Long.BYTES;

    /** How long each nap is, as {@code timespec}s; one table for all, since every team has a meeting. */
    private static final MemorySegment TIMESPECS = timespecs();

    private final Spots spots;
    private final long spot;
    private final int spins;

    /**
     * Waiting at a spot.
     *
     * @param spots those of the node
     * @param spot which of them
     * @param crowded whether there are more PEs than CPUs
     */
    public Waiting(Spots spots, long spot, boolean crowded) {
        this.spots = spots;
        this.spot = spot;
        this.spins = crowded ? CROWDED_SPINS : SPINS;
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
     * @return what to pass to the next call
     */
    public long pause(long turn) {
        if (turn < spins) {
            if (turn > EAGER) {
                Thread.onSpinWait();
            }
            return turn + 1;
        }
        return yieldOrSleep(turn);
    }

    private long yieldOrSleep(long turn) {
        if (turn >= ASLEEP) {
            final int nap = (int) (turn >>> Integer.SIZE & 0xff);
            spots.sleep(spot, (int) turn, TIMESPECS.address() + nap * TIMESPEC_BYTES);
            return asleep(Math.min(nap + 1, NAPS - 1));
        }
        if (turn == spins) {
            VarHandle.fullFence();
            spots.wakeAll();
        }
        if (turn < spins + YIELDS) {
            Thread.yield();
            return turn + 1;
        }
        return asleep(0);
    }

    /** Announces that this thread is about to sleep; between this and the sleep the caller looks at its condition once more. */
    private long asleep(int naps) {
        return ASLEEP | (long) naps << Integer.SIZE | Integer.toUnsignedLong(spots.announce(spot));
    }
}
