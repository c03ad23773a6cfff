package org.jshmem.internal.collective;

import org.jshmem.internal.barrier.Contributions;
import org.jshmem.internal.team.Team;

/** Combines for each PE the elements of all PEs up to it (inclusive scan) or before it (exclusive scan). */
final class Scan extends SharedArithmetic {
    private final boolean inclusive;
    private final ScanAcross across;

    Scan(Team team, WorkShares workShares, NodeShare nodeShare, boolean inclusive) {
        super(team, workShares, nodeShare != null);
        this.inclusive = inclusive;
        this.across = nodeShare == null ? null : new ScanAcross(this, team, inclusive);
    }

    @Override
    void runAcross(long nelems, int elementBytes) {
        across.run(nelems, elementBytes);
    }

    @Override
    void announce() {
        payloads.scan(this);
    }

    @Override
    void small(int n) {
        scan(payloads.prefix(inclusive), n);
    }

    @Override
    void carried(int n) {
        scan(carriedOf(inclusive ? me + 1 : me), n);
    }

    private void scan(Contributions prefix, int n) {
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
        workspace.loadOperand(0, source + offset, n);
        workspace.arithmetic().clear(n);
        workspace.store(0, dest + offset, n);
        workspace.arithmetic().takeOperand(n);
        for (int pe = 1; pe < pes; pe++) {
            workspace.loadOperand(pe, source + offset, n);
            workspace.store(pe, dest + offset, n);
            workspace.combine(operation, n);
        }
    }
}
