package org.jshmem.tck.history;

import java.util.Locale;

/**
 * One operation of a PE on a word. It took effect at some moment from {@code start} to {@code end}.
 *
 * @param pe whose it is
 * @param kind what it does
 * @param argument its operand
 * @param condition that of a compare-and-swap
 * @param result what the call gave, or 0
 * @param at its number among those of the PE
 * @param done the number of the PE's first operation before which it was complete: the next one if the call returns
 *     when it is, else the first one after the next quiet
 * @param start nanoseconds, before the call
 * @param end nanoseconds, when it was complete
 */
record Operation(
        int pe, Kind kind, long argument, long condition, long result, int at, int done, long start, long end) {
    /**
     * Whether it took effect before another one of the word began.
     *
     * @param clocksAgree whether times of different PEs can be compared
     */
    boolean isBefore(Operation other, boolean clocksAgree) {
        return pe == other.pe ? done <= other.at : clocksAgree && end < other.start;
    }

    /** For a report, with times since a moment. */
    String toString(long since) {
        return String.format(
                Locale.ROOT,
                "%,d to %,d ns: PE %d %s(%s%d) = %d%s",
                start - since,
                end - since,
                pe,
                kind,
                kind == Kind.COMPARE_SWAP ? condition + ", " : "",
                argument,
                result,
                done > at + 1 ? ", complete before its number " + done + ", this is " + at : "");
    }
}
