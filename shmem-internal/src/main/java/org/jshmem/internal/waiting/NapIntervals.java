package org.jshmem.internal.waiting;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;

/**
 * The lengths of a sleeper's naps, after each of which it checks its condition. Each nap is twice as long as the one
 * before, from 50 µs to 10 ms.
 */
final class NapIntervals {
    private static final long FIRST_NS = 50_000;
    private static final long LAST_NS = 10_000_000;
    private static final int COUNT = 9;

    /** Naps of up to 0.8 ms, where the network moves only if sleepers look. */
    private static final int COUNT_POLLING = 5;

    /** The addresses of their {@code timespec}s; one table for all, since every team has a barrier. */
    private static final long[] ALL = timespecs(COUNT);

    private static final long[] POLLING = timespecs(COUNT_POLLING);

    private final long[] timespecs;

    private NapIntervals(long... timespecs) {
        this.timespecs = timespecs;
    }

    private static long[] timespecs(int count) {
        final long[] addresses = new long[count];
        for (int nap = 0; nap < count; nap++) {
            addresses[nap] = timespec(Math.min(FIRST_NS << nap, LAST_NS));
        }
        return addresses;
    }

    private static long timespec(long ns) {
        final MemorySegment timespec = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);
        timespec.set(ValueLayout.JAVA_LONG, 0, TimeUnit.NANOSECONDS.toSeconds(ns));
        timespec.set(ValueLayout.JAVA_LONG, Long.BYTES, ns % TimeUnit.SECONDS.toNanos(1));
        return timespec.address();
    }

    /** The naps of a sleeper; {@code polling} where the network moves only if it looks. */
    static NapIntervals of(boolean polling) {
        return new NapIntervals(polling ? POLLING : ALL);
    }

    /** Every nap as long as that. */
    static NapIntervals of(long ns) {
        return new NapIntervals(timespec(ns));
    }

    /** The address of the {@code timespec} of a nap. */
    long timespec(int nap) {
        return timespecs[nap];
    }

    /** The nap that follows one in vain. */
    int next(int nap) {
        return Math.min(nap + 1, timespecs.length - 1);
    }
}
