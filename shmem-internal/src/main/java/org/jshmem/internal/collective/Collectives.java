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
    private final Team team;
    private final Workspaces workspaces;

    /**
     * The collectives of a team.
     *
     * @param team a new team
     */
    public Collectives(Team team) {
        this.team = team;
        barrier = team.barrier();
        final WorkShares workShares = new WorkShares(team);
        final NodeShare nodeShare = NodeShare.of(team);
        workspaces = new Workspaces(team.heaps());
        broadcast = new Broadcast(team, workShares, nodeShare);
        collect = new Collect(team, nodeShare);
        alltoall = new Alltoall(team);
        reduce = new Reduce(team, workShares, nodeShare);
        inscan = new Scan(team, workShares, nodeShare, true);
        exscan = new Scan(team, workShares, nodeShare, false);
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
                workspaces.of(operation, type),
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
        (inclusive ? inscan : exscan)
                .run(call, type.ordinal(), Reduction.SUM, workspaces.of(Reduction.SUM, type), dest, source, nelems);
        barrier.end();
    }

    /** Reduces {@code nelems} elements by an operator. */
    public void reduceBy(
            ElementKind type, Object operator, boolean isCommutative, long dest, long source, long nelems) {
        barrier.begin();
        reduce.run(
                CollectiveCall.REDUCE_BY_OPERATOR,
                CollectiveCall.operator(isCommutative, type),
                null,
                workspaces.of(type, operator, isCommutative, 0),
                dest,
                source,
                nelems);
        workspaces.forgetOperator(type);
        barrier.end();
    }

    /** Scans {@code nelems} elements by an operator. */
    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    public void scanBy(
            boolean inclusive, ElementKind type, Object operator, long identity, long dest, long source, long nelems) {
        barrier.begin();
        (inclusive ? inscan : exscan)
                .run(
                        inclusive ? CollectiveCall.INSCAN_BY_OPERATOR : CollectiveCall.EXSCAN_BY_OPERATOR,
                        type.ordinal(),
                        null,
                        workspaces.of(type, operator, false, identity),
                        dest,
                        source,
                        nelems);
        workspaces.forgetOperator(type);
        barrier.end();
    }

    /** Makes what executes several small collectives in one barrier. */
    public ValueBatch batch() {
        return new ValueBatch(team, workspaces);
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

    /** Reduces one value of each PE by an operator; values and result are bits. */
    public long reduceValueBy(ElementKind type, Object operator, boolean isCommutative, long bits) {
        barrier.begin();
        final long result = values.reduceBy(type, operator, isCommutative, bits);
        workspaces.forgetOperator(type);
        barrier.end();
        return result;
    }

    /** Scans one value of each PE by an operator; values and result are bits. */
    public long scanValueBy(boolean inclusive, ElementKind type, Object operator, long identity, long bits) {
        barrier.begin();
        final long result = values.scanBy(inclusive, type, operator, identity, bits);
        workspaces.forgetOperator(type);
        barrier.end();
        return result;
    }

    /** Gives all PEs a few words of each. */
    public void gather(long[] words, long[] all) {
        barrier.begin();
        values.gather(words, all);
        barrier.end();
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
