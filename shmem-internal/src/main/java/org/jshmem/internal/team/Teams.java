package org.jshmem.internal.team;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.jshmem.Shmem;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.BarrierRelay;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.LeavableBarrier;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.waiting.BackgroundWait;
import org.jshmem.internal.waiting.WaitStrategy;

/**
 * The teams of a job as one of its PEs sees them: creates and destroys teams.
 *
 * <p><b>Split.</b> A split consists of two barriers of the parent team. In the first, the PEs agree on a number for the
 * new teams, which is new to all of them ({@link TeamNumbers}). Each new team then has a leader on each node, its first
 * member there, who allocates the team's area for the members on that node. In the second barrier the members on the
 * node learn where it is, and all PEs whether each has got the number and the area. If another thread of a PE has taken
 * the number in between, all PEs of the parent start again. If there is no memory for an area, all of them throw. After
 * the second barrier the team can be used. Where PEs pass colors, they do so in a barrier before these.
 *
 * <p><b>Destroy.</b> The end of a team is one barrier, in which all members agree that the team ends. Each member then
 * notes in the area that it has left, and its leader may use the memory again when all members on the node have.
 */
public final class Teams {
    /** Offsets in the payload of a barrier before these two, where PEs pass colors. */
    private static final long COLOR = 0;

    private static final long KEY = 4;
    private static final int COLOR_BYTES = 8;

    /** Offsets in the payload of the second barrier. */
    private static final long STATUS = 0;

    private static final long AREA = 8;

    private static final int PAYLOAD_BYTES = 16;

    /** Values of the status; the highest one of all PEs decides. */
    private static final int READY = 0;

    private static final int AGAIN = 1;
    private static final int FULL = 2;

    /** 2^64 divided by the golden ratio. */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final ControlMemory controlMemory;
    private final TeamNumbers numbers = new TeamNumbers();
    private final TeamAreas areas;
    private final long[] bases;
    private final Maker maker;
    private final Team world;
    private final Team shared;

    /** Barriers of teams whose destruction is left to a background thread. */
    private final Queue<TeamBarrier> abandoned = new ConcurrentLinkedQueue<>();

    /**
     * Makes the two predefined teams of a job, world and shared.
     *
     * @param controlMemory that of this node
     * @param bases for each PE of the job, where its heap is mapped here, or 0
     * @param routes to heaps that are not mapped; null if all are
     */
    public Teams(ControlMemory controlMemory, long[] bases, Routes routes) {
        this.controlMemory = controlMemory;
        this.areas = new TeamAreas(controlMemory.teamMemory());
        this.bases = bases;
        this.maker = new Maker(controlMemory, routes);
        final Members all = Members.world(bases.length, controlMemory.pe());
        this.world = maker.team(
                all,
                TeamNumbers.WORLD,
                controlMemory.nodes(all),
                controlMemory.worldArea(),
                TeamHeaps.ofWorld(bases, all, routes));
        final Members reachable = Members.reachable(bases, controlMemory.pe());
        this.shared = maker.team(
                reachable,
                TeamNumbers.SHARED,
                controlMemory.nodes(reachable),
                controlMemory.sharedArea(reachable.size()));
    }

    /** Makes teams whose barriers wait in one way, and whose heaps are reached by the same routes. */
    private final class Maker {
        private final ControlMemory memory;
        private final Routes heapRoutes;

        Maker(ControlMemory memory, Routes heapRoutes) {
            this.memory = memory;
            this.heapRoutes = heapRoutes;
        }

        Team team(Members members, long number, TeamNodes nodes, TeamArea area) {
            return team(members, number, nodes, area, TeamHeaps.of(bases, members, heapRoutes));
        }

        Team team(Members members, long number, TeamNodes nodes, TeamArea area, TeamHeaps heaps) {
            final BarrierRelay relay = memory.relay(number, members, nodes, area);
            final TeamBarrier barrier = memory.barrier(members, nodes, area, relay);
            return new Team(members, number, nodes, area, barrier, relay, heaps, numbers);
        }
    }

