package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;

import java.util.List;
import org.jshmem.SymmetricBytes;

/** Calls that all PEs make together; twin of {@code collective.c}. */
final class CollectiveLoops {
    /** Of calls that move no data. */
    private static final List<Integer> NO_DATA = List.of(1);

    private static final List<Integer> ALLOCATION_BYTES = List.of(1024);

    private CollectiveLoops() {}

    static List<Operation> operations() {
        return List.of(
                barrier(),
                sync(),
                new Operation("malloc + free", ALL_PES, ALLOCATION_BYTES, CollectiveLoops::mallocFreeLoop));
    }

    static List<Operation> withoutAllocation() {
        return List.of(barrier(), sync());
    }

    private static Operation barrier() {
        return new Operation("barrier_all", ALL_PES, NO_DATA, CollectiveLoops::barrierLoop);
    }

    private static Operation sync() {
        return new Operation("sync_all", ALL_PES, NO_DATA, CollectiveLoops::syncLoop);
    }

    private static void barrierLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            barrierAll();
        }
    }

    private static void syncLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            syncAll();
        }
    }

    private static void mallocFreeLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            final SymmetricBytes block = mallocBytes(bytes);
            Sink.consume(block.length());
            free(block);
        }
    }
}
