package org.jshmem.internal.collective;

import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.team.Team;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/**
 * The collectives of a team. Arguments have been checked before; offsets are bytes from the start of a heap.
 *
 * <p><b>Consecutive calls.</b> Every collective starts with a barrier, so no PE accesses the memory of a PE that has
 * not arrived. It ends with a second barrier, unless after the first barrier PEs read only payloads of each other;
 * these stay valid until the barrier after the next one. Programs therefore need no synchronization between two calls.
 *
 * <p>One thread of a PE may call at a time. Other teams have slots, counters and memory of their own.
 */
public final class Collectives {
    private final TeamBarrier barrier;
    private final Broadcast broadcast;
    private final Collect collect;
    private final Alltoall alltoall;
    private final Reduce reduce;
    private final Scan inscan;
    private final Scan exscan;

    /**
     * Creates the collectives of a team.
     *
     * @param team a new team
     */
    public Collectives(Team team) {
        barrier = team.barrier();
        final WorkShares workShares = new WorkShares(team);
        final NodeShare nodeShare = NodeShare.of(team);
        final Workspaces workspaces = new Workspaces(team.heaps());
        broadcast = new Broadcast(team, workShares, nodeShare);
        collect = new Collect(team, nodeShare);
        alltoall = new Alltoall(team);
        reduce = new Reduce(team, workShares, workspaces, nodeShare);
        inscan = new Scan(team, workShares, workspaces, true);
        exscan = new Scan(team, workShares, workspaces, false);
    }

    /** Broadcast of bytes from a PE of the team. */
    public void broadcast(long dest, long source, long bytes, int root) {
        barrier.begin();
        broadcast.run(dest, source, bytes, root);
        barrier.end();
    }

    /** Collect of this PE's bytes to an array of a size in bytes. */
    public void collect(long dest, long destBytes, long source, long bytes) {
        barrier.begin();
        collect.run(dest, destBytes, source, bytes);
        barrier.end();
    }

    /** Collect of the same number of bytes from each PE. */
    public void fcollect(long dest, long source, long bytes) {
        barrier.begin();
        collect.runEqual(dest, source, bytes);
        barrier.end();
    }

    /** Exchange of blocks of bytes. */
    public void alltoall(long dest, long source, long bytes) {
        barrier.begin();
        alltoall.run(dest, source, bytes);
        barrier.end();
    }

    /** Exchange of blocks of elements, with strides in bytes. */
    public void alltoalls(long dest, long destStride, long source, long sourceStride, long elementBytes, long nelems) {
        barrier.begin();
        alltoall.runStrided(dest, destStride, source, sourceStride, elementBytes, nelems);
        barrier.end();
    }

    /** Reduction. */
    public void reduce(Reduction operation, ElementKind type, long dest, long source, long nelems) {
        barrier.begin();
        reduce.run(
                CollectiveCall.REDUCE,
                CollectiveCall.reduction(operation, type),
                operation,
                type,
                dest,
                source,
                nelems);
        barrier.end();
    }

    /** Scan. */
    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    public void scan(boolean inclusive, ElementKind type, long dest, long source, long nelems) {
        final CollectiveCall call = inclusive ? CollectiveCall.INSCAN : CollectiveCall.EXSCAN;
        barrier.begin();
        (inclusive ? inscan : exscan).run(call, type.ordinal(), Reduction.SUM, type, dest, source, nelems);
        barrier.end();
    }
}
