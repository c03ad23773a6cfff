package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.PE_0_ALONE;

import java.util.List;
import org.jshmem.SymmetricLongs;

/** 1024 longs, every second element on both sides; twin of {@code strided.c}. */
final class StridedLoops {
    private static final int NELEMS = 1024;
    private static final int STRIDE = 2;
    private static final List<Integer> SIZES = List.of(NELEMS * Long.BYTES);

    private final SymmetricLongs symmetric;
    private final long[] source;
    private final long[] target;
    private final int pe;

    StridedLoops(Buffers buffers) {
        symmetric = buffers.symmetric;
        source = buffers.privateSource;
        target = buffers.privateTarget;
        pe = buffers.pe;
    }

    List<Operation> operations() {
        return List.of(
                new Operation("iput, stride 2", PE_0_ALONE, SIZES, this::iputLoop),
                new Operation("iget, stride 2", PE_0_ALONE, SIZES, this::igetLoop));
    }

    private void iputLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            iput(symmetric, source, STRIDE, STRIDE, NELEMS, pe);
        }
        quiet();
    }

    private void igetLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            iget(target, symmetric, STRIDE, STRIDE, NELEMS, pe);
        }
        Sink.consume(target[0]);
    }
}
