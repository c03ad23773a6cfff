package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;
import org.jshmem.internal.team.TeamNodes;

/**
 * Fetches blocks from other nodes for all members of a team on this node, so that each block crosses the network once:
 * each member fetches a part to its own heap and copies it to the heaps of the other members. A small block is fetched
 * by one member.
 *
 * <p>All members on the node make the same calls, between two barriers of the team.
 */
final class NodeShare {
    /** Blocks of at least this size are fetched in parts, smaller ones by one member. */
    static final long PARTS_BYTES = 32 << 10;

    private static final long LINE_BYTES = 64;

    private final TeamHeaps heaps;

    /** The members on this node, in the team's order. */
    private final int[] local;

    /** This PE's index in {@link #local}. */
    private final int index;

    private NodeShare(Team team) {
        this.heaps = team.heaps();
        this.local = team.nodes().local();
        this.index = team.nodes().index();
    }

    /** The share of a team; null if the team is on one node, or if heaps of this node are not mapped here. */
    static NodeShare of(Team team) {
        final TeamNodes nodes = team.nodes();
        for (int member : nodes.local()) {
            if (team.heaps().base(member) == 0) {
                return null;
            }
        }
        return nodes.count() == 1 ? null : new NodeShare(team);
    }

    /**
     * The start of part {@code index} of {@code count} parts of some elements, a multiple of {@code unit}. A part ends
     * where the next one starts.
     */
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

    /**
     * Begins to fetch this PE's part of a block; {@link TeamHeaps#quiet()} completes it.
     *
     * @param number selects the member that fetches a small block, modulo the members on the node
     */
    void fetch(int number, int pe, long source, long dest, long bytes) {
        final long from = from(number, bytes);
        final long part = to(bytes) - from;
        if (part > 0) {
            heaps.getNbi(pe, source + from, heaps.own() + dest + from, part);
        }
    }

    /** Copies the part that this PE has fetched to the other members on the node. */
    void share(int number, long dest, long bytes) {
        final long from = from(number, bytes);
        final long part = to(bytes) - from;
        if (part > 0) {
            copy(dest + from, part);
        }
    }

    /** Copies from this PE's heap to those of the other members on the node. */
    void copy(long offset, long bytes) {
        for (int i = 1; i < local.length; i++) {
            final int neighbour = local[(index + i) % local.length];
            Memory.copy(heaps.own() + offset, heaps.base(neighbour) + offset, bytes);
        }
    }
}
