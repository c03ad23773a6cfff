package org.jshmem.internal.barrier;

import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;

/**
 * The payloads of a {@link TeamBarrier}: small data of collectives, which travels with the words of the barrier.
 *
 * <p>Before it arrives, a PE may {@linkplain #bring bring} up to {@link TeamArea#PAYLOAD_BYTES} or
 * {@linkplain #bringWord one word}, or write them to {@link #mine()}. A payload lies beside the word of its PE. After
 * the barrier it may read the payload of every PE by {@link #of}, until it arrives at the next barrier.
 *
 * <p>That takes memory and messages for each PE of the team. A call that needs the payload of one PE only says so, by
 * {@link #pick}. One that {@linkplain #combine combines} the payloads gets the result, if one PE combines them for
 * others: the last to arrive if the PEs {@linkplain #isCounted count} their arrivals, the root of more PEs than one
 * group ({@link BarrierTree}), and the leaders of the nodes of a team on several nodes. If every PE is a node of its
 * own, a block for each of the others {@linkplain #carries can travel} with the word.
 *
 * <p>Every setting applies to the next barrier only. One thread of a PE at a time may call.
 */
public final class BarrierPayloads implements Contributions {
    /** Work that one PE does for others, after they have arrived and before any of them leaves. */
    public interface Combination {
        /**
         * Combines payloads, or what has been combined from some of them.
         *
         * @param from what to combine, in this order
         * @param to the address of the result, with room for {@link TeamArea#PAYLOAD_BYTES}
         */
        void combine(Contributions from, long to);
    }

    private final TeamBarrier barrier;
    private final BarrierLines lines;

    /** Null if each PE does all work itself. */
    private final OutcomeLine outcome;

    private final CentralCounter central;
    private final BarrierRelay relay;

    /** The number of PEs. */
    private final int pes;

    /** Whether one PE of this node determines the outcome for the others, and is always the same. */
    private final boolean isLed;

    /** The payloads of the PEs of this node in the current or last barrier. */
    private final Contributions ofMembers = new Contributions() {
        @Override
        public int count() {
            return lines.size();
        }

        @Override
        public long of(int member) {
            return ofNeighbour(member);
        }
    };

    /**
     * The address of this PE's payload for the next barrier; 0 if it brings none, or has written it to {@link #mine()}.
     */
    private long from;

    /** This PE's payload for the next barrier if it is one word. */
    private long word;

    /** Whether this PE's payload for the next barrier is {@link #word}. */
    private boolean isWord;

    /** Payload bytes per PE in the next barrier. */
    private int bytes;

    private PayloadKind kind = PayloadKind.NONE;

    /** The PE whose payload is picked. */
    private int root;

    /** What one PE does for others in the next barrier; null for nothing. */
    private Combination combination;

    /** This PE's index in the team. */
    private final int me;

    /** In a team on several nodes whose members are consecutive on each node, the number of nodes before this one. */
    private final int nodesBefore;

    /** Whether the team is such a one. */
    private final boolean scansByNodes;

    /** Whether the last barrier has left what the nodes before this one have combined. */
    private boolean isScanned;

    private final Contributions before = new Prefix(0);
    private final Contributions upToMine = new Prefix(1);

    /** Whether the last barrier has left a combined result. */
    private boolean isCombined;

    /** If one PE determines the outcome, where the first PE's payload of the last barrier is. */
    private long origin;

    /** The distance from there to the next PE's; 0 if all read the same. */
    private long stride;

    BarrierPayloads(
            TeamBarrier barrier,
            BarrierLines lines,
            RelayNodes nodes,
            OutcomeLine outcome,
            CentralCounter central,
            BarrierRelay relay) {
        this.barrier = barrier;
        this.lines = lines;
        this.pes = nodes == null ? lines.size() : nodes.pes();
        this.me = nodes == null ? lines.me() : nodes.local()[lines.me()];
        this.scansByNodes = nodes != null && nodes.areConsecutive();
        this.nodesBefore = scansByNodes ? nodes.mine() : 0;
        this.outcome = outcome;
        this.central = central;
        this.relay = relay;
        this.isLed = outcome != null && central == null;
    }

