package org.jshmem.internal.collective;

import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.team.Team;

/** Calculates for each PE the sum over all PEs up to it (inclusive scan) or before it (exclusive scan). */
final class Scan extends SharedArithmetic {
    private final boolean inclusive;

    Scan(Team team, WorkShares workShares, Workspaces workspaces, boolean inclusive) {
        super(team, workShares, workspaces);
        this.inclusive = inclusive;
    }

    @Override
    BarrierPayloads.Combination combination(int n) {
        return null;
    }

    @Override
    void small(int n) {
        final Arithmetic arithmetic = workspace.arithmetic();
        final int last = inclusive ? me : me - 1;
        if (last < 0) {
            arithmetic.clear(n);
        } else {
            arithmetic.load(payloads.of(0), n);
        }
        for (int pe = 1; pe <= last; pe++) {
            arithmetic.loadOperand(payloads.of(pe), n);
            arithmetic.combine(operation, n);
        }
        arithmetic.store(heaps.own() + dest, n);
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
