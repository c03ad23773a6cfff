package org.jshmem.internal.waiting;

/** The time in ticks of 2^13 ns, about 8 µs, so that 32 bits hold some hours. */
final class Ticks {
    private static final int SHIFT = 13;

    private Ticks() {}

    /** The time now; differences count. */
    static int now() {
        return (int) (System.nanoTime() >> SHIFT);
    }

    /** The time after some nanoseconds from now. */
    static int after(long ns) {
        return now() + (int) (ns >> SHIFT);
    }
}
