package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.SymmetricShorts;

/**
 * PE 0 puts 16 shorts to every other PE; ported from {@code writing_shmem_example.c} of the specification, whose
 * published output it prints byte for byte.
 *
 * <p>The original keeps lines apart with a lock. {@code shmemrun} never mixes the lines of PEs, so here the PEs merely
 * take turns.
 */
public final class WritingShmem {
    private static final int SIZE = 16;

    private WritingShmem() {}

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricShorts dest = callocShorts(SIZE)) {
            final short[] source = new short[SIZE];
            for (int i = 0; i < SIZE; i++) {
                source[i] = (short) i;
            }
            if (myPe() == 0) {
                for (int pe = 1; pe < nPes(); pe++) {
                    put(dest, source, SIZE, pe);
                }
            }
            barrierAll();
            for (int pe = 1; pe < nPes(); pe++) {
                if (pe == myPe()) {
                    print(dest.toArray());
                    check(Arrays.equals(dest.toArray(), source), "PE " + pe + " did not get what PE 0 put");
                }
                barrierAll();
            }
        }
    }

    private static void print(short[] dest) {
        final StringBuilder line = new StringBuilder("dest on PE " + myPe() + " is ");
        for (final short element : dest) {
            line.append(element).append(' ');
        }
        System.out.println(line.append('\t'));
    }

    private static void check(boolean expected, String failure) {
        if (!expected) {
            throw new IllegalStateException(failure);
        }
    }
}
