package org.jshmem.monitor;

import java.util.Arrays;

/**
 * What the flows of one kind have done on a PE, or on several, as {@link Publisher} writes it to a text.
 *
 * @param kind what the flows carry
 * @param sent records
 * @param handled records
 * @param buffers sent
 * @param notFull those that were sent before they were full
 * @param bytes of the records in all buffers
 * @param capacity the bytes that would have fitted
 * @param handlerNs time in handlers
 * @param waits for room
 * @param waitNs time of the waits
 * @param overflowed records of handlers that had no room in a buffer
 * @param memoryBytes of flows that have not ended
 */
record FlowCounts(
        String kind,
        long sent,
        long handled,
        long buffers,
        long notFull,
        long bytes,
        long capacity,
        long handlerNs,
        long waits,
        long waitNs,
        long overflowed,
        long memoryBytes) {
    private static final String BLANK = " ";
    private static final int NUMBERS = 11;

    /** Reads numbers in the order of the components, and the kind after them. */
    static FlowCounts parse(String text) {
        final String[] words = text.split(BLANK, NUMBERS + 1);
        final long[] numbers =
                Arrays.stream(words, 0, NUMBERS).mapToLong(Long::parseLong).toArray();
        int next = 0;
        return new FlowCounts(
                words[NUMBERS],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next]);
    }

    FlowCounts plus(FlowCounts other) {
        return new FlowCounts(
                kind,
                sent + other.sent,
                handled + other.handled,
                buffers + other.buffers,
                notFull + other.notFull,
                bytes + other.bytes,
                capacity + other.capacity,
                handlerNs + other.handlerNs,
                waits + other.waits,
                waitNs + other.waitNs,
                overflowed + other.overflowed,
                memoryBytes + other.memoryBytes);
    }

    /** How full buffers were when they were sent, on average; 0 to 1. */
    double fill() {
        return capacity == 0 ? 0 : (double) bytes / capacity;
    }
}
