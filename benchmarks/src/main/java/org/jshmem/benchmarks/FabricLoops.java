package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.PE_0_ALONE;

import java.util.List;
import org.jshmem.SymmetricLongs;

/**
 * Transfers between PEs of different nodes; twin of {@code fabric.c}, which makes the same by calls of libfabric. The
 * network is slow enough for a fixed place, and sources and targets are symmetric memory, as the other side's are
 * registered.
 */
final class FabricLoops {
    private static final List<Integer> SIZES = List.of(8, 64 << 10, 1 << 20);

    /** Puts or gets between two quiets. */
    private static final int STREAM = 64;

    private final SymmetricLongs remote;
    private final SymmetricLongs local;
    private final long[] array;
    private final int pe;

    FabricLoops(Buffers buffers) {
        remote = buffers.symmetric;
        local = buffers.symmetricSource;
        array = buffers.privateSource;
        pe = buffers.pe;
    }

    List<Operation> operations() {
        return List.of(
                new Operation("put + quiet", PE_0_ALONE, SIZES, this::putQuietLoop),
                new Operation("put from private memory + quiet", PE_0_ALONE, SIZES, this::putArrayLoop),
                new Operation("64 put_nbi + quiet", PE_0_ALONE, SIZES, this::putNbiStream),
                new Operation("get", PE_0_ALONE, SIZES, this::getLoop),
                new Operation("64 get_nbi + quiet", PE_0_ALONE, SIZES, this::getNbiStream));
    }

    private void putQuietLoop(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        for (int i = 0; i < iterations; i++) {
            put(remote, local, nelems, pe);
            quiet();
        }
    }

    private void putArrayLoop(int iterations, int bytes) {
        final int nelems = bytes / Long.BYTES;
        for (int i = 0; i < iterations; i++) {
            put(remote, array, nelems, pe);
            quiet();
        }
    }

    private void putNbiStream(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        for (int i = 0; i < iterations; i++) {
            for (int k = 0; k < STREAM; k++) {
                putNbi(remote, local, nelems, pe);
            }
            quiet();
        }
    }

    private void getLoop(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        for (int i = 0; i < iterations; i++) {
            get(local, remote, nelems, pe);
        }
    }

    private void getNbiStream(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        for (int i = 0; i < iterations; i++) {
            for (int k = 0; k < STREAM; k++) {
                getNbi(local, remote, nelems, pe);
            }
            quiet();
        }
    }
}
