package org.jshmem.tck.collective;

import org.jshmem.ShmemTeam;

/** Collectives by number. */
final class RandomCalls {
    private RandomCalls() {}

    // typed:begin
    static void call(
            ShmemTeam team,
            int operation,
            org.jshmem.SymmetricDoubles array,
            org.jshmem.SymmetricDoubles source,
            int nelems,
            int share,
            int root) {
        final org.jshmem.SymmetricDoubles dest = array.slice(0, Math.max(array.length() - source.length(), nelems));
        switch (operation) {
            case 0 -> team.broadcast(dest, source, nelems, root);
            case 1 -> team.sumReduce(dest, source, nelems);
            case 2 -> team.maxReduce(dest, source, nelems);
            case 3 -> team.minReduce(dest, source, nelems);
            case 4 -> team.sumInscan(dest, source, nelems);
            case 5 -> team.sumExscan(dest, source, nelems);
            case 6 -> team.collect(dest, source, share);
            case 7 -> team.fcollect(dest, source, nelems);
            default -> team.alltoall(dest, source, nelems);
        }
    }
    // typed:end
}