    /** All PEs. */
    public Team world() {
        return world;
    }

    /** The PEs whose heaps are mapped here. */
    public Team shared() {
        return shared;
    }

    /**
     * Makes a team of a strided subset of another team; collective over the parent.
     *
     * @param parent the other team
     * @param start the first PE, by its number in the parent
     * @param stride from one PE to the next
     * @param size number of PEs, at least 1
     * @return the team, null if this PE is not in it
     */
    public Team splitStrided(Team parent, int start, int stride, int size) {
        if (!parent.members().holds(start, stride, size)) {
            throw new IllegalArgumentException("start=" + start + ", stride=" + stride + ", size=" + size
                    + " are not PEs of this team, whose PEs are 0 to "
                    + (parent.members().size() - 1)
                    + (stride == 0 && size != 1 ? "; a stride of 0 needs a size of 1" : ""));
        }
        final Members chosen =
                Members.strided(start, stride, size, parent.members().me());
        return split(parent, CollectiveCall.TEAM_SPLIT_STRIDED, start, stride, size, chosen);
    }

    /**
     * Makes a team of each row of a grid; collective over the parent.
     *
     * @param parent the PEs in the grid
     * @param xrange PEs in a row
     * @return the team of this PE's row
     */
    public Team splitRow(Team parent, int xrange) {
        final int me = parent.members().me();
        final int first = me / xrange * xrange;
        final int size = Math.min(xrange, parent.members().size() - first);
        return split(parent, CollectiveCall.TEAM_SPLIT_2D, xrange, 0, 0, Members.strided(first, 1, size, me));
    }

    /**
     * Makes a team of each column of a grid; collective over the parent.
     *
     * @param parent the PEs in the grid
     * @param xrange PEs in a row
     * @return the team of this PE's column
     */
    public Team splitColumn(Team parent, int xrange) {
        final int me = parent.members().me();
        final int first = me % xrange;
        final int size = Math.ceilDiv(parent.members().size() - first, xrange);
        return split(parent, CollectiveCall.TEAM_SPLIT_2D, xrange, 1, 0, Members.strided(first, xrange, size, me));
    }

    /**
     * Makes a team of the PEs that pass the same color, for each color; collective over the parent.
     *
     * @param parent the PEs that pass colors
     * @param color 0 or more, or {@link Shmem#NO_COLOR}
     * @param key by which the members are ordered
     * @return the team of this PE's color, null for {@code NO_COLOR}
     */
    public Team splitByColor(Team parent, int color, int key) {
        if (color < Shmem.NO_COLOR) {
            throw new IllegalArgumentException("color=" + color + " must be 0 or more, or NO_COLOR");
        }
        final TeamBarrier barrier = parent.barrier();
        barrier.begin();
        final long mine = barrier.payloads().mine(COLOR_BYTES);
        Memory.put32(mine + COLOR, color);
        Memory.put32(mine + KEY, key);
        parent.await(CollectiveCall.TEAM_SPLIT_BY_COLOR, 0, 0, 0, 0);
        return choose(parent, CollectiveCall.TEAM_SPLIT_BY_COLOR, 0, 0, 0, ofColor(parent, color), maker);
    }

    /** The PEs that have passed a color in the last barrier, in the order of their keys. */
    private static Members ofColor(Team parent, int color) {
        final BarrierPayloads payloads = parent.barrier().payloads();
        if (color == Shmem.NO_COLOR) {
            return Members.of(new int[] {0}, Members.NONE);
        }
        final int[] chosen = IntStream.range(0, parent.members().size())
                .filter(pe -> Memory.get32(payloads.of(pe) + COLOR) == color)
                .mapToLong(pe -> (long) Memory.get32(payloads.of(pe) + KEY) << Integer.SIZE | pe)
                .sorted()
                .mapToInt(keyAndPe -> (int) keyAndPe)
                .toArray();
        return Members.of(chosen, indexOf(parent.members().me(), chosen));
    }

    private static int indexOf(int pe, int... list) {
        return IntStream.range(0, list.length)
                .filter(i -> list[i] == pe)
                .findFirst()
                .orElse(Members.NONE);
    }

