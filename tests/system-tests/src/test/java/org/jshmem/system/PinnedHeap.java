package org.jshmem.system;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/** A program of two PEs that allocates so many MiB, of which each PE writes to every one of the other's. */
final class PinnedHeap {
    private static final long MIB = (1 << 20) / Long.BYTES;

    private PinnedHeap() {}

    @SuppressWarnings("try") // what is to be closed has no other use
    public static void main(String[] args) {
        final int size = Integer.parseInt(args[0]);
        try (var _ = init();
                SymmetricLongs array = mallocLongs(size * MIB)) {
            for (int i = 0; i < size; i++) {
                p(array, i * MIB, 7L * i + myPe(), 1 - myPe());
            }
            barrierAll();
            for (int i = 0; i < size; i++) {
                if (array.get(i * MIB) != 7L * i + 1 - myPe()) {
                    throw new AssertionError("PE " + myPe() + ": element " + i * MIB + " is " + array.get(i * MIB));
                }
            }
            barrierAll();
        }
        System.out.println("done");
    }
}
