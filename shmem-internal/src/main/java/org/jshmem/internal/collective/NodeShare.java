package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;
import org.jshmem.internal.team.TeamNodes;

/**
 * Fetches data from other nodes for all members of a team on this node, so that the data crosses the network once. Each
 * member fetches a part to its own heap and copies that part to the heaps of the other members. One member fetches all
 * of a small block.
 *
 * <p>All members on the node make the same calls. A barrier of the team must precede the first call and follow the last
 * one.
 */
final class NodeShare {
    /** The size in bytes from which a block is fetched in parts. */
    private static final long PARTS_BYTES = 32 << 10;

    private static final long LINE_BYTES = 64;

    private final TeamHeaps heaps;
    private final int[] local;
    private final int index;

    private NodeShare(Team team) {
        this.heaps = team.heaps();
        this.local = team.nodes().local();
        this.index = team.nodes().index();
    }

    /**
     * Creates the share of a team; null if the team is on one node, or if the heaps of its members here are not mapped.
     */
    static NodeShare of(Team team) {
        final TeamNodes nodes = team.nodes();
        for (int member : nodes.local()) {
            if (team.heaps().base(member) == 0) {
                return null;
            }
        }
        return nodes.count() == 1 ? null : new NodeShare(team);
    }

    /** The first element of the part with an index; the part ends where the next one starts. */
    static long part(long elements, long unit, int index, int count) {
        return index == count ? elements : elements / unit * index / count * unit;
    }

    private long from(int number, long bytes) {
        return bytes < PARTS_BYTES
                ? number % local.length == index ? 0 : bytes
                : part(bytes, LINE_BYTES, index, local.length);
    }

    private long to(long bytes) {
        return bytes < PARTS_BYTES ? bytes : part(bytes, LINE_BYTES, index + 1, local.length);
    }

    /** Starts to fetch this PE's part of a block; {@link TeamHeaps#quiet()} completes it. */
    void fetch(int number, int pe, long source, long dest, long bytes) {
        final long from = from(number, bytes);
        final long part = to(bytes) - from;
        if (part > 0) {
            heaps.getNbi(pe, source + from, heaps.own() + dest + from, part);
        }
    }

    /** Copies the fetched part to the other members on this node. */
    void share(int number, long dest, long bytes) {
        final long from = from(number, bytes);
        final long part = to(bytes) - from;
        if (part > 0) {
            copy(dest + from, part);
        }
    }

    /** Copies from this PE's heap to the heaps of the other members on this node. */
    void copy(long offset, long bytes) {
        for (int i = 1; i < local.length; i++) {
            final int neighbour = local[(index + i) % local.length];
            Memory.copy(heaps.own() + offset, heaps.base(neighbour) + offset, bytes);
        }
    }
}