    /**
     * Sets the payload of this PE for the next barrier. It is copied right before the word is written: other PEs may be
     * polling the line already, and a poll between the two stores would transfer the cache line once more.
     *
     * @param address where it is
     * @param size up to {@link TeamArea#PAYLOAD_BYTES}
     */
    public void bring(long address, long size) {
        barrier.settle();
        from = size == 0 ? 0 : address;
        bytes = (int) size;
        kind = PayloadKind.GATHER;
    }

    /**
     * Sets one word as the payload of this PE for the next barrier.
     *
     * @param value the word
     */
    public void bringWord(long value) {
        barrier.settle();
        word = value;
        isWord = true;
        bytes = Long.BYTES;
        kind = PayloadKind.GATHER;
    }

    /**
     * Announces that only the payload of one PE is needed after the next barrier. That PE has brought it before; the
     * others bring none.
     *
     * @param pe its index in the team
     * @param size of that payload, up to {@link TeamArea#PAYLOAD_BYTES}
     */
    public void pick(int pe, long size) {
        barrier.settle();
        bytes = (int) size;
        root = pe;
        kind = PayloadKind.PICK;
    }

    /**
     * The place for this PE's payload of the next barrier, to be written directly.
     *
     * @return its address, with room for {@link TeamArea#PAYLOAD_BYTES}
     */
    public long mine() {
        return mine(TeamArea.PAYLOAD_BYTES);
    }

    /**
     * The same for a payload of fewer bytes.
     *
     * @param size up to {@link TeamArea#PAYLOAD_BYTES}, the same on all PEs
     * @return its address
     */
    public long mine(int size) {
        barrier.settle();
        bytes = size;
        kind = PayloadKind.GATHER;
        return lines.payload(lines.me(), barrier.number() + 1);
    }

    /**
     * The payload of a PE in the last barrier.
     *
     * @param pe its index in the team
     * @return an address, valid until this PE's next barrier
     */
    @Override
    public long of(int pe) {
        return isLed ? origin + pe * stride : lines.payload(pe, barrier.number());
    }

    /**
     * The payload of a PE of this node in the last barrier, also where the payloads of other PEs are not known.
     *
     * @param member its index among the members on this node
     * @return an address, valid until this PE's next barrier
     */
    public long ofNeighbour(int member) {
        return lines.payload(member, barrier.number());
    }

    @Override
    public int count() {
        return pes;
    }

    /**
     * Whether one PE determines the outcome for others, and is always the same. Payloads then have the same size on all
     * PEs.
     *
     * @return the same on all PEs
     */
    public boolean isLed() {
        return isLed;
    }

    /**
     * Whether the PEs count their arrivals, so that the last one can do work for all.
     *
     * @return the same on all PEs
     */
    public boolean isCounted() {
        return central != null;
    }

    /**
     * Lets one PE do work for others in the next barrier, instead of giving all the payloads of all; has an effect only
     * if one PE determines the outcome for others.
     *
     * @param what the same on all PEs; null for none
     */
    public void combine(Combination what) {
        barrier.settle();
        combination = what;
        if (what != null && kind == PayloadKind.GATHER) {
            kind = PayloadKind.COMBINE;
        }
    }

    /**
     * Lets leaders combine what the nodes before theirs bring to the next barrier, instead of giving all the payloads
     * of all; has an effect only if the team is on several nodes, on each of which its members are consecutive.
     *
     * @param what the same on all PEs
     */
    public void scan(Combination what) {
        if (scansByNodes) {
            combine(what);
            kind = PayloadKind.SCAN;
        }
    }

    /**
     * What there is of the PEs before this one in the last barrier, to be combined in this order: the payload of each,
     * or what the nodes before have {@linkplain #scan combined}, and then the payload of each on this node.
     *
     * @param isInclusive whether the payload of this PE is the last one
     * @return valid until this PE's next barrier; none if there is no such PE
     */
    public Contributions prefix(boolean isInclusive) {
        return isInclusive ? upToMine : before;
    }

