package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.SymmetricInts;

/**
 * All PEs send a number to all, and each adds them up as they arrive, one at a time and in bunches; ported from
 * {@code shmem_wait_until_any_all2all_sum.c} and {@code shmem_wait_until_some_all2all_sum.c} of the specification.
 */
public final class SumOfAny {
    private static final int DONE = 1;

    private SumOfAny() {}

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricInts numbers = callocInts(nPes());
                SymmetricInts flags = callocInts(nPes())) {
            sendToAll(numbers, flags, 1);
            print("any", sumOfAny(numbers, flags));
            barrierAll();
            flags.fill(0);
            barrierAll();
            sendToAll(numbers, flags, 2);
            print("some", sumOfSome(numbers, flags));
        }
    }

    private static void sendToAll(SymmetricInts numbers, SymmetricInts flags, int factor) {
        for (int i = 1; i <= nPes(); i++) {
            final int pe = (myPe() + i) % nPes();
            p(numbers, myPe(), factor * (myPe() + 1), pe);
            fence();
            p(flags, myPe(), 1, pe);
        }
        quiet();
    }

    private static int sumOfAny(SymmetricInts numbers, SymmetricInts flags) {
        final int[] status = new int[nPes()];
        int sum = 0;
        for (int i = 0; i < nPes(); i++) {
            final int from = (int) waitUntilAny(flags, nPes(), status, Cmp.NE, 0);
            sum += numbers.get(from);
            status[from] = DONE;
        }
        return sum;
    }

    private static int sumOfSome(SymmetricInts numbers, SymmetricInts flags) {
        final int[] status = new int[nPes()];
        final long[] indices = new long[nPes()];
        int sum = 0;
        for (long left = nPes(); left > 0; ) {
            final long arrived = waitUntilSome(flags, nPes(), indices, status, Cmp.NE, 0);
            for (int i = 0; i < arrived; i++) {
                sum += numbers.get(indices[i]) / 2;
                status[(int) indices[i]] = DONE;
            }
            left -= arrived;
        }
        return sum;
    }

    private static void print(String way, int sum) {
        final int expected = nPes() * (nPes() + 1) / 2;
        System.out.println("PE " + myPe() + ", " + way + ": sum " + sum);
        if (sum != expected) {
            throw new IllegalStateException("the sum is " + sum + " instead of " + expected);
        }
    }
}
