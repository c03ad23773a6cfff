package org.jshmem.internal.collective;

import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.Contributions;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;
import org.jshmem.spi.Reduction;

/**
 * The common part of reductions and scans.
 *
 * <p><b>Protocol.</b> A few elements travel as payload of the barrier words: after one barrier every PE calculates its
 * own result. So do somewhat more, where each PE is a node of its own and they can travel with the words. Where one PE
 * determines the outcome of the barrier, it calculates a reduction for all; on several nodes leaders do, in the order
 * of the nodes, and for a scan they combine what the nodes before bring. More elements are divided into pieces of whole
 * cache lines and processed between two barriers: after the first all sources are ready and all destinations may be
 * written, after the second all destinations are complete. One PE processes a piece for all: it reads that piece of
 * every source and writes it to every destination. A destination may therefore be its PE's source, and all PEs get the
 * same bits. Each PE owns a row of pieces; in a team on one node it then helps the others (see {@link WorkShares}).
 *
 * <p>Elements are combined in the team's order. On several nodes those of a node are combined first, and then what the
 * nodes have combined: see {@link ReduceAcross} and {@link ScanAcross}. A reduction that must keep the team's order
 * where nodes do not, or whose results cannot be combined further ({@link Arithmetic#combinesParts}), treats each PE as
 * a node.
 */
abstract class SharedArithmetic implements BarrierPayloads.Combination {
    private static final long LINE_BYTES = 64;
    static final long PIECE_BYTES = 32 << 10;

    /** The most bytes that a PE sends to all others together with the words of a barrier. */
    private static final long MOST_CARRIED_BYTES = 16 << 10;

    final TeamHeaps heaps;
    final TeamBarrier barrier;
    final BarrierPayloads payloads;
    final int me;
    final int pes;

    private final Team team;
    private final WorkShares workShares;
    private final boolean isOnOneNode;

    /**
     * Whether this PE can do a large call as one of a team on several nodes; the members agree on it in the first
     * barrier, as they may see it differently: on one node heaps may be mapped, on another not.
     */
    final boolean suitsAcross;

    /** Whether the elements of each node may be combined first; the same on all PEs. */
    boolean isByNodes;

    private final Carried elements = new Carried();

    /** The elements of the small call that {@link #combine} calculates. */
    private int count;

    /** Arguments of the current call; offsets in bytes. */
    Reduction operation;

    Workspace workspace;
    long dest;
    long source;
    long bytes;
    private CollectiveCall calling;

    /** Operation and type as a number, which the PEs compare at each barrier of the call. */
    private long detail;

    SharedArithmetic(Team team, WorkShares workShares, boolean suitsAcross) {
        this.team = team;
        this.heaps = team.heaps();
        this.barrier = team.barrier();
        this.payloads = barrier.payloads();
        this.me = team.members().me();
        this.pes = team.members().size();
        this.workShares = workShares;
        this.isOnOneNode = team.nodes().count() == 1;
        this.suitsAcross = suitsAcross;
    }

    /** Announces what others can {@link #combine} for this PE, before the only barrier of the call. */
    abstract void announce();

    /** Writes this PE's destination, from the payloads of all PEs or from what others have calculated. */
    abstract void small(int n);

    /** Writes this PE's destination, from the elements that have travelled with the words of the barrier. */
    abstract void carried(int n);

    /** Calculates {@code n} elements at an offset in bytes, from the sources of all PEs to all destinations. */
    abstract void chunk(long offset, int n);

    /** Whether this PE can do the current call by {@link #runAcross}. */
    boolean canRunAcross() {
        return suitsAcross;
    }

    /** Does a large call as a team on several nodes, from the end of its first barrier to the end of its last one. */
    abstract void runAcross(long nelems, int elementBytes);

    final void run(
            CollectiveCall call,
            long arguments,
            Reduction reduction,
            Workspace with,
            long toOffset,
            long fromOffset,
            long nelems) {
        bytes = nelems * with.elementBytes();
        calling = call;
        detail = arguments;
        operation = reduction;
        workspace = with;
        isByNodes = isOnOneNode || with.arithmetic().combinesParts(team.nodes().areConsecutive());
        dest = toOffset;
        source = fromOffset;
        if (bytes <= TeamArea.PAYLOAD_BYTES) {
            payloads.bring(heaps.own() + source, bytes);
            count = (int) nelems;
            announce();
            team.await(call, nelems, dest, source, detail);
            small((int) nelems);
            return;
        }
        if (payloads.carries(bytes) && bytes <= Math.min(Arithmetic.BYTES, MOST_CARRIED_BYTES / (pes - 1))) {
            payloads.load(heaps.own() + source, 0, bytes);
            team.await(call, nelems, dest, source, detail);
            carried((int) nelems);
            return;
        }
        workShares.reset();
        final int outcome = barrier.exchange(call, nelems, dest, source, detail, canRunAcross() ? 0 : 1);
        if (outcome < 0) {
            throw barrier.mismatch();
        }
        if (outcome == 0) {
            runAcross(nelems, with.elementBytes());
        } else {
            pieces(nelems, with.elementBytes());
            awaitAgain(nelems);
        }
    }

    /** A further barrier of the same call. */
    final void awaitAgain(long nelems) {
        team.await(calling, nelems, dest, source, detail);
    }

    @Override
    public final void combine(Contributions from, long to) {
        fold(from, count, to);
    }

    /** Combines {@code n} elements of each contribution, of which there is at least one. */
    final void fold(Contributions from, int n, long to) {
        final int all = from.count();
        final Arithmetic arithmetic = workspace.arithmetic();
        arithmetic.load(from.of(0), n);
        for (int i = 1; i < all; i++) {
            arithmetic.loadOperand(from.of(i), n);
            arithmetic.combine(operation, n);
        }
        arithmetic.store(to, n);
    }

    /** The elements of the first PEs of the team, which have travelled with the words, or are this PE's own. */
    final Contributions carriedOf(int first) {
        elements.count = first;
        return elements;
    }

    private final class Carried implements Contributions {
        private int count;

        @Override
        public int count() {
            return count;
        }

        @Override
        public long of(int pe) {
            return pe == me ? heaps.own() + source : payloads.carried(pe);
        }
    }

    private void pieces(long nelems, int elementBytes) {
        final long line = LINE_BYTES / elementBytes;
        final long fair = Math.ceilDiv(Math.ceilDiv(nelems, pes), line) * line;
        final long piece = Math.min(fair, PIECE_BYTES / elementBytes);
        final long pieces = Math.ceilDiv(nelems, piece);
        final int owners = isOnOneNode ? pes : 1;
        for (int i = 0; i < owners; i++) {
            final int owner = (me + i) % pes;
            final long start = pieces * owner / pes;
            final int share = (int) (pieces * (owner + 1) / pes - start);
            for (int k = workShares.next(owner, share); k < share; k = workShares.next(owner, share)) {
                final long at = start + k;
                chunks(at * piece, Math.min(nelems, (at + 1) * piece), elementBytes);
            }
        }
    }

    private void chunks(long from, long to, int elementBytes) {
        final int most = Arithmetic.BYTES / elementBytes;
        for (long at = from; at < to; at += most) {
            chunk(at * elementBytes, (int) Math.min(most, to - at));
        }
    }
}