    private final class Prefix implements Contributions {
        private final int own;

        Prefix(int own) {
            this.own = own;
        }

        @Override
        public int count() {
            return own + (isScanned ? Math.min(nodesBefore, 1) + lines.me() : me);
        }

        @Override
        public long of(int index) {
            if (!isScanned) {
                return BarrierPayloads.this.of(index);
            }
            final int member = index - Math.min(nodesBefore, 1);
            return member < 0 ? outcome.result() : ofNeighbour(member);
        }
    }

    /**
     * The result of the combination in the last barrier.
     *
     * @return its address, valid until this PE's next barrier; 0 if there was none, so that each PE does the work
     *     itself
     */
    public long combined() {
        return isCombined ? outcome.result() : 0;
    }

    /**
     * Whether blocks can travel to the other PEs with the word of a barrier. This needs a team in which every PE is a
     * node of its own, and few enough nodes for one round of messages.
     *
     * @param size the size of a block
     * @return the same on all PEs
     */
    public boolean carries(long size) {
        return relay != null && size <= relay.mostCargo();
    }

    /**
     * Sends a block to every other PE with the word of the next barrier, after which they read it by {@link #carried}.
     *
     * @param source address of the block of the team's first PE
     * @param stride bytes from the block of one PE to that of the next; 0 if all get the same block
     * @param size one that {@link #carries} accepts
     */
    public void load(long source, long stride, long size) {
        barrier.settle();
        relay.load(source, stride, (int) size);
    }

    /**
     * The block that another PE has sent with the word of the last barrier.
     *
     * @param pe its index in the team
     * @return an address, valid until this PE's next barrier
     */
    public long carried(int pe) {
        return relay.cargo(pe);
    }

    /** What becomes of the payloads of the current barrier. */
    PayloadKind kind() {
        return kind;
    }

    /** The payload bytes per PE in the current barrier. */
    int bytes() {
        return bytes;
    }

    /** The PE whose payload is picked in the current barrier. */
    int root() {
        return root;
    }

    /** The combination of the current barrier; null for none. */
    Combination combination() {
        return combination;
    }

    /** Writes the payload of this PE; called right before the word is written. */
    void write(long payload) {
        if (from != 0) {
            Memory.copyFew(from, payload, bytes);
        } else if (isWord) {
            Memory.put64(payload, word);
        }
    }

    /** The payloads of the PEs of this node in the current barrier. */
    Contributions ofMembers() {
        return ofMembers;
    }

    /** Runs the combination; called by the PE that determines the outcome, before it releases the others. */
    void combineForAll() {
        if (combination != null) {
            combination.combine(ofMembers, outcome.result());
        }
    }

    /** Puts what one PE brings to all where the others find it; called by the root before it releases the others. */
    void pickForAll() {
        if (kind == PayloadKind.PICK) {
            Memory.copyFew(ofNeighbour(root), outcome.result(), bytes);
        }
    }

    /** The bytes of the result that go with the outcome of the current barrier. */
    int resultBytes() {
        return kind == PayloadKind.NONE || kind == PayloadKind.GATHER ? 0 : bytes;
    }

    /** Ends a barrier and clears the settings. */
    void leave(boolean isAgreed) {
        isScanned = kind == PayloadKind.SCAN;
        isCombined = combination != null && outcome != null && isAgreed;
        if (isLed) {
            find();
        }
        combination = null;
        from = 0;
        isWord = false;
        bytes = 0;
        kind = PayloadKind.NONE;
    }

    /** Finds the payloads of the barrier that ends. */
    private void find() {
        if (kind == PayloadKind.GATHER && pes == lines.size()) {
            stride = NodeLayout.TEAM_SLOT_BYTES;
            origin = ofNeighbour(0);
        } else if (kind == PayloadKind.GATHER) {
            stride = BarrierRelay.STRIDE;
            origin = outcome.gathered() + (barrier.number() & 1) * pes * stride;
        } else {
            stride = 0;
            origin = outcome.result();
        }
    }
}
