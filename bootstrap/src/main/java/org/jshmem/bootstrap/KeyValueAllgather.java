package org.jshmem.bootstrap;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;

/**
 * Performs the allgather of PEs that a foreign launcher has started, with one leader for each node: on M nodes each
 * leader publishes one value a round and requests M − 1, whatever the number of PEs. ({@link ProcessManager#nodes} is
 * not included.)
 *
 * <p><b>Protocol.</b> The lowest PE of a node is its leader; the other PEs of the node are its members.
 *
 * <ol>
 *   <li>At the first call, each leader that has members publishes a ticket for its {@link NodeRendezvous}. A fence
 *       follows, and the members connect to their leader.
 *   <li>In every round, the members send their values to their leader.
 *   <li>The leaders publish the records of their nodes, {@linkplain Compression compressed}; a fence follows.
 *   <li>The leaders read the records of the other nodes, and send all records to their members.
 * </ol>
 *
 * <p>On one node there are no fences after the first. All PEs take the same decisions about fences, because all have
 * the same {@link ProcessManager#nodes}. An exchange within nodes ({@link #allgatherOnNode}) leaves out steps 3 and 4
 * but for the members, and one for leaders ({@link #allgatherToLeaders}) leaves out what step 4 sends.
 *
 * <p><b>The record of a node</b> has the values of its PEs, in order. Neighbouring PEs whose values are equal have one
 * run, so a record in which all are equal has the size of one value. For each run: int32 number of PEs, int32 length,
 * bytes.
 *
 * <p><b>Failure.</b> If a PE has ended, a read or a fence waits for it in vain, until the launcher or a PE that watches
 * {@link Membership#ended} ends the waiting PEs.
 *
 * <p>Used by one thread at a time.
 */
final class KeyValueAllgather {
    /** Frame of a member: its value. */
    private static final byte VALUE = 1;

    /** Frame of a leader: the records of all nodes, or of one, in the order of {@link #nodes}. */
    private static final byte RECORDS = 2;

    private static final int RUN_BYTES = 2 * Integer.BYTES;

    private final ProcessManager manager;
    private final int me;
    private final int nPes;

    /** The PEs of each node, in order, of which the first is its leader; nodes in the order of their leaders. */
    private final int[][] nodes;

    /** The PEs of this node. */
    private final int[] neighbours;

    private final boolean isLeader;

    /** On a leader, the connections to its members, in order. */
    private FrameSocket[] toMembers = {};

    /** On a member, the connection to its leader. */
    private FrameSocket toLeader;

    private boolean isConnected;

    /** Number of the next round, which is part of its key. */
    private int round;

    KeyValueAllgather(ProcessManager manager) {
        this.manager = manager;
        this.me = manager.pe();
        this.nPes = manager.nPes();
        final int[] leaderOf = lowestOf(manager.nodes());
        this.nodes = group(leaderOf);
        this.neighbours = Arrays.stream(nodes)
                .filter(pes -> pes[0] == leaderOf[me])
                .findFirst()
                .orElseThrow();
        this.isLeader = neighbours[0] == me;
    }

    /** By PE, the lowest PE with the same number. */
    private static int[] lowestOf(int[] nodes) {
        final Map<Integer, Integer> lowest = new HashMap<>();
        for (int pe = 0; pe < nodes.length; pe++) {
            lowest.putIfAbsent(nodes[pe], pe);
        }
        return Arrays.stream(nodes).map(lowest::get).toArray();
    }

    private static int[][] group(int[] leaderOf) {
        final Map<Integer, IntStream.Builder> groups = new LinkedHashMap<>();
        for (int pe = 0; pe < leaderOf.length; pe++) {
            groups.computeIfAbsent(leaderOf[pe], _ -> IntStream.builder()).add(pe);
        }
        return groups.values().stream().map(pes -> pes.build().toArray()).toArray(int[][]::new);
    }

    /** Whether nodes, given by PE as any numbers, are those on which the launcher has placed the PEs. */
    boolean isPlacement(int[] nodeOf) {
        return Arrays.deepEquals(nodes, group(lowestOf(nodeOf)));
    }

    /** The number of nodes on which the launcher has placed PEs. */
    int nodeCount() {
        return nodes.length;
    }

    /** Gives the values of all PEs to all. */
    byte[][] allgather(byte[] mine) {
        connect();
        final byte[][] all = new byte[nPes][];
        if (isLeader) {
            giveToMembers(lead(mine, all));
        } else {
            follow(mine);
            final ByteBuffer records = toLeader.receive(RECORDS);
            for (int[] pes : nodes) {
                unpack(records, pes, all);
            }
        }
        return all;
    }

