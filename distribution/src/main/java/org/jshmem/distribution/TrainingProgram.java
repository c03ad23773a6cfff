package org.jshmem.distribution;

import static org.jshmem.Shmem.barrierAll;
import static org.jshmem.Shmem.free;
import static org.jshmem.Shmem.get;
import static org.jshmem.Shmem.init;
import static org.jshmem.Shmem.mallocLongs;
import static org.jshmem.Shmem.myPe;
import static org.jshmem.Shmem.nPes;
import static org.jshmem.Shmem.p;
import static org.jshmem.Shmem.put;

/** Does once what most programs do first, so that the start-up cache of the PEs holds the classes for it. */
public final class TrainingProgram {
    private static final int NELEMS = 16;

    private TrainingProgram() {}

    /**
     * Runs one PE.
     *
     * @param args none
     */
    @SuppressWarnings("checkstyle:systemout") // printing is part of what is trained
    public static void main(String[] args) {
        try (var _ = init()) {
            final var x = mallocLongs(NELEMS);
            final int right = (myPe() + 1) % nPes();
            final long[] values = new long[NELEMS];
            put(x, values, NELEMS, right);
            p(x, myPe(), right);
            barrierAll();
            get(values, x, NELEMS, right);
            System.out.println("PE " + myPe() + " of " + nPes() + ": " + values[0]);
            free(x);
        }
    }
}
