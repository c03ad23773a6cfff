package org.jshmem.internal.collective;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.heap.Memory;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;
import org.jshmem.internal.team.TeamNodes;

/**
 * Executes large scans of a team on several nodes, after their first barrier.
 *
 * <p><b>Protocol.</b> A run is a sequence of members that follow one another in the team and are on one node. As a rule
 * each node has one run. If PEs were dealt to nodes in turn, each member is a run of its own. The destination of the
 * last member of a run has what the run contributes. Elements are processed in pieces, of which each member of a node
 * does a part, for all runs there:
 *
 * <ol>
 *   <li>Within each run, every destination gets the sum of the sources up to its own. A barrier follows.
 *   <li>In round k = 0, 1, … a run fetches what the run 2<sup>k</sup> before it has. After a barrier it adds that, in
 *       front, to what it has itself, and to the sum of what it has fetched before. With a barrier between two rounds,
 *       the number of rounds is the binary logarithm of the number of runs, rounded up (Hillis and Steele [1]).
 *   <li>What a run has fetched is then the sum of all runs before it. In an inclusive scan it is added in front to the
 *       destinations of the run but for the last one, which has it. In an exclusive scan each destination gets the sum
 *       with what the member before has, and the first one gets the sum.
 * </ol>
 *
 * <p><b>In place.</b> A destination may be its PE's source. Step 1 reads a part of a source before it writes that part
 * of the destination, and no source is read later. Other nodes read only destinations of last members, between two
 * barriers, and nobody writes there in between.
 *
 * <p>A sum has its operands in the team's order, but not its parentheses: those of floating-point values may differ in
 * their last bits from a sum that is calculated on one node. They depend on the team and its nodes only, so a scan that
 * is repeated has the same bits, except those of a NaN.
 *
 * <p>[1] W. D. Hillis, G. L. Steele: Data parallel algorithms, Communications of the ACM 29, 1986.
 */
final class ScanAcross {
    private static final long LINE_BYTES = 64;

    /** The bytes of a piece, of which the members of a node have parts. */
    static final int PIECE_BYTES = 256 << 10;

    /** Has the arguments of the call, and its barriers. */
    private final Scan asked;

    private final boolean inclusive;
    private final TeamHeaps heaps;
    private final TeamNodes nodes;
    private final int pes;

    /** The last members of all runs; null if each member is a run, and before the first use. */
    private int[] ends;

    /** Of the runs on this node: their numbers, and the indices of their first members in {@code nodes.local()}. */
    private int[] runs;

    private int[] firsts;

    /**
     * For each run of this node the part that was fetched, and the sum of what was fetched before; null before the
     * first use.
     */
    private MemorySegment buffers;

    private int elementBytes;

    /** This PE's part of the current piece: the offset in the destination and the size, in bytes. */
    private long part;

    private long partBytes;

    ScanAcross(Scan asked, Team team, boolean inclusive) {
        this.asked = asked;
        this.inclusive = inclusive;
        this.heaps = team.heaps();
        this.nodes = team.nodes();
        this.pes = team.members().size();
    }

    /** Scans {@code nelems} elements. */
    void run(long nelems, int bytesEach) {
        elementBytes = bytesEach;
        if (runs == null) {
            findRuns();
            allocate();
        }
        final long piece = PIECE_BYTES / elementBytes;
        for (long at = 0; at < nelems; at += piece) {
            takePart(at, Math.min(piece, nelems - at));
            within();
            asked.awaitAgain(nelems);
            for (int distance = 1; distance < nodes.runs(); distance *= 2) {
                fetch(distance);
                asked.awaitAgain(nelems);
                add(distance);
                if (2L * distance < nodes.runs()) {
                    asked.awaitAgain(nelems);
                }
            }
            for (int run = 0; run < runs.length; run++) {
                spread(run);
            }
        }
        asked.awaitAgain(nelems);
    }

    private void findRuns() {
        final int[] local = nodes.local();
        final boolean areAlone = nodes.runs() == pes;
        final int[] last = areAlone ? null : new int[nodes.runs()];
        final int[] numbers = new int[local.length];
        final int[] starts = new int[local.length];
        int found = 0;
        int index = 0;
        int run = -1;
        for (int member = 0; member < pes; member++) {
            final int node = nodes.of(member);
            final boolean isFirst = member == 0 || node != nodes.of(member - 1);
            run += isFirst ? 1 : 0;
            if (!areAlone) {
                last[run] = member;
            }
            if (node == nodes.mine()) {
                if (isFirst) {
                    numbers[found] = run;
                    starts[found++] = index;
                }
                index++;
            }
        }
        ends = last;
        firsts = Arrays.copyOf(starts, found);
        runs = Arrays.copyOf(numbers, found);
    }

