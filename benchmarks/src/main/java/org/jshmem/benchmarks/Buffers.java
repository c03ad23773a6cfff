package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricLongs;

/**
 * The memory of the transfers.
 *
 * @param symmetric target of puts and source of gets
 * @param symmetricBytes the same role for byte transfers
 * @param symmetricSource source of puts from symmetric memory
 * @param privateSource source of puts from a Java array; empty on PEs that make none
 * @param privateTarget target of gets into a Java array; empty on PEs that make none
 * @param privateBytes the Java array of byte transfers
 * @param pe the peer
 */
record Buffers(
        SymmetricLongs symmetric,
        SymmetricBytes symmetricBytes,
        SymmetricLongs symmetricSource,
        long[] privateSource,
        long[] privateTarget,
        byte[] privateBytes,
        int pe) {
    /** The largest transfer of longs. */
    static final int MAX_BYTES = 64 << 20;

    /** The largest transfer of bytes. */
    static final int MAX_BYTES_OF_BYTES = 64 << 10;

    private static final int MAX_LONGS = MAX_BYTES / Long.BYTES;

    /** Collective. */
    static Buffers allocate() {
        boolean measuring = myPe() == 0;
        SymmetricLongs symmetric = mallocLongs(MAX_LONGS);
        SymmetricBytes symmetricBytes = mallocBytes(MAX_BYTES_OF_BYTES);
        SymmetricLongs symmetricSource = mallocLongs(MAX_LONGS);
        symmetric.fill(1);
        symmetricBytes.fill((byte) 1);
        symmetricSource.fill(2);
        return new Buffers(
                symmetric,
                symmetricBytes,
                symmetricSource,
                filled(measuring ? MAX_LONGS : 0, 3),
                filled(measuring ? MAX_LONGS : 0, 4),
                new byte[MAX_BYTES_OF_BYTES],
                nPes() - 1);
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
