package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/**
 * Random indices of a table that is spread over all PEs in turn: element i is number {@code i / nPes()} of PE {@code i
 * % nPes()}.
 */
final class Indices {
    /** Elements on each PE; all are in a processor's first cache. */
    static final int PER_PE = 1000;

    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private Indices() {}

    /** Elements of the whole table. */
    static long range() {
        return (long) PER_PE * nPes();
    }

    /** Other ones on each PE, and the same as in C. */
    static long[] random(int count) {
        final long[] indices = new long[count];
        long random = 1L + myPe();
        for (int i = 0; i < count; i++) {
            random = Random.next(random);
            indices[i] = (random >>> 1) % range();
        }
        return indices;
    }

    /** What a table to read has as its element. */
    static long valueAt(long index) {
        return (index + 1) * FACTOR;
    }

    /** This PE's part of a table to read; collective. */
    static SymmetricLongs table() {
        final SymmetricLongs table = mallocLongs(PER_PE);
        for (int i = 0; i < PER_PE; i++) {
            table.set(i, valueAt((long) i * nPes() + myPe()));
        }
        barrierAll();
        return table;
    }

    /** The PE in the middle of the others, which is on another node if there are two. */
    static int partner() {
        return (myPe() + nPes() / 2) % nPes();
    }
}
