package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.MessageSender;

/**
 * Completes the {@link PeerTable}s of all nodes by the network: at first the table of a node has the PEs of that node,
 * and the leader of every node, its lowest PE. The leaders exchange the rest, so that what the launcher carries does
 * not grow with the PEs of a node.
 *
 * <p><b>Protocol.</b> With M nodes, in round r = 0, 1, … the leader of node i sends the entries of as many nodes as it
 * has, at most 2<sup>r</sup>, from its own on, to that of node i − 2<sup>r</sup> (modulo M), and gets those of the
 * nodes from i + 2<sup>r</sup> on. After ⌈log₂ M⌉ rounds it has all. As many rounds of empty messages follow: who has
 * come to their end knows that all leaders have all entries, so that any PE may send to any other, which finds the
 * sender in its table. A round begins when all rounds before have ended; messages of later rounds may come earlier.
 *
 * <p><b>A message:</b> int32 round, int32 number of the first entry, counted from the first PE of the sender's node on,
 * and entries as they are in the table.
 *
 * <p>Threads: {@link #exchange} is called by one; any thread handles messages, one at a time, as under the channel's
 * lock. What it writes to the table is there when the round has no missing entries.
 */
final class AddressExchange {
    /** How a PE waits for a message. */
    interface Wait {
        /** Waits until something is so; {@code pe} is the PE whose message is awaited. */
        void until(BooleanSupplier isSo, int pe);
    }

    private static final int ROUND = 0;
    private static final int FIRST = 4;
    private static final int ENTRIES = 8;

    /** By node, its PEs in order. */
    private final int[][] nodes;

    private final int mine;
    private final PeerTable table;
    private final int rounds;

    /** By round, the entries that have not come yet; of the last rounds messages. */
    private final AtomicIntegerArray missing;

    /**
     * Expects messages from now on.
     *
     * @param nodes by node, its PEs in order
     * @param mine the node of this PE
     * @param table the table of this node
     */
    AddressExchange(int[][] nodes, int mine, PeerTable table) {
        this.nodes = nodes;
        this.mine = mine;
        this.table = table;
        this.rounds = Integer.SIZE - Integer.numberOfLeadingZeros(nodes.length - 1);
        this.missing = new AtomicIntegerArray(2 * rounds);
        for (int round = 0; round < rounds; round++) {
            missing.set(round, entries(at(distance(round)), round));
            missing.set(rounds + round, 1);
        }
    }

    /** The distance to the node from which a round's message comes. */
    private int distance(int round) {
        return 1 << round % rounds;
    }

    private int at(int distance) {
        return Math.floorMod(mine + distance, nodes.length);
    }

    /** How many entries the leader of a node sends in a round. */
    private int entries(int node, int round) {
        int entries = 0;
        for (int i = 0; i < Math.min(1 << round, nodes.length - (1 << round)); i++) {
            entries += nodes[(node + i) % nodes.length].length;
        }
        return entries;
    }

    /**
     * Completes the table; collective over the leaders.
     *
     * @param sender takes the messages
     * @param wait waits for messages, and has them {@link #received}
     */
    void exchange(MessageSender sender, Wait wait) {
        final MemorySegment memory = Arena.ofAuto().allocate(sender.maxMessageBytes(), Long.BYTES);
        for (int round = 0; round < 2 * rounds; round++) {
            send(sender, memory.address(), round);
            final int now = round;
            wait.until(() -> missing.get(now) == 0, nodes[at(distance(round))][0]);
        }
    }

    private void send(MessageSender sender, long message, int round) {
        final int target = nodes[at(-distance(round))][0];
        final int count = round < rounds ? entries(mine, round) : 0;
        final int most = (int) ((sender.maxMessageBytes() - ENTRIES) / table.entryBytes());
        final Cursor cursor = new Cursor(mine);
        Memory.put32(message + ROUND, round);
        int sent = 0;
        do {
            final int now = Math.min(most, count - sent);
            Memory.put32(message + FIRST, sent);
            for (int i = 0; i < now; i++) {
                table.copyEntryTo(cursor.next(), message + ENTRIES + i * table.entryBytes());
            }
            sender.send(target, message, (int) (ENTRIES + now * table.entryBytes()));
            sent += now;
        } while (sent < count);
    }

    /** Handles a message of another leader. */
    void received(long message, int bytes) {
        final int round = Memory.get32(message + ROUND);
        if (round >= rounds) {
            missing.decrementAndGet(round);
            return;
        }
        final int count = (int) ((bytes - ENTRIES) / table.entryBytes());
        final Cursor cursor = new Cursor(at(distance(round)));
        cursor.skip(Memory.get32(message + FIRST));
        for (int i = 0; i < count; i++) {
            table.copyEntryFrom(message + ENTRIES + i * table.entryBytes(), cursor.next());
        }
        missing.addAndGet(round, -count);
    }

    /** Goes through the PEs of a node and of those after it, around the end of the job. */
    private final class Cursor {
        private int node;
        private int index;

        Cursor(int node) {
            this.node = node;
        }

        void skip(int entries) {
            index = entries;
            settle();
        }

        int next() {
            settle();
            return nodes[node][index++];
        }

        private void settle() {
            while (index >= nodes[node].length) {
                index -= nodes[node].length;
                node = (node + 1) % nodes.length;
            }
        }
    }
}
