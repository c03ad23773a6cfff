package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;
import org.jshmem.internal.team.TeamNodes;

/**
 * What the members of a team that are on one node do together to have something from other nodes: each fetches a part
 * of it to its own heap and copies that to the heaps of its neighbours, so that it crosses the network once. Where
 * there is little, one fetches all.
 *
 * <p>All members of the node make the same calls; a barrier of the team has to come before the first and after the
 * last.
 */
final class NodeShare {
    /** What is worth fetching in parts. */
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

    /** Those of a team; null if it is on one node, or if their heaps are not mapped here. */
    static NodeShare of(Team team) {
        final TeamNodes nodes = team.nodes();
        for (int member : nodes.local()) {
            if (team.heaps().base(member) == 0) {
                return null;
            }
        }
        return nodes.count() == 1 ? null : new NodeShare(team);
    }

    /** The start of this PE's part of some elements; its end is that of the next index. */
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

    /** Begins to fetch this PE's part of a block; {@link TeamHeaps#quiet()} completes it. */
    void fetch(int number, int pe, long source, long dest, long bytes) {
        final long from = from(number, bytes);
        final long part = to(bytes) - from;
        if (part > 0) {
            heaps.getNbi(pe, source + from, heaps.own() + dest + from, part);
        }
    }

    /** Copies the part that was fetched to the others. */
    void share(int number, long dest, long bytes) {
        final long from = from(number, bytes);
        final long part = to(bytes) - from;
        if (part > 0) {
            copy(dest + from, part);
        }
    }

    /** Copies from this PE's heap to those of the others. */
    void copy(long offset, long bytes) {
        for (int i = 1; i < local.length; i++) {
            final int neighbour = local[(index + i) % local.length];
            Memory.copy(heaps.own() + offset, heaps.base(neighbour) + offset, bytes);
        }
    }
}