    /** Allocates for the largest part of a piece: parts may differ by a line, and the last one has the rest of one. */
    private void allocate() {
        final long most = PIECE_BYTES / nodes.local().length + 2 * LINE_BYTES;
        buffers = Arena.ofAuto().allocate(2L * runs.length * most, LINE_BYTES);
    }

    /** Chooses this PE's part of a piece. */
    private void takePart(long start, long nelems) {
        final long unit = LINE_BYTES / elementBytes;
        final int members = nodes.local().length;
        final long from = NodeShare.part(nelems, unit, nodes.index(), members);
        part = asked.dest + (start + from) * elementBytes;
        partBytes = (NodeShare.part(nelems, unit, nodes.index() + 1, members) - from) * elementBytes;
    }

    /** Step 1. */
    private void within() {
        final long toSource = asked.source - asked.dest;
        for (int run = 0; run < runs.length; run++) {
            final int end = end(run);
            for (long at = 0; at < partBytes; at += Arithmetic.BYTES) {
                final int n = elements(at);
                for (int i = firsts[run]; i < end; i++) {
                    final long from = destination(i) + toSource + at;
                    if (i == firsts[run]) {
                        asked.workspace.arithmetic().load(from, n);
                    } else {
                        asked.workspace.arithmetic().loadOperand(from, n);
                        asked.workspace.combine(asked.operation, n);
                    }
                    asked.workspace.arithmetic().store(destination(i) + at, n);
                }
            }
        }
    }

    /** Fetches for each run what another one has; the first time it is the sum of what was fetched. */
    private void fetch(int distance) {
        for (int run = 0; run < runs.length; run++) {
            final int other = runs[run] - distance;
            if (other >= 0 && partBytes > 0) {
                heaps.getNbi(
                        ends == null ? other : ends[other], part, distance == 1 ? sum(run) : fetched(run), partBytes);
            }
        }
        heaps.quiet();
    }

    /** Adds what was fetched in front. */
    private void add(int distance) {
        for (int run = 0; run < runs.length; run++) {
            if (runs[run] >= distance) {
                final long other = distance == 1 ? sum(run) : fetched(run);
                addInFront(other, destination(end(run) - 1), destination(end(run) - 1));
                if (distance > 1) {
                    addInFront(other, sum(run), sum(run));
                }
            }
        }
    }

    /** Step 3. */
    private void spread(int run) {
        final int first = firsts[run];
        final int last = end(run) - 1;
        if (inclusive) {
            for (int i = first; i < last && runs[run] > 0; i++) {
                addInFront(sum(run), destination(i), destination(i));
            }
            return;
        }
        for (int i = last; i > first; i--) {
            if (runs[run] > 0) {
                addInFront(sum(run), destination(i - 1), destination(i));
            } else {
                Memory.copy(destination(i - 1), destination(i), partBytes);
            }
        }
        if (runs[run] > 0) {
            Memory.copy(sum(run), destination(first), partBytes);
        } else {
            clear(destination(first));
        }
    }

    private void clear(long to) {
        final Arithmetic arithmetic = asked.workspace.arithmetic();
        for (long at = 0; at < partBytes; at += Arithmetic.BYTES) {
            final int n = elements(at);
            arithmetic.clear(n);
            arithmetic.store(to + at, n);
        }
    }

    private void addInFront(long some, long others, long to) {
        final Arithmetic arithmetic = asked.workspace.arithmetic();
        for (long at = 0; at < partBytes; at += Arithmetic.BYTES) {
            final int n = elements(at);
            arithmetic.load(some + at, n);
            arithmetic.loadOperand(others + at, n);
            arithmetic.combine(asked.operation, n);
            arithmetic.store(to + at, n);
        }
    }

    private int elements(long at) {
        return (int) (Math.min(Arithmetic.BYTES, partBytes - at) / elementBytes);
    }

    /** The index in {@code nodes.local()} behind the last member of a run. */
    private int end(int run) {
        return run + 1 < firsts.length ? firsts[run + 1] : nodes.local().length;
    }

    /** The address of the part in the destination of a member of this node. */
    private long destination(int index) {
        return heaps.base(nodes.local()[index]) + part;
    }

    private long sum(int run) {
        return buffers.address() + 2L * run * partBytes;
    }

    private long fetched(int run) {
        return sum(run) + partBytes;
    }
}