    /**
     * Makes a team of some PEs of another team; collective over the parent.
     *
     * @param parent the other team
     * @param pes their numbers in the parent
     * @return the team, null if this PE is not in it
     */
    public Team splitPes(Team parent, int... pes) {
        final int[] list = checked(parent.members().size(), pes);
        final Members chosen = Members.of(list, indexOf(parent.members().me(), list));
        return split(parent, CollectiveCall.TEAM_SPLIT_PES, list.length, digest(list), 0, chosen);
    }

    /** A number that other lists do not have, but by chance; by {@link Arrays#hashCode} 0, 31 would be 1, 0. */
    static long digest(int... list) {
        long mixed = 0;
        for (int pe : list) {
            mixed = (mixed ^ pe) * MIX;
        }
        return mixed;
    }

    /** A copy of a list of PEs, at least one, all different, of a team of a size. */
    private static int[] checked(int size, int... pes) {
        if (pes == null) {
            throw new NullPointerException("pes=null; name the PEs of the new team");
        }
        if (pes.length == 0) {
            throw new IllegalArgumentException("pes=[] names no PE; a team has at least one");
        }
        final BitSet named = new BitSet(size);
        for (int i = 0; i < pes.length; i++) {
            if (pes[i] < 0 || pes[i] >= size) {
                throw new IllegalArgumentException(
                        "pes[" + i + "]=" + pes[i] + " is not a PE of this team, whose PEs are 0 to " + (size - 1));
            }
            if (named.get(pes[i])) {
                throw new IllegalArgumentException("pes[" + i + "]=" + pes[i] + " is named twice");
            }
            named.set(pes[i]);
        }
        return pes.clone();
    }

    /**
     * Makes a team of some PEs of another team; collective over the parent.
     *
     * @param chosen those PEs, by their numbers in the parent; if this PE is not one of them, any others
     * @return the team, null if this PE is not in it
     */
    private Team split(Team parent, CollectiveCall call, long first, long second, long third, Members chosen) {
        parent.barrier().begin();
        return choose(parent, call, first, second, third, chosen, maker);
    }

    /** A split within a collective call that has begun. */
    private Team choose(
            Team parent, CollectiveCall call, long first, long second, long third, Members chosen, Maker with) {
        final Members members = parent.members().select(chosen);
        final TeamNodes nodes = members == null ? null : controlMemory.nodes(members);
        final boolean leads = members != null && nodes.leader(nodes.mine()) == members.me();
        while (true) {
            final long number = parent.agreeOnNumber(call, first, second, third);
            final boolean taken = members != null && numbers.take(number);
            final TeamArea own = leads && taken ? areas.allocate(nodes.local().length) : null;
            final long outcome = report(parent, call, first, second, third, status(members, leads, taken, own), own);
            if (outcome == READY) {
                final Team team =
                        members == null ? null : with.team(members, number, nodes, area(parent, members, nodes));
                parent.barrier().end();
                return team;
            }
            if (own != null) {
                areas.free(own);
            }
            if (taken) {
                numbers.giveBack(number);
            }
            if (outcome == FULL) {
                parent.barrier().end();
                throw new ShmemOutOfMemoryException(
                        "a node has no memory for the team's " + NodeLayout.teamBytes(chosen.size())
                                + " bytes or less, as /dev/shm or the machine is full; make room there, or destroy"
                                + " teams that are no longer used");
            }
        }
    }

    private static int status(Members members, boolean leads, boolean taken, TeamArea own) {
        if (members != null && !taken) {
            return AGAIN;
        }
        return leads && own == null ? FULL : READY;
    }

    /** The second barrier of a split; returns the highest status of all PEs. */
    private long report(
            Team parent, CollectiveCall call, long first, long second, long third, int status, TeamArea own) {
        final BarrierPayloads payloads = parent.barrier().payloads();
        final long mine = payloads.mine(PAYLOAD_BYTES);
        Memory.put64(mine + STATUS, status);
        Memory.put64(mine + AREA, own == null ? 0 : controlMemory.offset(own));
        payloads.combine(Highest.WORD);
        parent.await(call, first, second, third, 0);
        return Highest.of(payloads);
    }

