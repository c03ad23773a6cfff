package org.jshmem.internal.barrier;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntPredicate;
import org.jshmem.heap.Memory;

/**
 * The barriers of a team on several nodes, as the leader of one node takes part in them: the team's first PE there.
 *
 * <p><b>Protocol.</b> When all PEs of its node have arrived, the leader has the combined state of their words, by its
 * {@link BarrierTree}: whether all digests agree, and the votes. Leaders then disseminate the combined state (Hensgen
 * et al. [1], to the base {@link #RADIX}). The nodes form a ring. At the start of a round a leader has the states of
 * {@code have} nodes: its own and the {@code have − 1} behind it. It sends their combination to the leaders
 * {@code have}, {@code 2 have}, … {@code (RADIX − 1) have} ahead, and waits for as many messages from behind. It then
 * has the states of {@code RADIX} times as many nodes. The number of rounds is the logarithm of the number of nodes to
 * the base {@code RADIX}, rounded up. After the last one the leader releases the PEs of its node by the
 * {@link OutcomeLine}.
 *
 * <p><b>Combination.</b> A {@link BarrierState} is a digest, a vote, and whether digests differ. In the last round a
 * state may be combined with one that it already contains; that changes nothing.
 *
 * <p><b>Payloads</b> travel with the states, in the way of the call ({@link PayloadKind}): the one of a root; what each
 * node has combined, as one entry for each node, of which a scan takes those of the nodes before; or those of all PEs.
 * As in Bruck et al. [2] a leader sends the entries of the nodes whose states it has, or as many as the receiver lacks.
 * Every leader combines the entries of all nodes itself, in the order of the nodes. So each contribution counts once,
 * and the bits are the same on all PEs, except those of a NaN. Where PEs call different things, payloads may get lost
 * or be rubbish, but nobody reads them.
 *
 * <p><b>Reuse.</b> What messages of barriers n and n + 2 bring is stored in the same places. A leader sends messages of
 * barrier n + 2 only after it has left barrier n + 1, which takes a message that depends on the arrival of every PE
 * there. These PEs had left barrier n, and no longer read what it has brought.
 *
 * <p><b>Cargo.</b> If every PE is a node of its own and one round is enough, a block can travel in each message. It is
 * stored like a payload, and the receiver reads it between this barrier and its next one.
 *
 * <p><b>A state machine.</b> {@link #begin} starts a barrier, {@link #advance} goes on as far as it can and never
 * waits, {@link #collect} does the first part of that, and {@link #receive} notes a message. One thread at a time calls
 * the first three, and another may take over between two calls. Messages are received by one thread at a time, in the
 * order in which each sender has sent them, at any time. The note of a message is written last, with release semantics.
 *
 * <p>[1] D. Hensgen, R. Finkel, U. Manber: Two algorithms for barrier synchronization, International Journal of
 * Parallel Programming 17, 1988. [2] J. Bruck, C.-T. Ho, S. Kipnis, D. Weathersby: Efficient algorithms for all-to-all
 * communications in multi-port message-passing systems, SPAA 1994.
 */
public final class BarrierRelay {
    /** The base of the logarithm, and the largest number of nodes for which one round is enough. */
    static final int RADIX = 8;

    /** The distance between two payloads that are stored. */
    static final long STRIDE = TeamArea.LINE_BYTES;

    /** Above the bits of a {@link BarrierState}: a node has no memory for the payloads, so they are not complete. */
    private static final int NO_MEMORY = 1 << BarrierState.NUMBER_SHIFT;

    private final MessageSender sender;
    private final long team;

    private final RelayNodes nodes;

    /** The number of nodes, and this node. */
    private final int count;

    private final int mine;

    /** The members on each node; null before payloads of all PEs are first gathered. */
    private int[][] members;

    private final int rounds;
    private final OutcomeLine outcome;
    private final TeamMemory memory;

    /** Bytes; 0 if no cargo can be sent. */
    private final int mostCargo;

    /** For each message of two barriers the number of the barrier in which the last one came; see {@link #place}. */
    private final AtomicLongArray arrived;

    /** The states in these messages. */
    private final int[] states;

    private final Arena arena = Arena.ofAuto();

