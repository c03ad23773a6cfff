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

    /** Naps of 50 µs to 10 ms. */
    private static final int COUNT = 9;

    /** Naps of 50 µs to 0.8 ms, where the network moves only if sleepers poll. */
    private static final int COUNT_POLLING = 5;

    /** The addresses of the {@code timespec}s, allocated once for all wait strategies of the process. */
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

    /** The naps of a sleeper; shorter if the network moves only when the sleeper polls ({@code polling}). */
    static NapIntervals of(boolean polling) {
        return new NapIntervals(polling ? POLLING : ALL);
    }

    /** All naps have the given length. */
    static NapIntervals of(long ns) {
        return new NapIntervals(timespec(ns));
    }

    /** The address of the {@code timespec} of the nap with this index. */
    long timespec(int nap) {
        return timespecs[nap];
    }

    /** The index of the nap after this one. */
    int next(int nap) {
        return Math.min(nap + 1, timespecs.length - 1);
    }
}
