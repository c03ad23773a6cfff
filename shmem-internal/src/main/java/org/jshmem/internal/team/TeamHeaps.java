package org.jshmem.internal.team;

import java.util.Arrays;
import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;
import org.jshmem.internal.transport.Transport;

/**
 * The heaps of a team's PEs, by their numbers in the team: mapped, or reached by the transport. Nothing is checked
 * here. What is copied to a heap is visible there after the next barrier.
 */
public final class TeamHeaps {
    private final long[] bases;
    private final Members members;
    private final Transport transport;

    /**
     * The heaps of some PEs of a job.
     *
     * @param bases for each PE of the job, where its heap is mapped here, or 0
     * @param members which of them
     * @param transport for heaps that are not mapped, that of the default context; null if all are
     */
    TeamHeaps(long[] bases, Members members, Transport transport) {
        this.bases = new long[members.size()];
        this.members = members;
        for (int i = 0; i < this.bases.length; i++) {
            this.bases[i] = bases[members.pe(i)];
        }
        this.transport = Arrays.stream(this.bases).allMatch(base -> base != 0) ? null : transport;
    }

    /** Whether all heaps are mapped here. */
    public boolean mapped() {
        return transport == null;
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

    /** A transport of the job by numbers of the team. */
    public Transport numbered(Transport world) {
        return new TeamTransport(world, members);
    }

    /** Copies from a PE's heap to memory of this process. */
    public void get(int pe, long sourceOffset, long dest, long bytes) {
        if (bases[pe] != 0) {
            Memory.copy(bases[pe] + sourceOffset, dest, bytes);
        } else {
            transport.get(members.pe(pe), dest, sourceOffset, bytes);
        }
    }

    /** Copies from a PE's heap to memory of this process until {@link #quiet()}. */
    public void getNbi(int pe, long sourceOffset, long dest, long bytes) {
        if (bases[pe] != 0) {
            Memory.copy(bases[pe] + sourceOffset, dest, bytes);
        } else {
            transport.getNbi(members.pe(pe), dest, sourceOffset, bytes);
        }
    }

    /** Copies from memory of this process to a PE's heap. */
    public void put(int pe, long destOffset, long source, long bytes) {
        if (bases[pe] != 0) {
            Memory.copy(source, bases[pe] + destOffset, bytes);
        } else {
            transport.put(members.pe(pe), destOffset, source, bytes);
        }
    }

    /** Copies equally spaced elements from a PE's heap to memory of this process. */
    public void getBlocks(
            int pe, long sourceOffset, long sourceStride, long dest, long destStride, long blockBytes, long nblocks) {
        if (bases[pe] != 0) {
            Strided.copy(bases[pe] + sourceOffset, sourceStride, dest, destStride, blockBytes, nblocks);
        } else {
            transport.getBlocks(members.pe(pe), dest, destStride, sourceOffset, sourceStride, blockBytes, nblocks);
        }
    }

    /** Completes what was put, before a barrier that tells others, and what was got. */
    public void quiet() {
        if (transport != null) {
            transport.quiet();
        }
    }

    /** Forgets all addresses; contexts that use the table then find none. */
    void end() {
        Arrays.fill(bases, 0);
    }
}
