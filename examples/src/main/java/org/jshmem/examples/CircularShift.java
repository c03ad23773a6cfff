package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricInts;

/** Every PE gets a value from its right neighbour; ported from {@code oshmem_circular_shift.c} (Open MPI). */
public final class CircularShift {
    private CircularShift() {}

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricInts aaa = mallocInts(1);
                SymmetricInts bbb = mallocInts(1)) {
            final int me = myPe();
            final int peer = (me + 1) % nPes();
            bbb.set(0, me);
            barrierAll();

            System.out.println("Process " + me + " gets message from " + peer + " (" + nPes() + " processes in ring)");
            get(aaa, bbb, 1, peer);
            if (aaa.get(0) != peer) {
                throw new IllegalStateException("PE " + me + " got " + aaa.get(0) + " from PE " + peer);
            }

            barrierAll();
            System.out.println("Process " + me + " exiting");
        }
    }
}
