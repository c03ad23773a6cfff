package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.Contributions;
import org.jshmem.internal.team.Team;

/** Reduces the elements of all PEs. */
final class Reduce extends SharedArithmetic implements BarrierPayloads.Combination {
    private final ReduceAcross across;

    /** The elements of the small reduction that {@link #combine} calculates. */
    private int count;

    Reduce(Team team, WorkShares workShares, Workspaces workspaces, NodeShare nodeShare) {
        super(team, workShares, workspaces);
        this.across = nodeShare == null ? null : new ReduceAcross(this, team, nodeShare);
    }

    @Override
    boolean suitsAcross() {
        return across != null;
    }

    @Override
    void many(long nelems, int elementBytes, boolean allAcross) {
        if (allAcross) {
            across.run(nelems, elementBytes);
        } else {
            super.many(nelems, elementBytes, false);
        }
    }

    @Override
    void announce(int n) {
        count = n;
        payloads.combine(this);
    }

    @Override
    void small(int n) {
        final long combined = payloads.combined();
        if (combined == 0) {
            combine(payloads, heaps.own() + dest);
        } else {
            Memory.copyFew(combined, heaps.own() + dest, bytes);
        }
    }

    @Override
    public void combine(Contributions from, long to) {
        fold(from, count, to);
    }

    @Override
    void chunk(long offset, int n) {
        workspace.load(0, source + offset, n);
        for (int pe = 1; pe < pes; pe++) {
            workspace.loadOperand(pe, source + offset, n);
            workspace.combine(operation, n);
        }
        for (int i = 0; i < pes; i++) {
            workspace.store((me + i) % pes, dest + offset, n);
        }
    }
}
