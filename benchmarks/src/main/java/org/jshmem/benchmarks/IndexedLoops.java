package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.PE_0_ALONE;

import java.util.List;
import org.jshmem.IndexedBlocks;
import org.jshmem.SymmetricLongs;

/** 16 MiB in 1,024 blocks with gaps between them, on both sides; and in one piece. */
final class IndexedLoops {
    private static final int NELEMS = (16 << 20) / Long.BYTES;
    private static final int BLOCKS = 1024;
    private static final int BLOCK = NELEMS / BLOCKS;
    private static final int STRIDE = BLOCK + 8;
    private static final List<Integer> SIZES = List.of(NELEMS * Long.BYTES);

    private final IndexedBlocks blocks = blocks();
    private final SymmetricLongs source = mallocLongs(BLOCKS * STRIDE);
    private final SymmetricLongs dest = mallocLongs(BLOCKS * STRIDE);
    private final int pe = nPes() - 1;

    /** Collective. */
    IndexedLoops() {
        source.fill(1);
        dest.fill(1);
    }

    private static IndexedBlocks blocks() {
        final long[] indices = new long[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            indices[i] = (long) i * STRIDE;
        }
        return IndexedBlocks.of(indices, BLOCK);
    }

    List<Operation> operations() {
        return List.of(
                new Operation("put, whole", PE_0_ALONE, SIZES, this::putLoop),
                new Operation("put, 1,024 blocks", PE_0_ALONE, SIZES, this::putBlocksLoop),
                new Operation("get, whole", PE_0_ALONE, SIZES, this::getLoop),
                new Operation("get, 1,024 blocks", PE_0_ALONE, SIZES, this::getBlocksLoop));
    }

    private void putLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            put(dest, source, NELEMS, pe);
        }
        quiet();
    }

    private void putBlocksLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            put(dest, blocks, source, blocks, pe);
        }
        quiet();
    }

    private void getLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            get(dest, source, NELEMS, pe);
        }
    }

    private void getBlocksLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            get(dest, blocks, source, blocks, pe);
        }
    }

    /** Collective. */
    void release() {
        source.close();
        dest.close();
    }
}
