package org.jshmem.benchmarks;

import java.util.List;

/**
 * Something to measure, by size.
 *
 * @param name the same as in the C program
 * @param participants who makes the call
 * @param sizes bytes per call, each measured on its own
 * @param loop makes the call many times
 */
record Operation(String name, Participants participants, List<Integer> sizes, Loop loop) {
    /** Who makes the calls of an operation. */
    enum Participants {
        /** PE 0, while the others wait in a barrier. */
        PE_0_ALONE,
        /** All PEs together, so that the time contains the peers' reaction. */
        ALL_PES
    }

    /** The calls, in a method of their own, so that each operation is compiled by itself. */
    @FunctionalInterface
    interface Loop {
        /**
         * Makes the call many times.
         *
         * @param iterations how many times
         * @param bytes how much each call moves
         */
        void run(int iterations, int bytes);
    }

    /** The same without the larger sizes. */
    Operation upTo(int largestBytes) {
        List<Integer> smaller =
                sizes.stream().filter(bytes -> bytes <= largestBytes).toList();
        return new Operation(name, participants, smaller, loop);
    }

    /** The same with one size. */
    Operation of(int bytes) {
        return new Operation(name, participants, List.of(bytes), loop);
    }

    boolean peersReact() {
        return participants == Participants.ALL_PES;
    }
}