    /** The buffer in which messages are built; null before the first one. */
    private MemorySegment message;

    /** The address of two payloads of roots, then two of each node; 0 before the first one. */
    private volatile long partials;

    /** For two barriers, the number of the one whose root's payload is there. */
    private final AtomicLongArray picked = new AtomicLongArray(2);

    /** The address of the payloads of all PEs of two barriers; 0 before the first one. */
    private volatile long gathered;

    /** For two barriers, the number of the one whose payloads found no memory. */
    private final long[] lost = new long[2];

    /** The barrier in progress: its number, the PEs of this node, payloads and combined state. */
    private long number;

    private BarrierTree tree;
    private BarrierPayloads payloads;
    private int state;

    /** Nodes whose states are combined; 0 before all PEs of this node have come. */
    private int have;

    private int round;
    private boolean isDone;

    private long cargoSource;
    private long cargoStride;
    private int cargoBytes;

    /** The address of the cargo of the messages of two barriers; 0 before the first one. */
    private volatile long cargo;

    /** What each node has combined, in the order of the nodes. */
    private final Contributions ofNodes = new Contributions() {
        @Override
        public int count() {
            return count;
        }

        @Override
        public long of(int node) {
            return partial(node);
        }
    };

    /** What each node before this one has combined. */
    private final Contributions ofNodesBefore = new Contributions() {
        @Override
        public int count() {
            return mine;
        }

        @Override
        public long of(int node) {
            return partial(node);
        }
    };

    /**
     * The relay of a team.
     *
     * @param sender to other nodes
     * @param team the team's number, which no other team of this PE has
     * @param nodes those of the team
     * @param area that of the team on this node
     * @param memory allocates on this node
     */
    public BarrierRelay(MessageSender sender, long team, RelayNodes nodes, TeamArea area, TeamMemory memory) {
        this.sender = sender;
        this.team = team;
        this.nodes = nodes;
        this.count = nodes.count();
        this.mine = nodes.mine();
        this.outcome = new OutcomeLine(area, memory.control());
        this.memory = memory;
        this.rounds = rounds(count);
        this.arrived = new AtomicLongArray(2 * rounds * RADIX);
        this.states = new int[2 * rounds * RADIX];
        this.mostCargo = isDirect() ? RelayMessage.mostCargo(sender.maxMessageBytes()) : 0;
    }

    /** The rounds of a barrier of this many nodes. */
    static int rounds(int nodes) {
        int rounds = 1;
        for (long reached = RADIX; reached < nodes; reached *= RADIX) {
            rounds++;
        }
        return rounds;
    }

    /** Whether every PE is a node of its own, and sends its word to all others, so that nobody passes on words. */
    boolean isDirect() {
        return count == nodes.pes() && rounds == 1;
    }

    /** The team's number. */
    long team() {
        return team;
    }

    /** The largest block that can travel in a message, in bytes. */
    int mostCargo() {
        return mostCargo;
    }

    /** Sets the cargo of the next barrier; see {@link BarrierPayloads#load}. */
    void load(long source, long stride, int bytes) {
        cargoSource = source;
        cargoStride = stride;
        cargoBytes = bytes;
    }

    /** The address of the block of another PE in the last barrier; each PE is a node. */
    long cargo(int pe) {
        return cargo(number, Math.floorMod(mine - pe, count));
    }

    private long cargo(long barrier, int step) {
        final long known = cargo;
        return (known == 0 ? allocateCargo() : known) + ((barrier & 1) * count + step) * cargoStep();
    }

    private synchronized long allocateCargo() {
        if (cargo == 0) {
            cargo = arena.allocate(2L * count * cargoStep(), TeamArea.LINE_BYTES)
                    .address();
        }
        return cargo;
    }

    private long cargoStep() {
        return (mostCargo + TeamArea.LINE_BYTES - 1L) / TeamArea.LINE_BYTES * TeamArea.LINE_BYTES;
    }

    /** Starts a barrier, as the tree of this node has. */
    void begin(long barrier, BarrierTree ofNode, BarrierPayloads brought) {
        number = barrier;
        tree = ofNode;
        payloads = brought;
        have = 0;
        round = 0;
        isDone = false;
    }

