package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricInts;

/**
 * A message goes ten times around all PEs; ported from {@code ring_oshmem.c} (Open MPI).
 *
 * <p>PE 0 counts it down each time it comes by, and every PE stops once it has passed on the last one. A put by
 * {@code p} is awaited with acquire loads of the PE's own copy; whoever shares a CPU with other PEs yields while
 * waiting.
 */
public final class Ring {
    private static final int ROUNDS = 10;

    private Ring() {}

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricInts received = mallocInts(1)) {
            final int me = myPe();
            final int next = (me + 1) % nPes();
            received.set(0, -1);
            barrierAll();

            int message = ROUNDS;
            if (me == 0) {
                System.out.println(
                        "Process 0 puts message " + message + " to " + next + " (" + nPes() + " processes in ring)");
                p(received, message, next);
                quiet();
            }
            while (message > 0) {
                waitUntilEqual(received, message);
                if (me == 0) {
                    message--;
                    System.out.println("Process 0 decremented value: " + message);
                }
                p(received, message, next);
                quiet();
                if (me != 0) {
                    message--;
                }
            }
            barrierAll();

            final int last = me == 1 % nPes() ? 0 : 1;
            if (received.get(0) != last) {
                throw new IllegalStateException(
                        "PE " + me + " ended with message " + received.get(0) + " instead of " + last);
            }
            System.out.println("Process " + me + " exiting");
        }
    }

    private static void waitUntilEqual(SymmetricInts variable, int value) {
        while (variable.getAcquire(0) != value) {
            Thread.yield();
        }
    }
}
