package org.jshmem.benchmarks;

/** Where results go, so that no compiler may drop the work that made them. */
final class Sink {
    private static volatile long value;

    private Sink() {}

    static void consume(long result) {
        value = result;
    }

    static long last() {
        return value;
    }
}
