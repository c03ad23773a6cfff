package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.SymmetricInts;

/**
 * Every PE stores into its right neighbour's memory; ported from {@code shmem_ptr_example.c} of the specification,
 * where only PE 0 does so.
 */
public final class Ptr {
    private Ptr() {}

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricInts dest = callocInts(4)) {
            final int neighbour = (myPe() + 1) % nPes();

            final SymmetricInts direct = ptr(dest, neighbour);
            if (direct == null) {
                System.out.println("PE " + neighbour + "'s memory is not mapped on PE " + myPe() + ": it puts instead");
            }
            for (int i = 0; i < 4; i++) {
                if (direct == null) {
                    p(dest, i, i + 1, neighbour);
                } else {
                    direct.set(i, i + 1);
                }
            }
            barrierAll();

            System.out.printf(
                    "PE %d dest: %d, %d, %d, %d%n", myPe(), dest.get(0), dest.get(1), dest.get(2), dest.get(3));
            if (!Arrays.equals(dest.toArray(), new int[] {1, 2, 3, 4})) {
                throw new IllegalStateException("dest on PE " + myPe() + " is " + Arrays.toString(dest.toArray()));
            }
        }
    }
}
