package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.SymmetricShorts;

/**
 * PE 0 puts every second element of an array side by side on PE 1; ported from {@code oshmem_strided_puts.c} (Open
 * MPI). A job of one PE puts to itself.
 */
public final class StridedPuts {
    private StridedPuts() {}

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricShorts target = callocShorts(10)) {
            final int receiver = 1 % nPes();
            final short[] source = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

            if (myPe() == 0) {
                iput(target, source, 1, 2, 5, receiver);
            }
            barrierAll();

            final short[] expected = {1, 3, 5, 7, 9, 0, 0, 0, 0, 0};
            if (myPe() == receiver) {
                System.out.printf(
                        "target on PE %d is %d %d %d %d %d%n",
                        receiver, target.get(0), target.get(1), target.get(2), target.get(3), target.get(4));
                if (!Arrays.equals(target.toArray(), expected)) {
                    throw new IllegalStateException("target is " + Arrays.toString(target.toArray()));
                }
            }
        }
    }
}
