package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricLongs;

/** The memory of the transfers. */
final class Buffers {
    /** The largest transfer of longs. */
    static final int MAX_BYTES = 64 << 20;

    /** The largest transfer of bytes. */
    static final int MAX_BYTES_OF_BYTES = 64 << 10;

    private static final int MAX_LONGS = MAX_BYTES / Long.BYTES;

    /** Target of puts and source of gets. */
    final SymmetricLongs symmetric = mallocLongs(MAX_LONGS);

    /** The same role for transfers of bytes. */
    final SymmetricBytes symmetricBytes = mallocBytes(MAX_BYTES_OF_BYTES);

    /** Source of puts from symmetric memory. */
    final SymmetricLongs symmetricSource = mallocLongs(MAX_LONGS);

    /** Source of puts from a Java array; empty on PEs that make none. */
    final long[] privateSource;

    /** Target of gets into a Java array; empty on PEs that make none. */
    final long[] privateTarget;

    /** The Java array of transfers of bytes. */
    final byte[] privateBytes = new byte[MAX_BYTES_OF_BYTES];

    /** The peer. */
    final int pe = nPes() - 1;

    /** Collective. */
    Buffers() {
        int longs = myPe() == 0 ? MAX_LONGS : 0;
        privateSource = filled(longs, 3);
        privateTarget = filled(longs, 4);
        symmetric.fill(1);
        symmetricBytes.fill((byte) 1);
        symmetricSource.fill(2);
    }

    /** Collective. */
    void release() {
        free(symmetric);
        free(symmetricBytes);
        free(symmetricSource);
    }

    private static long[] filled(int length, long value) {
        long[] array = new long[length];
        Arrays.fill(array, value);
        return array;
    }
}
