package org.jshmem.bootstrap;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jshmem.ShmemException;

/**
 * Performs the allgather of PEs that a foreign launcher has started, with one leader for each node: on M nodes a round
 * requests M² values from the launcher, whatever the number of PEs. ({@link ProcessManager#nodes} is not included: with
 * PMIx each PE asks the server of its own node once for each PE.)
 *
 * <p><b>Protocol.</b> The lowest PE of a node is its leader; the other PEs of the node are its members.
 *
 * <ol>
 *   <li>At the first call, each leader that has members publishes a ticket for its {@link NodeRendezvous}. A fence
 *       follows, and the members connect to their leader.
 *   <li>In every round, the members send their values to their leader.
 *   <li>The leaders publish the values of their nodes; a fence follows.
 *   <li>The leaders read the values of the other nodes, and send all values to their members.
 * </ol>
 *
 * <p>On one node there are no fences after the first. All PEs take the same decisions about fences, because all have
 * the same {@link ProcessManager#nodes}. An exchange within nodes ({@link #allgatherOnNode}) leaves out steps 3 and 4
 * but for the members.
 *
 * <p>A value that equals that of the PE before is sent as a mark only: PEs of one node publish the same networks.
 *
 * <p><b>Failure.</b> If a PE has ended, a read or a fence waits for it in vain, until the launcher ends the waiting
 * PEs.
 *
 * <p>Used by one thread at a time.
 */
final class KeyValueAllgather {
    /** Frame of a member: its value. */
    private static final byte VALUE = 1;

    /** Frame of a leader: the values of all PEs, packed. */
    private static final byte WHOLE = 2;

    /** In place of the length of a value: it equals the one before. */
    private static final int SAME = -1;

    private static final byte[] NOTHING = {};

    private final ProcessManager manager;
    private final int me;
    private final int nPes;

    /** By PE, the leader of its node. */
    private final int[] leaderOf;

    /** The leader of this node. */
    private final int leader;

    /** The leaders of all nodes, in order. */
    private final int[] leaders;

    /** The other PEs of this node, in order. */
    private final int[] members;

    /** On a leader, the connections to its {@link #members}, in the same order. */
    private FrameSocket[] toMembers;

    /** On a member, the connection to its leader. */
    private FrameSocket toLeader;

    private boolean isConnected;

    /** Number of the next round, which is part of its key. */
    private int round;

    KeyValueAllgather(ProcessManager manager) {
        this.manager = manager;
        this.me = manager.pe();
        this.nPes = manager.nPes();
        this.leaderOf = lowestOf(manager.nodes());
        this.leader = leaderOf[me];
        this.leaders = pes(pe -> leaderOf[pe] == pe);
        this.members = pes(pe -> leaderOf[pe] == leader && pe != leader);
    }

    /** By PE, the lowest PE with the same number. */
    private static int[] lowestOf(int[] nodes) {
        final Map<Integer, Integer> lowest = new HashMap<>();
        for (int pe = 0; pe < nodes.length; pe++) {
            lowest.putIfAbsent(nodes[pe], pe);
        }
        return Arrays.stream(nodes).map(lowest::get).toArray();
    }

    /** Whether nodes, given by PE as any numbers, are those on which the launcher has placed the PEs. */
    boolean isPlacement(int[] nodeOf) {
        return Arrays.equals(leaderOf, lowestOf(nodeOf));
    }

    /** The number of nodes on which the launcher has placed PEs. */
    int nodeCount() {
        return leaders.length;
    }

    byte[][] allgather(byte[] mine) {
        connect();
        final String key = "jshmem-" + round++;
        final byte[][] all;
        if (me == leader) {
            all = lead(key, mine);
        } else {
            toLeader.send(VALUE, ByteBuffer.wrap(mine));
            fenceNodes();
            all = unpack(toLeader.receive(WHOLE));
        }
        return all;
    }

