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

    /** Whether what leaders combine is in the team's order. */
    private final boolean combinesInOrder;

    /** Whether there is one leader only. */
    private final boolean isOnOneNode;

    /** Arguments of the current reduction. */
    private Reduction operation;

    private Arithmetic arithmetic;

    Values(Team team, Workspaces workspaces) {
        this.team = team;
        this.barrier = team.barrier();
        this.payloads = barrier.payloads();
        this.workspaces = workspaces;
        this.me = team.members().me();
        this.combinesInOrder = team.nodes().areConsecutive();
        this.isOnOneNode = team.nodes().count() == 1;
    }

    long reduce(Reduction reduction, ElementKind type, long bits) {
        prepare(reduction, workspaces.of(reduction, type), bits);
        return reduce(CollectiveCall.REDUCE_VALUE, CollectiveCall.reduction(reduction, type));
    }

    long reduceBy(ElementKind type, Object operator, boolean isCommutative, long bits) {
        prepare(null, workspaces.of(type, operator, isCommutative, 0), bits);
        return reduce(CollectiveCall.REDUCE_VALUE_BY_OPERATOR, CollectiveCall.operator(isCommutative, type));
    }

    private long reduce(CollectiveCall call, long detail) {
        if (isOnOneNode || arithmetic.combinesParts(combinesInOrder)) {
            payloads.combine(this);
        }
        team.await(call, 0, 0, 0, detail);
        final long combined = payloads.combined();
        return combined == 0 ? over(payloads) : Memory.get64(combined);
    }

    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    long scan(boolean inclusive, ElementKind type, long bits) {
        prepare(Reduction.SUM, workspaces.of(Reduction.SUM, type), bits);
        return scan(
                inclusive, inclusive ? CollectiveCall.INSCAN_VALUE : CollectiveCall.EXSCAN_VALUE, type.ordinal(), 0);
    }

    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    long scanBy(boolean inclusive, ElementKind type, Object operator, long identity, long bits) {
        prepare(null, workspaces.of(type, operator, false, identity), bits);
        return scan(
                inclusive,
                inclusive ? CollectiveCall.INSCAN_VALUE_BY_OPERATOR : CollectiveCall.EXSCAN_VALUE_BY_OPERATOR,
                type.ordinal(),
                identity);
    }

    private long scan(boolean inclusive, CollectiveCall call, long detail, long ofNone) {
        payloads.scan(this);
        team.await(call, 0, 0, 0, detail);
        final Contributions prefix = payloads.prefix(inclusive);
        return prefix.count() == 0 ? ofNone : over(prefix);
    }

    /** Gives all PEs the words of each. */
    void gather(long[] words, long[] all) {
        final long mine = payloads.mine(words.length * Long.BYTES);
        for (int i = 0; i < words.length; i++) {
            Memory.put64(mine + (long) i * Long.BYTES, words[i]);
        }
        team.await(CollectiveCall.GATHER_WORDS, words.length, 0, 0, 0);
        final int pes = payloads.count();
        for (int pe = 0; pe < pes; pe++) {
            final long from = payloads.of(pe);
            for (int i = 0; i < words.length; i++) {
                all[pe * words.length + i] = Memory.get64(from + (long) i * Long.BYTES);
            }
        }
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

    private void prepare(Reduction reduction, Workspace workspace, long bits) {
        operation = reduction;
        arithmetic = workspace.arithmetic();
        payloads.bringWord(bits);
    }

    @Override
    public void combine(Contributions from, long to) {
        Memory.put64(to, over(from));
    }

    /** The result over all contributions, of which there is at least one. */
    private long over(Contributions from) {
        final int count = from.count();
        arithmetic.load(from.of(0), 1);
        for (int i = 1; i < count; i++) {
            arithmetic.loadOperand(from.of(i), 1);
            arithmetic.combine(operation, 1);
        }
        return arithmetic.first();
    }
}