    /** The area of a new team on this node, as the team's leader here has reported it. */
    private TeamArea area(Team parent, Members members, TeamNodes nodes) {
        final int leader = members.pe(nodes.leader(nodes.mine()));
        final int[] neighbours = parent.nodes().local();
        int index = 0;
        while (parent.members().pe(neighbours[index]) != leader) {
            index++;
        }
        final long payload = parent.barrier().payloads().ofNeighbour(index);
        return controlMemory.area(Memory.get64(payload + AREA), nodes.local().length);
    }

    /**
     * Makes a team with the members of another one for its non-blocking collectives; collective over the other one.
     *
     * @param team the other one
     * @param background how the new team's barriers wait
     * @param own routes to heaps that are not mapped, for the new team only; null for those of all teams
     * @return the new team; it ends with {@link #leave}
     */
    public Team twin(Team team, BackgroundWait background, Routes own) {
        team.barrier().begin();
        final Members members = team.members();
        final ControlMemory memory =
                controlMemory.with(controlMemory.waitPolicy().with(background));
        return choose(
                team,
                CollectiveCall.NONBLOCKING,
                0,
                0,
                0,
                Members.strided(0, 1, members.size(), members.me()),
                new Maker(memory, own == null ? maker.heapRoutes : own));
    }

    /**
     * How threads of this PE wait for words of its own memory.
     *
     * @return a new strategy
     */
    public WaitStrategy waitsOfPe() {
        return new WaitStrategy(controlMemory.waitPoints(), waitPointOfPe(), controlMemory.waitPolicy());
    }

    /**
     * Where they sleep.
     *
     * @return a wait point
     */
    public long waitPointOfPe() {
        return controlMemory.waitPoints().of(controlMemory.pe());
    }

    /**
     * Where threads sleep in the barriers of {@linkplain #twin twins}.
     *
     * @return a wait point
     */
    public long waitPointOfRequests() {
        return controlMemory.waitPoints().ofRequests();
    }

    /**
     * Leaves a team of which no PE uses anything any more.
     *
     * @param team one that this PE has made, and not destroyed
     */
    public void leave(Team team) {
        final TeamNodes nodes = team.nodes();
        if (team.relay() != null) {
            controlMemory.end(team.relay());
        }
        team.area().leave();
        if (nodes.leader(nodes.mine()) == team.members().me()) {
            areas.end(team.area());
        }
        numbers.giveBack(team.number());
    }

    /**
     * Ends a team; collective over it. A thread whose stack an exception is unwinding does not wait for PEs that still
     * run normally.
     *
     * @param team one made by a split
     * @param last run when all members have come, before this PE leaves the team
     * @return whether it has ended or will end in the background; false if the other PEs call something else while an
     *     exception unwinds the stack
     */
    public boolean destroy(Team team, Runnable last) {
        final TeamBarrier barrier = team.barrier();
        barrier.begin();
        switch (barrier.releases().release(CollectiveCall.TEAM_DESTROY, 0, 0, 0)) {
            case LeavableBarrier.PENDING -> {
                abandoned.add(barrier);
                barrier.releases().afterAbandoned(() -> {
                    last.run();
                    leave(team);
                    abandoned.remove(barrier);
                });
            }
            case LeavableBarrier.REFUSED -> {
                return false;
            }
            default -> {
                last.run();
                leave(team);
            }
        }
        barrier.end();
        return true;
    }

    /**
     * Ends the last barriers of teams that this PE has left early. Called when all PEs have reached the end of the
     * library, before the control memory is unmapped.
     */
    public void giveUpAbandoned() {
        for (TeamBarrier barrier : abandoned) {
            try {
                barrier.releases().giveUpAbandoned();
            } catch (ShmemException e) {
                // The other PEs have reported it, or never destroyed the team, which they need not do.
            }
        }
    }
}
