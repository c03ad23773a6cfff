package org.jshmem.internal.team;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;
import org.jshmem.internal.transport.Routes;

/**
 * Copies to and from the heaps of a team's PEs, mapped or reached by a transport. PEs have their numbers in the team.
 * Arguments are not checked. Data put to a heap is visible to all PEs after {@link #quiet()} and the next barrier.
 */
public final class TeamHeaps {
    /** By number in the team; 0 if not mapped here, and after {@link #end()}. */
    private final long[] bases;

    private final Members members;

    /** Null if all heaps are mapped here. */
    private final Routes routes;

    private TeamHeaps(long[] bases, Members members, Routes routes) {
        this.bases = bases;
        this.members = members;
        this.routes = Arrays.stream(bases).allMatch(base -> base != 0) ? null : routes.of(members);
    }

    /**
     * The heaps of all PEs of a job.
     *
     * @param bases for each PE, where its heap is mapped here, or 0; used itself
     * @param world the PEs
     * @param routes those of the default context, for heaps that are not mapped; null if all are
     */
    static TeamHeaps ofWorld(long[] bases, Members world, Routes routes) {
        return new TeamHeaps(bases, world, routes);
    }

    /**
     * The heaps of a team.
     *
     * @param bases for each PE of the job, where its heap is mapped here, or 0
     * @param members the team's PEs
     * @param routes those of the default context, for heaps that are not mapped; null if all are
     */
    static TeamHeaps of(long[] bases, Members members, Routes routes) {
        final long[] ofMembers = IntStream.range(0, members.size())
                .mapToLong(member -> bases[members.pe(member)])
                .toArray();
        return new TeamHeaps(ofMembers, members, routes);
    }

    /** Whether all heaps are mapped here. */
    public boolean mapped() {
        return routes == null;
    }

    /** The address at which a PE's heap is mapped here, or 0. */
    public long base(int pe) {
        return bases[pe];
    }

    /** The address of this PE's own heap. */
    public long own() {
        return bases[members.me()];
    }

    /** The table of addresses, for contexts; zeros after {@link #end()}. */
    public long[] bases() {
        return bases;
    }

    /** Copies from a PE's heap to memory of this process. */
    public void get(int pe, long sourceOffset, long dest, long bytes) {
        if (bases[pe] != 0) {
            Memory.copy(bases[pe] + sourceOffset, dest, bytes);
        } else {
            routes.to(pe).get(routes.number(pe), dest, sourceOffset, bytes);
        }
    }

    /** Starts a copy from a PE's heap to memory of this process; complete after {@link #quiet()}. */
    public void getNbi(int pe, long sourceOffset, long dest, long bytes) {
        if (bases[pe] != 0) {
            Memory.copy(bases[pe] + sourceOffset, dest, bytes);
        } else {
            routes.to(pe).getNbi(routes.number(pe), dest, sourceOffset, bytes);
        }
    }

    /** Copies from memory of this process to a PE's heap. */
    public void put(int pe, long destOffset, long source, long bytes) {
        if (bases[pe] != 0) {
            Memory.copy(source, bases[pe] + destOffset, bytes);
        } else {
            routes.to(pe).put(routes.number(pe), destOffset, source, bytes);
        }
    }

    /** Copies equally spaced elements from a PE's heap to memory of this process. */
    public void getBlocks(
            int pe, long sourceOffset, long sourceStride, long dest, long destStride, long blockBytes, long nblocks) {
        if (bases[pe] != 0) {
            Strided.copy(bases[pe] + sourceOffset, sourceStride, dest, destStride, blockBytes, nblocks);
        } else {
            routes.to(pe)
                    .getBlocks(routes.number(pe), dest, destStride, sourceOffset, sourceStride, blockBytes, nblocks);
        }
    }

    /** Completes all puts and gets; to be called before a barrier that announces them. */
    public void quiet() {
        if (routes != null) {
            routes.quiet();
        }
    }

    /** Clears all addresses, also for contexts that use the table. */
    void end() {
        Arrays.fill(bases, 0);
    }
}