    /** Exchanges values among the PEs of each node; collective over the job. In the order of the PEs. */
    byte[][] allgatherOnNode(byte[] mine) {
        connect();
        final byte[][] all;
        if (me == leader) {
            all = gathered(mine);
            giveToMembers(all);
        } else {
            toLeader.send(VALUE, ByteBuffer.wrap(mine));
            all = new byte[nPes][];
            unpack(toLeader.receive(WHOLE), all);
        }
        return Arrays.stream(all).filter(value -> value != null).toArray(byte[][]::new);
    }

    /** By PE, the values of the PEs of this node. */
    private byte[][] gathered(byte[] mine) {
        final byte[][] all = new byte[nPes][];
        all[me] = mine;
        for (int i = 0; i < members.length; i++) {
            all[members[i]] = bytes(toMembers[i].receive(VALUE));
        }
        return all;
    }

    private void giveToMembers(byte[][] all) {
        if (members.length > 0) {
            final byte[] whole = pack(all);
            for (FrameSocket member : toMembers) {
                member.send(WHOLE, ByteBuffer.wrap(whole));
            }
        }
    }

    private byte[][] lead(String key, byte[] mine) {
        final byte[][] all = gathered(mine);
        if (leaders.length > 1) {
            manager.put(key, pack(all));
            fenceNodes();
            for (int other : leaders) {
                if (other != me) {
                    unpack(ByteBuffer.wrap(manager.get(other, key)), all);
                }
            }
        }
        giveToMembers(all);
        return all;
    }

    private void fenceNodes() {
        if (leaders.length > 1) {
            manager.fence();
        }
    }

    /** Connects the members to their leader, once. If any node has members, all PEs call a fence. */
    private void connect() {
        if (isConnected) {
            return;
        }
        isConnected = true;
        if (leaders.length == nPes) {
            return;
        }
        final String key = "jshmem-node";
        if (me != leader) {
            manager.fence();
            toLeader = NodeRendezvous.enter(manager.get(leader, key), me);
        } else if (members.length == 0) {
            manager.fence();
        } else {
            try (NodeRendezvous rendezvous = new NodeRendezvous(members.length)) {
                manager.put(key, rendezvous.ticket());
                manager.fence();
                toMembers = rendezvous.admit(members);
            }
        }
    }

    private int[] pes(java.util.function.IntPredicate which) {
        return java.util.stream.IntStream.range(0, nPes).filter(which).toArray();
    }

    /** Packs the values that are present; for each: int32 PE, int32 length, bytes; or the mark of one like before. */
    private static byte[] pack(byte[][] values) {
        final ByteArrayOutputStream packed = new ByteArrayOutputStream();
        final ByteBuffer header = ByteBuffer.allocate(2 * Integer.BYTES);
        byte[] before = null;
        for (int pe = 0; pe < values.length; pe++) {
            if (values[pe] != null) {
                final boolean isSame = Arrays.equals(values[pe], before);
                header.clear().putInt(pe).putInt(isSame ? SAME : values[pe].length);
                packed.writeBytes(header.array());
                packed.writeBytes(isSame ? NOTHING : values[pe]);
                before = values[pe];
            }
        }
        return packed.toByteArray();
    }

    private byte[][] unpack(ByteBuffer packed) {
        final byte[][] all = new byte[nPes][];
        unpack(packed, all);
        if (Arrays.stream(all).anyMatch(value -> value == null)) {
            throw new ShmemException(
                    "the wire-up has lost the values of some PEs; run all PEs with one version of JSHMEM");
        }
        return all;
    }

    private static void unpack(ByteBuffer packed, byte[][] all) {
        byte[] value = NOTHING;
        while (packed.hasRemaining()) {
            final int pe = packed.getInt();
            final int length = packed.getInt();
            if (length != SAME) {
                value = new byte[length];
                packed.get(value);
            }
            all[pe] = value;
        }
    }

    private static byte[] bytes(ByteBuffer rest) {
        final byte[] bytes = new byte[rest.remaining()];
        rest.get(bytes);
        return bytes;
    }
}
