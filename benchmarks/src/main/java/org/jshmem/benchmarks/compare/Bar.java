package org.jshmem.benchmarks.compare;

import java.util.OptionalDouble;

/** What the project wants to reach: Java's time divided by C's, by operation and size. */
final class Bar {
    private static final double ONE_ELEMENT_PUT = 0.25;
    private static final double ONE_ELEMENT_GET = 0.20;
    private static final double BLOCK = 1.0;
    private static final double STRIDED = 0.5;
    private static final double BARRIER = 0.8;
    private static final double ATOMIC = 0.6;
    private static final double WAIT = 0.75;
    private static final double ALLOCATION = 1.0;
    private static final double LOCK_AT_HOME = 1.0;
    private static final double LOCK_ELSEWHERE = 0.1;
    private static final double SYNC = 0.7;
    private static final double ONE_LONG_REDUCE = 0.7;
    private static final double LARGE_REDUCE = 0.4;
    private static final double ONE_LONG_BROADCAST = 0.5;
    private static final double LARGE_BROADCAST = 0.3;
    private static final double ALLTOALL = 0.6;
    private static final int PAGE = 4096;
    private static final int MEBI = 1 << 20;
    private static final int LARGEST_BLOCK = 16 << 20;

    private Bar() {}

    /** The largest ratio that is good enough, if there is a bar. */
    static OptionalDouble ratio(String operation, int bytes) {
        return switch (operation) {
            case "p" -> OptionalDouble.of(ONE_ELEMENT_PUT);
            case "g" -> OptionalDouble.of(ONE_ELEMENT_GET);
            case "put" -> block(bytes, ONE_ELEMENT_PUT);
            case "get" -> block(bytes, ONE_ELEMENT_GET);
            case "iput, stride 2", "iget, stride 2" -> OptionalDouble.of(STRIDED);
            case "barrier_all" -> OptionalDouble.of(BARRIER);
            case "atomic fetch_add", "atomic compare_swap", "atomic swap", "atomic fetch", "64 atomic add + quiet" ->
                OptionalDouble.of(ATOMIC);
            case "p, wait_until, and back" -> OptionalDouble.of(WAIT);
            case "team_sync" -> OptionalDouble.of(SYNC);
            case "sum_reduce" -> sized(bytes, ONE_LONG_REDUCE, LARGE_REDUCE);
            case "broadcast + barrier" -> sized(bytes, ONE_LONG_BROADCAST, LARGE_BROADCAST);
            case "alltoall", "fcollect" -> bytes == PAGE ? OptionalDouble.of(ALLTOALL) : OptionalDouble.empty();
            case "malloc + free" -> OptionalDouble.of(ALLOCATION);
            case "set_lock + clear_lock, home PE" -> OptionalDouble.of(LOCK_AT_HOME);
            case "set_lock + clear_lock, other PE" -> OptionalDouble.of(LOCK_ELSEWHERE);
            default -> OptionalDouble.empty();
        };
    }

    /** Of a vector of one long, and of a mebibyte. */
    private static OptionalDouble sized(int bytes, double oneLong, double large) {
        return switch (bytes) {
            case Long.BYTES -> OptionalDouble.of(oneLong);
            case MEBI -> OptionalDouble.of(large);
            default -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble block(int bytes, double oneElement) {
        if (bytes > LARGEST_BLOCK) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(bytes == Long.BYTES ? oneElement : BLOCK);
    }
}
