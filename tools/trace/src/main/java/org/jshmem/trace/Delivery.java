package org.jshmem.trace;

import java.util.Set;

/**
 * An operation that may have ended a wait, and between which times it was done.
 *
 * @param pe the PE that did it
 * @param thread the number of the thread among all threads of the trace
 * @param operation its name
 * @param target whose memory it wrote; −1 for a lock
 * @param offset in the heap
 * @param bytes how many
 * @param value what was written or added, if that was one element
 * @param from not before this time
 * @param to not after this time
 * @param event the event it is, or null
 */
record Delivery(
        int pe,
        int thread,
        String operation,
        int target,
        long offset,
        long bytes,
        long value,
        long from,
        long to,
        Event event) {
    private static final Set<String> OPERATIONS = Set.of(
            "p",
            "put",
            "iput",
            "signal",
            "atomicAdd",
            "atomicSet",
            "atomicAnd",
            "atomicOr",
            "atomicXor",
            "atomicSwap",
            "atomicCompareSwap",
            "atomicFetchAdd",
            "atomicFetchAnd",
            "atomicFetchOr",
            "atomicFetchXor");

    /** The names of the operations that write to the memory of a PE. */
    static String[] operations() {
        return OPERATIONS.toArray(String[]::new);
    }

    /** Whether an operation writes to the memory of a PE. */
    static boolean isBy(String operation) {
        return OPERATIONS.contains(operation);
    }

    boolean covers(long place) {
        return place >= offset && place < offset + Math.max(1, bytes);
    }

    /** Whether an element has its value afterwards. */
    boolean writes() {
        return switch (operation) {
            case "p", "atomicSet", "atomicSwap" -> true;
            default -> false;
        };
    }

    /**
     * Whether an element that was seen with a value may have got it from this; a compare-swap may have written nothing.
     */
    boolean fits(long place, long seen) {
        return !writes() && !operation.equals("atomicCompareSwap")
                || offset == place && (bytes == Integer.BYTES ? (int) value == (int) seen : value == seen);
    }

    /** Whether an element that was seen with a value has very likely got it from this. */
    boolean fitsWell(long place, long seen) {
        return writes() ? fits(place, seen) : operation.equals("signal") && offset == place && value == seen;
    }
}
