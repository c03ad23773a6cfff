package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.Contributions;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.team.Team;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/**
 * The collectives on one value of each PE. Values and results are bits of an {@code int}, {@code long}, {@code float}
 * or {@code double}, in the low bytes of a long.
 *
 * <p><b>Protocol.</b> One barrier, and no heap: a value travels as payload of the barrier's word, a boolean as its
 * vote. After the barrier every PE calculates its own result, in the team's order, so that all get the same bits. Where
 * one PE determines the outcome of the barrier, it calculates a reduction for all; on several nodes leaders do, in the
 * order of the nodes, and for a scan they combine what the nodes before bring.
 */
final class Values implements BarrierPayloads.Combination {
    private final Team team;
    private final TeamBarrier barrier;
    private final BarrierPayloads payloads;
    private final Workspaces workspaces;
    private final int me;

    /** Arguments of the current reduction. */
    private Reduction operation;

    private Arithmetic arithmetic;

    Values(Team team, Workspaces workspaces) {
        this.team = team;
        this.barrier = team.barrier();
        this.payloads = barrier.payloads();
        this.workspaces = workspaces;
        this.me = team.members().me();
    }

    long reduce(Reduction reduction, ElementKind type, long bits) {
        prepare(reduction, type, bits);
        payloads.combine(this);
        team.await(CollectiveCall.REDUCE_VALUE, 0, 0, 0, CollectiveCall.reduction(reduction, type));
        final long combined = payloads.combined();
        return combined == 0 ? over(payloads) : Memory.get64(combined);
    }

    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    long scan(boolean inclusive, ElementKind type, long bits) {
        prepare(Reduction.SUM, type, bits);
        payloads.scan(this);
        team.await(inclusive ? CollectiveCall.INSCAN_VALUE : CollectiveCall.EXSCAN_VALUE, 0, 0, 0, type.ordinal());
        return over(payloads.prefix(inclusive));
    }

    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    long broadcast(ElementKind type, long bits, int root) {
        if (root == me) {
            payloads.bringWord(bits);
        }
        payloads.pick(root, Long.BYTES);
        team.await(CollectiveCall.BROADCAST_VALUE, root, 0, 0, type.ordinal());
        return Memory.get64(payloads.of(root));
    }

    boolean any(boolean value) {
        return vote(CollectiveCall.ANY, value);
    }

    boolean all(boolean value) {
        return !vote(CollectiveCall.ALL, !value);
    }

    /** Whether any PE votes against. */
    private boolean vote(CollectiveCall call, boolean against) {
        final int outcome = barrier.exchange(call, 0, 0, 0, against ? 1 : 0);
        if (outcome < 0) {
            throw barrier.mismatch();
        }
        return outcome != 0;
    }

    private void prepare(Reduction reduction, ElementKind type, long bits) {
        operation = reduction;
        arithmetic = workspaces.of(reduction, type).arithmetic();
        payloads.bringWord(bits);
    }

    @Override
    public void combine(Contributions from, long to) {
        Memory.put64(to, over(from));
    }

    /** The result over all contributions; 0 for none. */
    private long over(Contributions from) {
        final int count = from.count();
        if (count == 0) {
            return 0;
        }
        arithmetic.load(from.of(0), 1);
        for (int i = 1; i < count; i++) {
            arithmetic.loadOperand(from.of(i), 1);
            arithmetic.combine(operation, 1);
        }
        return arithmetic.first();
    }
}
