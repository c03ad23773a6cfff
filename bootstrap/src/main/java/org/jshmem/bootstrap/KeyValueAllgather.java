package org.jshmem.bootstrap;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jshmem.ShmemException;

/**
 * The allgather of PEs that a foreign launcher has started, through one leader per node, so that a round of N PEs on M
 * nodes asks the launcher for M² values and not for N². (Where the nodes are is each manager's affair: PMIx is asked by
 * each PE of each, of its own node's server, once.)
 *
 * <p><b>Protocol.</b> The lowest PE of a node leads it. At the first call it publishes a ticket that leads to a
 * {@link NodeRendezvous}, a fence follows, and the other PEs of the node, its members, come in. In every round the
 * members hand their values to the leader, the leaders publish what their nodes have to say, a fence follows, the
 * leaders read what the other nodes say and hand the whole to their members. On one node there are no fences after the
 * first. All that depends on the placing is decided alike on every PE, because all have the same
 * {@link ProcessManager#nodes}.
 *
 * <p><b>Failure.</b> A PE that has ended is missed by the read, or the fence, that waits for it; the launcher ends
 * those that wait.
 *
 * <p>Used by one thread at a time.
 */
final class KeyValueAllgather {
    private static final byte VALUE = 1;
    private static final byte WHOLE = 2;

    private final ProcessManager manager;
    private final int me;
    private final int nPes;
    private final int[] nodes;
    private final int leader;
    private final int[] leaders;
    private final int[] members;
    private FrameSocket[] toMembers;
    private FrameSocket toLeader;
    private boolean isConnected;
    private int round;

    KeyValueAllgather(ProcessManager manager) {
        this.manager = manager;
        this.me = manager.pe();
        this.nPes = manager.nPes();
        this.nodes = manager.nodes();
        this.leader = leaderOf(me);
        this.leaders = pes(pe -> leaderOf(pe) == pe);
        this.members = pes(pe -> leaderOf(pe) == leader && pe != leader);
    }

    /** How many nodes the launcher has placed PEs on. */
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

    private byte[][] lead(String key, byte[] mine) {
        final byte[][] all = new byte[nPes][];
        all[me] = mine;
        for (int i = 0; i < members.length; i++) {
            all[members[i]] = bytes(toMembers[i].receive(VALUE));
        }
        if (leaders.length > 1) {
            manager.put(key, pack(all));
            fenceNodes();
            for (int other : leaders) {
                if (other != me) {
                    unpack(ByteBuffer.wrap(manager.get(other, key)), all);
                }
            }
        }
        if (members.length > 0) {
            final byte[] whole = pack(all);
            for (FrameSocket member : toMembers) {
                member.send(WHOLE, ByteBuffer.wrap(whole));
            }
        }
        return all;
    }

    private void fenceNodes() {
        if (leaders.length > 1) {
            manager.fence();
        }
    }

    /** Connects the members to their leader, once; a fence is needed if any node has members. */
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

    private int leaderOf(int pe) {
        int first = 0;
        while (nodes[first] != nodes[pe]) {
            first++;
        }
        return first;
    }

    private int[] pes(java.util.function.IntPredicate which) {
        return java.util.stream.IntStream.range(0, nPes).filter(which).toArray();
    }

    /** For each value that is there: the PE, the length, the bytes. */
    private static byte[] pack(byte[][] values) {
        int bytes = 0;
        for (byte[] value : values) {
            bytes += value == null ? 0 : 2 * Integer.BYTES + value.length;
        }
        final ByteBuffer packed = ByteBuffer.allocate(bytes);
        for (int pe = 0; pe < values.length; pe++) {
            if (values[pe] != null) {
                packed.putInt(pe).putInt(values[pe].length).put(values[pe]);
            }
        }
        return packed.array();
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
        while (packed.hasRemaining()) {
            final int pe = packed.getInt();
            all[pe] = new byte[packed.getInt()];
            packed.get(all[pe]);
        }
    }

    private static byte[] bytes(ByteBuffer rest) {
        final byte[] bytes = new byte[rest.remaining()];
        rest.get(bytes);
        return bytes;
    }
}