    /** Goes on with the barrier; returns whether it has ended, and the PEs of this node are released. */
    boolean advance() {
        if (isDone) {
            return true;
        }
        if (!collect()) {
            return false;
        }
        while (have < count) {
            if (!hasAll()) {
                return false;
            }
            have = Math.min(have * RADIX, count);
            round++;
            sendAll();
        }
        outcome.release(number, result());
        cargoBytes = 0;
        isDone = true;
        return true;
    }

    /** Whether all PEs of this node have come. When they have, sends the first messages. */
    boolean collect() {
        if (have > 0) {
            return true;
        }
        if (!tree.gather()) {
            return false;
        }
        state = tree.state();
        have = 1;
        takePayloads();
        sendAll();
        return true;
    }

    /** Prepares the payloads of this node's PEs for messages. */
    private void takePayloads() {
        if (BarrierState.differs(state)) {
            return;
        }
        switch (payloads.kind()) {
            case NONE -> {}
            case PICK -> {
                final int root = Arrays.binarySearch(nodes.local(), payloads.root());
                if (root >= 0) {
                    Memory.copyFew(payloads.ofNeighbour(root), pick(number), payloads.bytes());
                    picked.setRelease((int) number & 1, number);
                }
            }
            case COMBINE, SCAN -> payloads.combination().combine(payloads.ofMembers(), partial(mine));
            case GATHER -> {
                final int[] local = nodes.local();
                for (int member = 0; member < local.length; member++) {
                    final long place = gathered(local[member], number);
                    if (place != 0) {
                        Memory.copyFew(payloads.ofNeighbour(member), place, payloads.bytes());
                    }
                }
            }
        }
    }

    /** Whether all messages of this round have come; combines their states then. */
    private boolean hasAll() {
        int all = state;
        for (int step = 1; step < RADIX && step * have < count; step++) {
            if (!hasCome(number, round, step)) {
                return false;
            }
            final int theirs = states[place(number, round, step)];
            all = BarrierState.combined(all, theirs) | theirs & NO_MEMORY;
        }
        state = all;
        return true;
    }

    /** Whether the message of a step has come; its contents may be read then. */
    boolean hasCome(long barrier, int inRound, int step) {
        return arrived.getAcquire(place(barrier, inRound, step)) == barrier;
    }

    /**
     * Whether the node of any of these leaders has come to this barrier in another call than the one with that digest.
     */
    boolean isMissed(long barrier, int digest, IntPredicate some) {
        for (int step = 1; step < RADIX && step < count; step++) {
            if (hasCome(barrier, 0, step)
                    && (states[place(barrier, 0, step)] & BarrierState.DIGEST) != digest
                    && some.test(nodes.pe(nodes.leader(before(step))))) {
                return true;
            }
        }
        return false;
    }

    private int place(long barrier, int inRound, int step) {
        return ((int) (barrier & 1) * rounds + inRound) * RADIX + step;
    }

    /** The node that is so many places behind this one in the ring. */
    private int before(int behind) {
        return Math.floorMod(mine - behind, count);
    }

    private int[] members(int node) {
        if (members == null) {
            members = nodes.members();
        }
        return members[node];
    }

    /** Sends the messages of this round, none after the last one. Notes first if this node has no memory. */
    private void sendAll() {
        if (payloads.kind() == PayloadKind.GATHER && lost[(int) number & 1] == number) {
            state |= NO_MEMORY;
        }
        for (int step = 1; step < RADIX && step * have < count; step++) {
            send(step, nodes.leader((mine + step * have) % count), Math.min(have, count - step * have));
        }
    }

