package org.jshmem.internal.collective;

import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.team.Team;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/**
 * Executes the collectives of a team. Arguments have been checked; offsets are bytes from the start of a heap.
 *
 * <p><b>Consecutive calls</b> need no synchronization between them. Every collective begins with a barrier, so no PE
 * accesses the heap of a PE that has not arrived. A second barrier follows the last access to other heaps. It is
 * omitted where PEs read only payloads after the first one: a payload is overwritten only after all PEs have arrived at
 * the next barrier.
 *
 * <p><b>Threads.</b> One thread of a PE at a time may call. Teams are independent: each has its own slots, counters and
 * buffers.
 */
public final class Collectives {
    private final TeamBarrier barrier;
    private final Broadcast broadcast;
    private final Collect collect;
    private final Alltoall alltoall;
    private final Reduce reduce;
    private final Scan inscan;
    private final Scan exscan;
    private final Values values;

    /**
     * The collectives of a team.
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
        inscan = new Scan(team, workShares, workspaces, nodeShare, true);
        exscan = new Scan(team, workShares, workspaces, nodeShare, false);
        values = new Values(team, workspaces);
    }

    /** Sizes at which collectives change their way, in bytes. */
    public static long[] switchPoints() {
        return new long[] {
            TeamArea.PAYLOAD_BYTES,
            Collect.DATA_BYTES,
            Alltoall.MOST_BYTES_FOR_ALL,
            Arithmetic.BYTES,
            Broadcast.BLOCK_BYTES,
            BroadcastAcross.FEWEST_BYTES,
            NodeShare.PARTS_BYTES,
            ReduceAcross.FETCH_BYTES,
            ScanAcross.PIECE_BYTES,
            SharedArithmetic.PIECE_BYTES
        };
    }

    /** Broadcasts bytes from a PE of the team. */
    public void broadcast(long dest, long source, long bytes, int root) {
        barrier.begin();
        broadcast.run(dest, source, bytes, root);
        barrier.end();
    }

    /** Concatenates blocks of different sizes; this PE's has {@code bytes}, and dest has {@code destBytes}. */
    public void collect(long dest, long destBytes, long source, long bytes) {
        barrier.begin();
        collect.run(dest, destBytes, source, bytes);
        barrier.end();
    }

    /** Concatenates blocks of one size. */
    public void fcollect(long dest, long source, long bytes) {
        barrier.begin();
        collect.runEqual(dest, source, bytes);
        barrier.end();
    }

    /** Exchanges blocks of {@code bytes} each. */
    public void alltoall(long dest, long source, long bytes) {
        barrier.begin();
        alltoall.run(dest, source, bytes);
        barrier.end();
    }

    /** Exchanges blocks of {@code nelems} elements; strides are in bytes. */
    public void alltoalls(long dest, long destStride, long source, long sourceStride, long elementBytes, long nelems) {
        barrier.begin();
        alltoall.runStrided(dest, destStride, source, sourceStride, elementBytes, nelems);
        barrier.end();
    }

    /** Reduces {@code nelems} elements. */
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

    /** Scans {@code nelems} elements. */
    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    public void scan(boolean inclusive, ElementKind type, long dest, long source, long nelems) {
        final CollectiveCall call = inclusive ? CollectiveCall.INSCAN : CollectiveCall.EXSCAN;
        barrier.begin();
        (inclusive ? inscan : exscan).run(call, type.ordinal(), Reduction.SUM, type, dest, source, nelems);
        barrier.end();
    }

    /** Reduces one value of each PE; values and result are bits. */
    public long reduceValue(Reduction operation, ElementKind type, long bits) {
        barrier.begin();
        final long result = values.reduce(operation, type, bits);
        barrier.end();
        return result;
    }

    /** Scans one value of each PE; values and result are bits. */
    public long scanValue(boolean inclusive, ElementKind type, long bits) {
        barrier.begin();
        final long result = values.scan(inclusive, type, bits);
        barrier.end();
        return result;
    }

    /** Broadcasts one value from a PE of the team; values and result are bits. */
    public long broadcastValue(ElementKind type, long bits, int root) {
        barrier.begin();
        final long result = values.broadcast(type, bits, root);
        barrier.end();
        return result;
    }

    /** Whether any PE brings true. */
    public boolean any(boolean value) {
        barrier.begin();
        final boolean result = values.any(value);
        barrier.end();
        return result;
    }

    /** Whether all PEs bring true. */
    public boolean all(boolean value) {
        barrier.begin();
        final boolean result = values.all(value);
        barrier.end();
        return result;
    }
}
