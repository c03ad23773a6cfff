package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks that no transfer of up to 1 MiB and no barrier allocates on the Java heap once it is compiled. An operation
 * passes as soon as one round of many calls leaves the heap as it was; it fails if none of {@value #MAX_ROUNDS} does.
 * Nothing depends on time.
 */
public final class AllocationCheck {
    /** Enough for the compiler, which may be waiting for a processor. */
    private static final int MAX_ROUNDS = 20_000;

    /** Of calls that all PEs make; they make the same number. */
    private static final int ROUNDS_OF_ALL = 100;

    /** What is larger takes the same way as the smallest. */
    private static final int LARGEST_BYTES = 1 << 20;

    /** Bytes of a round's calls together; large transfers are made less often. */
    private static final int ROUND_BYTES = 4 << 20;

    private static final int MOST_CALLS = 2000;
    private static final int FEWEST_CALLS = 20;

    private AllocationCheck() {}

    /**
     * Runs on every PE; exit status 1 if an operation allocates.
     *
     * @param args none
     */
    public static void main(String[] args) {
        final List<String> offenders;
        try (var _ = init()) {
            offenders = offenders();
        }
        if (!offenders.isEmpty()) {
            System.exit(1);
        }
    }

    /** The operations that allocate, a line for each; collective. */
    static List<String> offenders() {
        final List<String> offenders = new ArrayList<>();
        try (Suite suite = Suite.withoutAllocation()) {
            for (Operation operation : suite.operations(all -> true)) {
                for (int bytes : operation.upTo(LARGEST_BYTES).sizes()) {
                    check(operation, bytes, offenders);
                }
            }
        }
        return offenders;
    }

    private static void check(Operation operation, int bytes, List<String> offenders) {
        final boolean together = operation.peersReact();
        final boolean runs = together || myPe() == 0;
        final int calls = Math.clamp(ROUND_BYTES / bytes, FEWEST_CALLS, MOST_CALLS);
        final int rounds = together ? ROUNDS_OF_ALL : MAX_ROUNDS;
        long least = Long.MAX_VALUE;
        for (int round = 0; runs && round < rounds && (together || least != 0); round++) {
            final long before = Allocated.bytes();
            operation.loop().run(calls, bytes);
            least = Math.min(least, Allocated.bytes() - before);
        }
        barrierAll();
        if (runs) {
            report(operation, bytes, (double) least / calls, offenders);
        }
    }

    private static void report(Operation operation, int bytes, double allocated, List<String> offenders) {
        final String line = "PE %d: %s, %s: %s B/op"
                .formatted(myPe(), operation.name(), Units.size(bytes), Units.digits(allocated));
        System.out.println(line);
        if (allocated > 0) {
            offenders.add(line);
        }
    }
}
