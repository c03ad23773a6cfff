package org.jshmem.internal.collective;

import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.Contributions;
import org.jshmem.internal.team.Team;

/** Calculates for each PE the sum over all PEs up to it (inclusive scan) or before it (exclusive scan). */
final class Scan extends SharedArithmetic implements BarrierPayloads.Combination {
    private final boolean inclusive;
    private final ScanAcross across;

    /** The elements of the small scan that {@link #combine} calculates. */
    private int count;

    Scan(Team team, WorkShares workShares, Workspaces workspaces, NodeShare nodeShare, boolean inclusive) {
        super(team, workShares, workspaces);
        this.inclusive = inclusive;
        this.across = nodeShare == null ? null : new ScanAcross(this, team, inclusive);
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
        payloads.scan(this);
    }

    @Override
    public void combine(Contributions from, long to) {
        fold(from, count, to);
    }

    @Override
    void small(int n) {
        final Contributions prefix = payloads.prefix(inclusive);
        if (prefix.count() == 0) {
            workspace.arithmetic().clear(n);
            workspace.arithmetic().store(heaps.own() + dest, n);
        } else {
            fold(prefix, n, heaps.own() + dest);
        }
    }

    /** Reads each PE's source before it writes that PE's destination: they may be the same memory. */
    @Override
    void chunk(long offset, int n) {
        if (inclusive) {
            workspace.load(0, source + offset, n);
            workspace.store(0, dest + offset, n);
            for (int pe = 1; pe < pes; pe++) {
                workspace.loadOperand(pe, source + offset, n);
                workspace.combine(operation, n);
                workspace.store(pe, dest + offset, n);
            }
            return;
        }
        workspace.arithmetic().clear(n);
        for (int pe = 0; pe < pes; pe++) {
            workspace.loadOperand(pe, source + offset, n);
            workspace.store(pe, dest + offset, n);
            workspace.combine(operation, n);
        }
    }
}
