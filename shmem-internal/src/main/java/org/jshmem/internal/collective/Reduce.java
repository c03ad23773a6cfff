package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.team.Team;

/** Reduces the elements of all PEs. */
final class Reduce extends SharedArithmetic {
    private final ReduceAcross across;

    Reduce(Team team, WorkShares workShares, Workspaces workspaces, NodeShare nodeShare) {
        super(team, workShares, workspaces, nodeShare != null);
        this.across = nodeShare == null ? null : new ReduceAcross(this, team, nodeShare);
    }

    @Override
    void runAcross(long nelems, int elementBytes) {
        across.run(nelems, elementBytes);
    }

    @Override
    void announce() {
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
