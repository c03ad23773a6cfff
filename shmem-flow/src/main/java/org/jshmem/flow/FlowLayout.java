package org.jshmem.flow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Where the parts of a flow's block are: words first, then rings.
 *
 * <pre>
 *   for each PE of the node      published, taken           of the lane from it
 *   for each wire to this PE     published
 *   for each wire of this PE     taken
 *   for each PE of the node      ring of the lane from it
 *   for each wire to this PE     ring
 *   for each wire of this PE     ring that is copied to the other end
 * </pre>
 *
 * <p>Lanes of a PE are numbered: first those to the PEs of the node by their ranks, then its wires; inlets likewise.
 */
final class FlowLayout {
    /** Numbers that a neighbour is told, and their meaning; −1 where that does not apply. */
    static final int LANE_RING = 0;

    static final int LANE_PUBLISHED = 1;
    static final int LANE_TAKEN = 2;
    static final int WIRE_RING = 3;
    static final int WIRE_PUBLISHED = 4;
    static final int WIRE_TAKEN = 5;
    private static final int NUMBERS = 6;

    /** Buffers in the ring of a lane; and of a wire, unless there are too many. */
    private static final int BUFFERS_OF_LANE = 4;

    private static final int BUFFERS_OF_WIRE = 32;

    /** What is sent at once is this part of the ring of a wire. */
    private static final int PARTS_OF_WIRE = 4;

    /** The size that the rings of all wires may have together before they get fewer buffers. */
    private static final long MOST_WIRE_BYTES = 4L << 20;

    final int batch;
    final int wireBatch;
    final long laneBytes;
    final long wireBytes;
    final int[] mates;
    final int[] wiredNodes;
    final int[] sources;

    /** The PE at the other end of each wire. */
    final int[] targets;

    private FlowLayout(Routes routes, int stride, long bufferBytes) {
        this.mates = routes.mates();
        this.wiredNodes = routes.wiredNodes();
        this.sources = routes.wireSources();
        this.targets = new int[wiredNodes.length];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = routes.entry(wiredNodes[i]);
        }
        this.batch = (int) (bufferBytes / stride) * stride;
        this.laneBytes = BUFFERS_OF_LANE * (long) batch;
        final int wires = Math.max(1, Math.max(sources.length, targets.length));
        final long buffers = Math.max(1, Math.min(BUFFERS_OF_WIRE, MOST_WIRE_BYTES / wires / batch));
        this.wireBatch = (int) Math.max(1, buffers / PARTS_OF_WIRE) * batch;
        this.wireBytes = buffers * batch;
    }

    static FlowLayout of(Routes routes, int stride, long bufferBytes) {
        return new FlowLayout(routes, stride, bufferBytes);
    }

    int lanes() {
        return mates.length + targets.length;
    }

    int inlets() {
        return mates.length + sources.length;
    }

    long bytes() {
        return wireCopy(targets.length);
    }

    long lanePublished(int rank) {
        return 2L * rank * Block.LINE;
    }

    long laneTaken(int rank) {
        return lanePublished(rank) + Block.LINE;
    }

    long wirePublished(int source) {
        return lanePublished(mates.length) + source * Block.LINE;
    }

    long wireTaken(int wire) {
        return wirePublished(sources.length) + wire * Block.LINE;
    }

    long laneRing(int rank) {
        return wireTaken(targets.length) + rank * rounded(laneBytes);
    }

    long wireRing(int source) {
        return laneRing(mates.length) + source * rounded(wireBytes);
    }

    long wireCopy(int wire) {
        return wireRing(sources.length) + wire * rounded(wireBytes);
    }

    private static long rounded(long bytes) {
        return (bytes + Block.LINE - 1) & -Block.LINE;
    }

    /** All PEs that use this PE's block, or whose blocks this PE uses. */
    int[] neighbours() {
        final TreeSet<Integer> all = new TreeSet<>();
        for (int[] some : List.of(mates, sources, targets)) {
            for (int pe : some) {
                all.add(pe);
            }
        }
        return new ArrayList<>(all).stream().mapToInt(Integer::intValue).toArray();
    }

    /** What a neighbour is told. */
    long[] places(int pe) {
        final long[] places = new long[NUMBERS];
        Arrays.fill(places, -1);
        final int rank = indexOf(mates, pe);
        if (rank >= 0) {
            places[LANE_RING] = laneRing(rank);
            places[LANE_PUBLISHED] = lanePublished(rank);
            places[LANE_TAKEN] = laneTaken(rank);
        }
        final int source = indexOf(sources, pe);
        if (source >= 0) {
            places[WIRE_RING] = wireRing(source);
            places[WIRE_PUBLISHED] = wirePublished(source);
        }
        final int wire = indexOf(targets, pe);
        if (wire >= 0) {
            places[WIRE_TAKEN] = wireTaken(wire);
        }
        return places;
    }

    static int indexOf(int[] pes, int pe) {
        for (int i = 0; i < pes.length; i++) {
            if (pes[i] == pe) {
                return i;
            }
        }
        return -1;
    }
}
