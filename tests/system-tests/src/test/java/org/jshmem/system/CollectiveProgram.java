package org.jshmem.system;

import static org.jshmem.Shmem.*;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;

/**
 * A program to be profiled: a few collectives on all PEs, and puts on a context of a team whose PEs are numbered
 * backwards.
 */
final class CollectiveProgram {
    private CollectiveProgram() {}

    public static void main(String[] args) {
        try (var _ = init()) {
            final SymmetricLongs source = callocLongs(4);
            final SymmetricLongs dest = callocLongs(4L * nPes());
            for (int i = 0; i < 5; i++) {
                sumReduce(TEAM_WORLD, dest, source, 2);
            }
            fcollect(TEAM_WORLD, dest, source, 4);
            try (ShmemTeam backwards = TEAM_WORLD.splitStrided(nPes() - 1, -1, nPes());
                    ShmemContext context = backwards.createCtx(0)) {
                if (myPe() == 0) {
                    context.put(dest, new long[4], 4, 0);
                }
                broadcast(backwards, dest, source, 1, 0);
            }
            free(dest);
            free(source);
        }
    }
}