    /** Sends the state, and the payloads of {@code some} nodes, to a leader. */
    private void send(int step, int leader, int some) {
        final PayloadKind kind = BarrierState.differs(state) ? PayloadKind.NONE : payloads.kind();
        final int bytes = kind == PayloadKind.NONE ? 0 : payloads.bytes();
        final long start = message(kind);
        Memory.put64(start + RelayMessage.TEAM, team);
        Memory.put64(start + RelayMessage.NUMBER, number);
        Memory.put32(start + RelayMessage.STATE, state);
        Memory.put8(start + RelayMessage.ROUND, (byte) round);
        Memory.put8(start + RelayMessage.STEP, (byte) step);
        Memory.put8(start + RelayMessage.KIND, kind.code());
        Memory.put16(start + RelayMessage.PAYLOAD_BYTES, (short) bytes);
        int entries = 0;
        switch (kind) {
            case NONE -> {}
            case PICK -> {
                if (picked.getAcquire((int) number & 1) == number) {
                    entries = add(start, entries, leader, payloads.root(), pick(number));
                }
            }
            case COMBINE, SCAN -> {
                for (int behind = 0; behind < some; behind++) {
                    entries = add(start, entries, leader, before(behind), partial(before(behind)));
                }
            }
            case GATHER -> {
                for (int behind = 0; behind < some && gathered(0, number) != 0; behind++) {
                    for (int member : members(before(behind))) {
                        entries = add(start, entries, leader, member, gathered(member, number));
                    }
                }
            }
        }
        Memory.put8(start + RelayMessage.IS_LAST, (byte) 1);
        flush(start, entries, leader, cargoBytes);
    }

    /** Adds an entry to a message, of which it sends the full ones; returns the entries that it has now. */
    private int add(long start, int entries, int leader, int index, long payload) {
        final int bytes = payloads.bytes();
        int before = entries;
        if (before == RelayMessage.mostEntries(sender.maxMessageBytes(), bytes)) {
            Memory.put8(start + RelayMessage.IS_LAST, (byte) 0);
            flush(start, before, leader, 0);
            before = 0;
        }
        final long entry = start + RelayMessage.bytes(before, bytes);
        Memory.put64(entry + RelayMessage.INDEX, index);
        Memory.copyFew(payload, entry + RelayMessage.PAYLOAD, bytes);
        return before + 1;
    }

    private void flush(long start, int entries, int leader, int loaded) {
        final int bytes = RelayMessage.bytes(entries, Memory.get16(start + RelayMessage.PAYLOAD_BYTES));
        Memory.put16(start + RelayMessage.ENTRIES, (short) entries);
        Memory.put16(start + RelayMessage.CARGO_BYTES, (short) loaded);
        if (loaded > 0) {
            Memory.copy(cargoSource + leader * cargoStride, start + bytes, loaded);
        }
        sender.send(nodes.pe(leader), start, bytes + loaded);
    }

    /** The address of the message buffer, which gets the maximal message size when more than a header is sent. */
    private long message(PayloadKind kind) {
        final int bytes =
                kind == PayloadKind.NONE && cargoBytes == 0 ? RelayMessage.HEADER_BYTES : sender.maxMessageBytes();
        if (message == null || message.byteSize() < bytes) {
            message = arena.allocate(bytes, Long.BYTES);
        }
        return message.address();
    }

    /** The outcome of the barrier, with the payloads in place for the PEs of this node. */
    private int result() {
        if (BarrierState.differs(state)) {
            return OutcomeLine.DIFFERENT;
        }
        switch (payloads.kind()) {
            case NONE -> {}
            case PICK -> Memory.copyFew(pick(number), outcome.result(), payloads.bytes());
            case COMBINE -> payloads.combination().combine(ofNodes, outcome.result());
            case SCAN -> {
                if (mine > 0) {
                    payloads.combination().combine(ofNodesBefore, outcome.result());
                }
            }
            case GATHER -> {
                if ((state & NO_MEMORY) != 0) {
                    return OutcomeLine.NO_MEMORY;
                }
            }
        }
        return BarrierState.outcome(state);
    }

