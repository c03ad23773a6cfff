package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks that no transfer and no barrier allocates on the Java heap once it is compiled. Exit status 1 and a line per offender if
 * one does. Runs on any number of PEs; what all PEs do together, malloc and free excepted, is checked as well.
 */
public final class AllocationCheck {
    private static final int WARMUP_ROUNDS = 3;
    private static final int ROUND_MS = 40;
    private static final int LARGEST_BYTES = 1 << 20;

    /** What the virtual machine itself may add, such as one profile or one compiled lambda, to thousands of calls. */
    private static final double TOLERATED_BYTES = 0.01;

    private AllocationCheck() {}

    /**
     * Runs on every PE.
     *
     * @param args none
     */
    public static void main(String[] args) {
        List<Measurement> offenders = new ArrayList<>();
        try (var _ = init();
                Suite suite = Suite.withoutAllocation();
                Harness harness = new Harness()) {
            for (Operation operation : suite.operations(all -> true)) {
                check(harness, operation.upTo(LARGEST_BYTES), offenders);
            }
        }
        if (!offenders.isEmpty()) {
            System.exit(1);
        }
    }

    private static void check(Harness harness, Operation operation, List<Measurement> offenders) {
        for (int round = 0; round < WARMUP_ROUNDS; round++) {
            harness.run(operation, Plan.warmupPass(ROUND_MS), ignored -> {});
        }
        harness.run(operation, Plan.ofSlice(ROUND_MS), m -> check(m, offenders));
    }

    private static void check(Measurement m, List<Measurement> offenders) {
        boolean clean = m.allocatedBytes() <= TOLERATED_BYTES;
        System.out.printf(
                "%-24s %8s %8s B/op  %s%n",
                m.operation(), Units.size(m.bytes()), Units.digits(m.allocatedBytes()), clean ? "ok" : "ALLOCATES");
        if (!clean) {
            offenders.add(m);
        }
    }
}
