package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.team.Team;

/** Reduces the elements of all PEs. */
final class Reduce extends SharedArithmetic {
    private final Team team;
    private final ReduceAcross across;

    /**
     * Where each PE counts as a node; made by the first use. The first fetches from a few PEs at once, the other from
     * all.
     */
    private ReduceAcross inOrder;

    private ReduceAcross whole;

    Reduce(Team team, WorkShares workShares, NodeShare nodeShare) {
        super(team, workShares, nodeShare != null);
        this.team = team;
        this.across = nodeShare == null ? null : ReduceAcross.ofNodes(this, team, nodeShare);
    }

    /** Where each PE counts as a node, no heaps need to be mapped. */
    @Override
    boolean canRunAcross() {
        return suitsAcross || !isByNodes;
    }

    @Override
    void runAcross(long nelems, int elementBytes) {
        if (isByNodes) {
            across.run(nelems, elementBytes);
        } else if (workspace.arithmetic().combinesParts(true)) {
            inOrder = inOrder == null ? ReduceAcross.ofPes(this, team, false) : inOrder;
            inOrder.run(nelems, elementBytes);
        } else {
            whole = whole == null ? ReduceAcross.ofPes(this, team, true) : whole;
            whole.run(nelems, elementBytes);
        }
    }

    @Override
    void announce() {
        if (isByNodes) {
            payloads.combine(this);
        }
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
    void carried(int n) {
        fold(carriedOf(pes), n, heaps.own() + dest);
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
