package org.jshmem.internal.team;

import java.util.Arrays;
import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;
import org.jshmem.internal.transport.Routes;

/**
 * The heaps of a team's PEs, by their numbers in the team: mapped, or reached by a transport. Nothing is checked here.
 * What is copied to a heap is visible there after the next barrier.
 */
public final class TeamHeaps {
    private final long[] bases;
    private final Members members;
    private final Routes routes;

    /**
     * The heaps of some PEs of a job.
     *
     * @param bases for each PE of the job, where its heap is mapped here, or 0
     * @param members which of them
     * @param routes to heaps that are not mapped, those of the default context; null if all are
     */
    TeamHeaps(long[] bases, Members members, Routes routes) {
        this.bases = new long[members.size()];
        this.members = members;
        for (int i = 0; i < this.bases.length; i++) {
            this.bases[i] = bases[members.pe(i)];
        }
        this.routes = Arrays.stream(this.bases).allMatch(base -> base != 0) ? null : routes.of(members.pes());
    }

    /** Whether all heaps are mapped here. */
    public boolean mapped() {
        return routes == null;
    }

    /** Where a PE's heap is mapped here, or 0. */
    public long base(int pe) {
        return bases[pe];
    }

    /** This PE's own heap. */
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

    /** Copies from a PE's heap to memory of this process until {@link #quiet()}. */
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

    /** Completes what was put, before a barrier that tells others, and what was got. */
    public void quiet() {
        if (routes != null) {
            routes.quiet();
        }
    }

    /** Forgets all addresses; contexts that use the table then find none. */
    void end() {
        Arrays.fill(bases, 0);
    }
}