    /** Gives the values of all PEs to the leaders; null to members. */
    byte[][] allgatherToLeaders(byte[] mine) {
        connect();
        if (!isLeader) {
            follow(mine);
            return null;
        }
        final byte[][] all = new byte[nPes][];
        lead(mine, all);
        return all;
    }

    /** Exchanges values among the PEs of each node; collective over the job. In the order of the PEs. */
    byte[][] allgatherOnNode(byte[] mine) {
        connect();
        final byte[][] all = new byte[nPes][];
        if (isLeader) {
            gather(mine, all);
            giveToMembers(pack(all));
        } else {
            toLeader.send(VALUE, ByteBuffer.wrap(mine));
            unpack(toLeader.receive(RECORDS), neighbours, all);
        }
        return Arrays.stream(neighbours).mapToObj(pe -> all[pe]).toArray(byte[][]::new);
    }

    /** A member's part of a round. */
    private void follow(byte[] mine) {
        round++;
        toLeader.send(VALUE, ByteBuffer.wrap(mine));
        fenceNodes();
    }

    /** A leader's part of a round: fills in the values of all PEs, and returns the records of all nodes. */
    private byte[] lead(byte[] mine, byte[][] all) {
        final String key = "jshmem-" + round++;
        gather(mine, all);
        final byte[] own = pack(all);
        if (nodes.length == 1) {
            return own;
        }
        manager.put(key, Compression.compressed(own));
        fenceNodes();
        final ByteArrayOutputStream records = new ByteArrayOutputStream();
        for (int[] pes : nodes) {
            final byte[] record = pes[0] == me ? own : Compression.expanded(manager.get(pes[0], key));
            unpack(ByteBuffer.wrap(record), pes, all);
            if (toMembers.length > 0) {
                records.writeBytes(record);
            }
        }
        return records.toByteArray();
    }

    /** Fills in the values of the PEs of this node. */
    private void gather(byte[] mine, byte[][] all) {
        all[me] = mine;
        for (int i = 0; i < toMembers.length; i++) {
            all[neighbours[i + 1]] = bytes(toMembers[i].receive(VALUE));
        }
    }

    private void giveToMembers(byte[] records) {
        for (FrameSocket member : toMembers) {
            member.send(RECORDS, ByteBuffer.wrap(records));
        }
    }

    private void fenceNodes() {
        if (nodes.length > 1) {
            manager.fence();
        }
    }

    /** Connects the members to their leader, once. If any node has members, all PEs call a fence. */
    private void connect() {
        if (isConnected) {
            return;
        }
        isConnected = true;
        if (nodes.length == nPes) {
            return;
        }
        final String key = "jshmem-node";
        if (!isLeader) {
            manager.fence();
            toLeader = NodeRendezvous.enter(manager.get(neighbours[0], key), me);
        } else if (neighbours.length == 1) {
            manager.fence();
        } else {
            final int[] members = Arrays.copyOfRange(neighbours, 1, neighbours.length);
            try (NodeRendezvous rendezvous = new NodeRendezvous(members.length)) {
                manager.put(key, rendezvous.ticket());
                manager.fence();
                toMembers = rendezvous.admit(members);
            }
        }
    }

    /** The record of this node. */
    private byte[] pack(byte[][] all) {
        final ByteArrayOutputStream record = new ByteArrayOutputStream();
        int first = 0;
        while (first < neighbours.length) {
            final byte[] value = all[neighbours[first]];
            int end = first + 1;
            while (end < neighbours.length && Arrays.equals(value, all[neighbours[end]])) {
                end++;
            }
            record.writeBytes(ByteBuffer.allocate(RUN_BYTES)
                    .putInt(end - first)
                    .putInt(value.length)
                    .array());
            record.writeBytes(value);
            first = end;
        }
        return record.toByteArray();
    }

    /** Takes the record of a node with these PEs from a buffer. */
    private static void unpack(ByteBuffer records, int[] pes, byte[][] all) {
        int first = 0;
        while (first < pes.length) {
            final int end = first + (records.remaining() < RUN_BYTES ? 0 : records.getInt());
            if (end <= first || end > pes.length) {
                throw new ShmemException(
                        "the wire-up has lost the values of some PEs; run all PEs with one version of JSHMEM");
            }
            final byte[] value = new byte[records.getInt()];
            records.get(value);
            while (first < end) {
                all[pes[first++]] = value;
            }
        }
    }

    private static byte[] bytes(ByteBuffer rest) {
        final byte[] bytes = new byte[rest.remaining()];
        rest.get(bytes);
        return bytes;
    }
}
