package org.jshmem.transport.ofi;

/**
 * The number that a wait for the network carries from step to step ({@link OfiNetwork#pause}), in place of an object.
 *
 * <table>
 *   <caption>Values, and what a step does that moved nothing</caption>
 *   <tr><th>value</th><th>step</th></tr>
 *   <tr><td>0 … {@link #YIELDS} − 1: steps so far</td><td>returns at once, later yields</td></tr>
 *   <tr><td>bits 24 … 61: start time plus 1, in units of 2^20 ns</td><td>polls the main channel and
 *       the busy ones and yields, later naps or hands over to the progress agent</td></tr>
 *   <tr><td>bit 62, and the start time</td><td>sleeps until the progress agent has moved something</td></tr>
 * </table>
 *
 * <p>A step that moved something adds 1 to any of them. The time is counted from the start of the network and fits for
 * nine years.
 */
final class PauseTurn {
    /** Steps before a wait starts to measure time. */
    private static final int YIELDS = 2000;

    private static final long ASLEEP = 1L << 62;
    private static final int CLOCK_SHIFT = 24;

    /** Nanoseconds to units of about a millisecond. */
    private static final int MILLISECOND_SHIFT = 20;

    private PauseTurn() {}

    /** Whether the wait only counts its steps yet. */
    static boolean isCounting(long turn) {
        return turn < YIELDS;
    }

    /** Whether the wait has a start time. */
    static boolean hasClock(long turn) {
        return turn >= 1L << CLOCK_SHIFT;
    }

    /** The turn of a wait that measures time from now on, in nanoseconds since the start of the network. */
    static long startClock(long nowNs) {
        return (nowNs >> MILLISECOND_SHIFT) + 1 << CLOCK_SHIFT;
    }

    /** The start time of a turn that has one, rounded down to a millisecond. */
    static long startNs(long turn) {
        return ((turn & ~ASLEEP) >>> CLOCK_SHIFT) - 1 << MILLISECOND_SHIFT;
    }

    /** The same wait, which leaves polling to the progress agent from now on. */
    static long asleep(long turn) {
        return ASLEEP | turn;
    }

    /** Whether the wait leaves polling to the progress agent. */
    static boolean isAsleep(long turn) {
        return turn >= ASLEEP;
    }
}
