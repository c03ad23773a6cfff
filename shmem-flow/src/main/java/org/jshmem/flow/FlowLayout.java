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
 *   the same again               of the lane of records that leave the node, where PEs share wires
 *   for each wire to this PE     published
 *   for each wire of this PE     taken
 *   for each PE of the node      ring of the lane from it
 *   the same again               of the lane of records that leave the node, where PEs share wires
 *   for each wire to this PE     ring
 *   for each wire of this PE     ring that is copied to the other end
 * </pre>
 *
 * <p>Lanes of a PE are numbered: first those to the PEs of the node by their ranks, then those of records that leave
 * the node, then its wires; inlets likewise.
 *
 * <p>PEs may have different numbers of wires, so the rings of the two ends of a wire may differ. Both use as much as
 * the smaller one has ({@link #WIRE_BUFFERS}).
 */
final class FlowLayout {
    /** Numbers that a neighbour is told, and their meaning; −1 where that does not apply. */
    static final int LANE_RING = 0;

    static final int LANE_PUBLISHED = 1;
    static final int LANE_TAKEN = 2;
    static final int WIRE_RING = 3;
    static final int WIRE_PUBLISHED = 4;
    static final int WIRE_TAKEN = 5;
    static final int EXIT_RING = 6;
    static final int EXIT_PUBLISHED = 7;
    static final int EXIT_TAKEN = 8;

    /** The buffers in the ring of a wire. */
    static final int WIRE_BUFFERS = 9;

    /** The size of a record on its way, and of a buffer; the same on all PEs. */
    static final int STRIDE = 10;

    static final int BUFFER_BYTES = 11;
    private static final int NUMBERS = 12;

    /** Buffers in the ring of a lane; and of a wire, unless there are too many. */
    private static final int BUFFERS_OF_LANE = 4;

    private static final int BUFFERS_OF_WIRE = 32;

    /** What is sent at once is this part of the ring of a wire. */
    private static final int PARTS_OF_WIRE = 4;

    /** The size of the rings of all wires together, above which each gets fewer buffers. */
    private static final long MOST_WIRE_BYTES = 4L << 20;

    final int batch;
    final long laneBytes;
    private final int stride;
    private final long bufferBytes;
    private final int wireBuffers;
    private final int lanesOfMates;
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
        this.stride = stride;
        this.bufferBytes = bufferBytes;
        this.batch = (int) Math.max(1, bufferBytes / stride) * stride; // if none fits, the flow is refused later
        this.laneBytes = BUFFERS_OF_LANE * (long) batch;
        this.lanesOfMates = routes.isShared ? 2 * mates.length : mates.length;
        final int wires = Math.max(1, Math.max(sources.length, targets.length));
        this.wireBuffers = (int) Math.max(1, Math.min(BUFFERS_OF_WIRE, MOST_WIRE_BYTES / wires / batch));
    }

    static FlowLayout of(Routes routes, int stride, long bufferBytes) {
        return new FlowLayout(routes, stride, bufferBytes);
    }

    /** Lanes to PEs of the node, of both kinds. */
    int lanesOfMates() {
        return lanesOfMates;
    }

    int lanes() {
        return lanesOfMates + targets.length;
    }

    int inlets() {
        return lanesOfMates + sources.length;
    }

    /** The buffers of a wire of which a neighbour has some. */
    int wireBuffers(long ofNeighbour) {
        return (int) Math.min(wireBuffers, ofNeighbour);
    }

    /** What is sent at once, by a wire of so many buffers. */
    int wireBatch(int buffers) {
        return Math.max(1, buffers / PARTS_OF_WIRE) * batch;
    }

    long bytes() {
        return laneBuffer(lanesOfMates);
    }

    long lanePublished(int lane) {
        return 2L * lane * Block.LINE;
    }

    long laneTaken(int lane) {
        return lanePublished(lane) + Block.LINE;
    }

    long wirePublished(int source) {
        return lanePublished(lanesOfMates) + source * Block.LINE;
    }

    long wireTaken(int wire) {
        return wirePublished(sources.length) + wire * Block.LINE;
    }

    long laneRing(int lane) {
        return wireTaken(targets.length) + lane * rounded(laneBytes);
    }

    long wireRing(int source) {
        return laneRing(lanesOfMates) + source * rounded((long) wireBuffers * batch);
    }

    long wireCopy(int wire) {
        return wireRing(sources.length) + wire * rounded((long) wireBuffers * batch);
    }

    long laneBuffer(int lane) {
        return wireCopy(targets.length) + lane * rounded(batch);
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
        places[WIRE_BUFFERS] = wireBuffers;
        places[STRIDE] = stride;
        places[BUFFER_BYTES] = bufferBytes;
        final int rank = indexOf(mates, pe);
        if (rank >= 0) {
            places[LANE_RING] = laneRing(rank);
            places[LANE_PUBLISHED] = lanePublished(rank);
            places[LANE_TAKEN] = laneTaken(rank);
        }
        if (rank >= 0 && lanesOfMates > mates.length) {
            places[EXIT_RING] = laneRing(mates.length + rank);
            places[EXIT_PUBLISHED] = lanePublished(mates.length + rank);
            places[EXIT_TAKEN] = laneTaken(mates.length + rank);
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