    /**
     * Notes a message of the team.
     *
     * @param address where it is; {@link RelayMessage#check} has accepted it
     */
    void receive(long address) {
        final long barrier = Memory.get64(address + RelayMessage.NUMBER);
        final int inRound = Memory.get8(address + RelayMessage.ROUND);
        final int step = Memory.get8(address + RelayMessage.STEP);
        final PayloadKind kind = PayloadKind.of(Memory.get8(address + RelayMessage.KIND));
        final int bytes = Memory.get16(address + RelayMessage.PAYLOAD_BYTES);
        final int entries = Memory.get16(address + RelayMessage.ENTRIES);
        if (inRound < 0 || inRound >= rounds || step < 1 || step >= RADIX) {
            throw new IllegalStateException("a message of round=" + inRound + ", step=" + step);
        }
        for (int i = 0; i < entries; i++) {
            final long entry = address + RelayMessage.bytes(i, bytes);
            store(kind, barrier, Memory.get64(entry + RelayMessage.INDEX), entry + RelayMessage.PAYLOAD, bytes);
        }
        final int loaded = Memory.get16(address + RelayMessage.CARGO_BYTES);
        if (loaded > mostCargo || loaded > 0 && step >= count) {
            throw new IllegalStateException("a block of bytes=" + loaded + ", step=" + step);
        } else if (loaded > 0) {
            Memory.copy(address + RelayMessage.bytes(entries, bytes), cargo(barrier, step), loaded);
        }
        if (Memory.get8(address + RelayMessage.IS_LAST) != 0) {
            final int place = place(barrier, inRound, step);
            states[place] = Memory.get32(address + RelayMessage.STATE);
            arrived.setRelease(place, barrier);
        }
    }

    private void store(PayloadKind kind, long barrier, long index, long payload, int bytes) {
        if (index < 0 || index >= (kind == PayloadKind.COMBINE || kind == PayloadKind.SCAN ? count : nodes.pes())) {
            throw new IllegalStateException("a payload of index=" + index);
        }
        switch (kind) {
            case NONE -> throw new IllegalStateException("a payload of no kind");
            case PICK -> {
                Memory.copyFew(payload, pick(barrier), bytes);
                picked.setRelease((int) barrier & 1, barrier);
            }
            case COMBINE, SCAN -> Memory.copyFew(payload, partial((int) index, barrier), bytes);
            case GATHER -> {
                final long place = gathered((int) index, barrier);
                if (place != 0) {
                    Memory.copyFew(payload, place, bytes);
                }
            }
        }
    }

    /** Where the root's payload of a barrier is. */
    private long pick(long barrier) {
        return partials() + (barrier & 1) * STRIDE;
    }

    private long partial(int node) {
        return partial(node, number);
    }

    /** Where the payload is that a node has combined. */
    private long partial(int node, long barrier) {
        return partials() + (2 + node + (barrier & 1) * count) * STRIDE;
    }

    private long partials() {
        final long known = partials;
        return known == 0 ? allocatePartials() : known;
    }

    private synchronized long allocatePartials() {
        if (partials == 0) {
            partials = arena.allocate((2 + 2L * count) * STRIDE, STRIDE).address();
        }
        return partials;
    }

    /** Where the payload of a PE is; 0 if there is no memory, which is noted. */
    private long gathered(int member, long barrier) {
        long start = gathered;
        if (start == 0) {
            start = allocateGathered(barrier);
            if (start == 0) {
                return 0;
            }
        }
        return start + ((barrier & 1) * nodes.pes() + member) * STRIDE;
    }

    /** Tries once for each barrier, so that a node has memory for all of one or for nothing. */
    private synchronized long allocateGathered(long barrier) {
        if (gathered == 0 && lost[(int) barrier & 1] != barrier) {
            final long allocated = memory.allocate(gatheredBytes());
            if (allocated == 0) {
                lost[(int) barrier & 1] = barrier;
            } else {
                outcome.gatherAt(allocated);
                gathered = allocated;
            }
        }
        return gathered;
    }

    private long gatheredBytes() {
        return 2L * nodes.pes() * STRIDE;
    }

    /** Frees its memory; called after the last barrier. */
    public synchronized void end() {
        if (gathered != 0) {
            memory.free(gathered, gatheredBytes());
            gathered = 0;
        }
    }

    /** The nodes whose messages are missing, as {@code PE 4, the node of PE 8}; for reports, from any thread. */
    String missing() {
        final StringBuilder missing = new StringBuilder();
        int found = 0;
        for (int step = 1; have > 0 && step < RADIX && step * have < count; step++) {
            final int node = before(step * have);
            if (!hasCome(number, Math.min(round, rounds - 1), step)) {
                missing.append(found++ == 0 ? "" : ", ")
                        .append(nodes.size(node) == 1 ? "PE " : "the node of PE ")
                        .append(nodes.pe(nodes.leader(node)));
            }
        }
        return missing.isEmpty() ? BarrierLines.NOBODY : missing.toString();
    }
}
