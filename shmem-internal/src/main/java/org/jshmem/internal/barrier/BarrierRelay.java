package org.jshmem.internal.barrier;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.heap.Memory;

/**
 * Sends the lines of a team's PEs to the other nodes of the team.
 *
 * <p><b>Protocol.</b> The team's first PE on a node is the leader of that node. When all PEs of its node have arrived
 * at a barrier, the leader sends their lines to leaders of other nodes. The {@link BarrierRelayInbox} of the receiver
 * writes the lines to the control memory there. Up to {@link #RADIX} nodes need one round, in which every leader sends
 * to all others. More nodes need several rounds (Bruck et al. [1]). The nodes form a ring. At the start of a round a
 * leader has the lines of {@code have} nodes: its own and the {@code have − 1} behind it. It sends them, or as many as
 * the receiver lacks, to the leaders {@code have}, {@code 2 have}, … {@code (RADIX − 1) have} ahead, and waits for the
 * lines of the nodes behind. It then has the lines of {@code RADIX} times as many nodes. The number of rounds is the
 * logarithm of the number of nodes to the base {@code RADIX}, rounded up.
 *
 * <p><b>Reuse of lines.</b> Lines of barriers n and n + 2 share memory. A leader sends lines of barrier n + 2 only
 * after all lines of barrier n + 1 have reached its node. A node sends those only after all its PEs have arrived at n +
 * 1, and so have read the lines of n. No line is therefore overwritten while a PE reads it.
 *
 * <p><b>Cargo.</b> If every PE is a node of its own and one round is enough, a block can travel in the message of a
 * word; the receiver copies it to its heap. By its arrival at the previous barrier the receiver permits that write.
 *
 * <p>[1] J. Bruck, C.-T. Ho, S. Kipnis, D. Weathersby: Efficient algorithms for all-to-all communications in multi-port
 * message-passing systems, SPAA 1994.
 */
public final class BarrierRelay {
    /** The largest number of nodes for which one round is enough. */
    private static final int RADIX = 8;

    private final MessageSender sender;
    private final int slot;

    /** The members' numbers in the job. */
    private final int[] pes;

    private final int me;

    /** The members on each node, by their indices in {@code pes}. */
    private final int[][] nodes;

    /** This node's index in {@code nodes}. */
    private final int mine;

    /** Bytes; 0 if no cargo can be sent. */
    private final int mostCargo;

    private final Arena arena = Arena.ofAuto();

    /** The buffer in which messages are built; null before the first one. */
    private MemorySegment message;

    private long cargoSource;
    private long cargoStride;
    private long cargoDest;
    private int cargoBytes;

    /**
     * The relay of a team.
     *
     * @param sender to other nodes
     * @param slot the index of the team's slot
     * @param pes the members' numbers in the job; not to be changed
     * @param nodes the members on each node, by index in {@code pes}; not to be changed
     * @param mine this node's index in {@code nodes}
     * @param me this PE's index in {@code pes}
     */
    public BarrierRelay(MessageSender sender, int slot, int[] pes, int[][] nodes, int mine, int me) {
        this.sender = sender;
        this.slot = slot;
        this.pes = pes;
        this.me = me;
        this.nodes = nodes;
        this.mine = mine;
        this.mostCargo = nodes.length == pes.length && isDirect(nodes.length)
                ? BarrierRelayInbox.mostCargo(sender.maxMessageBytes())
                : 0;
    }

    /** The largest block that can travel with a word, in bytes. */
    int mostCargo() {
        return mostCargo;
    }

    /** Sets the cargo of the next barrier; see {@link BarrierPayloads#load}. */
    void load(long source, long stride, long dest, int bytes) {
        cargoSource = source;
        cargoStride = stride;
        cargoDest = dest;
        cargoBytes = bytes;
    }

    /** Whether one round reaches all of this many nodes. */
    private static boolean isDirect(int nodes) {
        return nodes <= RADIX;
    }

    /**
     * On the leader, sends and awaits the lines of a barrier until all of them are on this node; other PEs return at
     * once. The caller has written its own line.
     */
    void carry(TeamBarrier barrier, BarrierLines lines, int payloadBytes) {
        if (nodes[mine][0] != me) {
            return;
        }
        await(barrier, mine);
        int have = 1;
        while (have < nodes.length) {
            for (int step = 1; step < RADIX && step * have < nodes.length; step++) {
                final int to = (mine + step * have) % nodes.length;
                send(barrier.number(), lines, payloadBytes, nodes[to][0], Math.min(have, nodes.length - step * have));
            }
            final int next = Math.min(have * RADIX, nodes.length);
            for (int behind = have; behind < next; behind++) {
                await(barrier, before(behind));
            }
            have = next;
        }
        cargoBytes = 0;
    }

    /** The node that is so many places behind this one in the ring. */
    private int before(int behind) {
        return Math.floorMod(mine - behind, nodes.length);
    }

    /** Waits until the lines of a node are in the control memory of this node. */
    private void await(TeamBarrier barrier, int node) {
        for (int member : nodes[node]) {
            if (member != me) {
                barrier.awaitPe(member);
            }
        }
    }

    /** Sends the lines of {@code count} nodes to a leader: of this node and the nodes behind it. */
    private void send(long number, BarrierLines lines, int payloadBytes, int leader, int count) {
        final int most = BarrierRelayInbox.lines(sender.maxMessageBytes(), payloadBytes);
        final long start = message(payloadBytes);
        Memory.put32(start + BarrierRelayInbox.SLOT, slot);
        Memory.put16(start + BarrierRelayInbox.PAYLOAD_BYTES, (short) payloadBytes);
        Memory.put16(start + BarrierRelayInbox.CARGO_BYTES, (short) cargoBytes);
        Memory.put64(start + BarrierRelayInbox.NUMBER, number);
        int entries = 0;
        for (int behind = 0; behind < count; behind++) {
            for (int member : nodes[before(behind)]) {
                final long entry = start + BarrierRelayInbox.bytes(entries++, payloadBytes);
                lines.copy(member, number, entry, payloadBytes);
                Memory.put64(entry + BarrierRelayInbox.PE, pes[member]);
                if (entries == most) {
                    sender.send(pes[leader], start, BarrierRelayInbox.bytes(entries, payloadBytes));
                    entries = 0;
                }
            }
        }
        if (entries > 0) {
            final int bytes = BarrierRelayInbox.bytes(entries, payloadBytes);
            sender.send(pes[leader], start, bytes + (cargoBytes == 0 ? 0 : addCargo(start + bytes, leader)));
        }
    }

    /** Appends the cargo for a PE to a message; returns the bytes appended. */
    private int addCargo(long end, int pe) {
        Memory.put64(end, cargoDest);
        Memory.copy(cargoSource + pe * cargoStride, end + BarrierRelayInbox.CARGO, cargoBytes);
        return (int) BarrierRelayInbox.CARGO + cargoBytes;
    }

    /**
     * The address of the message buffer, which grows if needed and is kept. With cargo, whose size varies, it gets the
     * maximal message size at once.
     */
    private long message(int payloadBytes) {
        final int most = sender.maxMessageBytes();
        final int bytes = cargoBytes == 0 ? Math.min(most, BarrierRelayInbox.bytes(pes.length, payloadBytes)) : most;
        if (message == null || message.byteSize() < bytes) {
            message = arena.allocate(bytes, Long.BYTES);
        }
        return message.address();
    }
}
