package org.jshmem.transport.ofi;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.bootstrap.Locality;
import org.jshmem.internal.barrier.MessageSender;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.Topology;
import org.jshmem.transport.ofi.failure.LocalProcessWatch;

/**
 * The wire-up of the network, once a PE's endpoint is open:
 *
 * <ol>
 *   <li>The PEs of a node tell one another their {@link PeerAddress}es.
 *   <li>The leaders, which are the lowest PEs of the nodes, exchange theirs through the launcher. The table of a node
 *       has leaders and the node's own PEs now.
 *   <li>They complete it by the network ({@link AddressExchange}); where each node has one PE it is complete.
 *   <li>The leader of a node tells the other PEs of that node that the table is complete.
 * </ol>
 *
 * <p>Nobody sends to a PE of another node before, but for leaders in step 3. So whoever receives a message finds its
 * sender in the table, and a handler, in which nothing may wait, can answer.
 */
final class WireUp {
    private final NetworkSetup setup;
    private final Bootstrap job;
    private final PeerTable table;

    /** By PE, its node. */
    private final int[] nodeOf;

    private final int[] local;

    /** By node, its PEs; null but on leaders. */
    private int[][] nodes;

    private AddressExchange exchange;

    WireUp(NetworkSetup setup, PeerTable table) {
        this.setup = setup;
        this.job = setup.job();
        this.table = table;
        this.nodeOf =
                IntStream.range(0, job.nPes()).map(setup.topology()::nodeOf).toArray();
        this.local = setup.topology().local();
    }

    /** Steps 1 and 2, and on a PE that is no leader step 4. */
    void begin(PeerAddress mine, LocalProcessWatch neighbours) {
        final PeerAddress[] ours = meetNode(mine, neighbours);
        final int longest = IntStream.range(0, ours.length)
                .map(i -> ours[i].name().length)
                .max()
                .orElse(0);
        final byte[][] answers =
                job.allgatherToLeaders(nodeOf, isLeader() ? new NodeAddress(mine, longest).encode() : new byte[0]);
        if (isLeader()) {
            beginTable(answers);
            for (int i = 0; i < local.length; i++) {
                table.put(local[i], ours[i]);
            }
        } else {
            meetNode();
        }
    }

    private boolean isLeader() {
        return local[0] == job.pe();
    }

    /** Step 1. */
    private PeerAddress[] meetNode(PeerAddress mine, LocalProcessWatch neighbours) {
        final byte[] encoded = mine.encode();
        final byte[][] answers = job.allgatherOnNodes(
                nodeOf,
                ByteBuffer.allocate(Long.BYTES + encoded.length)
                        .putLong(Locality.process())
                        .put(encoded)
                        .array());
        final PeerAddress[] ours = new PeerAddress[local.length];
        for (int i = 0; i < local.length; i++) {
            final ByteBuffer answer = ByteBuffer.wrap(answers[i]);
            final long process = answer.getLong();
            if (local[i] != job.pe()) {
                neighbours.add(local[i], process);
            }
            ours[i] = PeerAddress.decode(answer);
            requireSame(ours[0], local[0], ours[i], local[i]);
        }
        return ours;
    }

    private void beginTable(byte[][] answers) {
        nodes = Topology.group(nodeOf);
        final NodeAddress[] leaders = new NodeAddress[nodes.length];
        long secret = 0;
        int longest = 0;
        for (int node = 0; node < nodes.length; node++) {
            leaders[node] = NodeAddress.decode(answers[nodes[node][0]]);
            requireSame(leaders[0].leader(), nodes[0][0], leaders[node].leader(), nodes[node][0]);
            secret = secret * 0x9E3779B97F4A7C15L ^ leaders[node].leader().secret();
            longest = Math.max(longest, leaders[node].longestName());
        }
        PeerTable.begin(setup.published(), job.nPes(), longest, secret);
        for (int node = 0; node < nodes.length; node++) {
            table.put(nodes[node][0], leaders[node].leader());
        }
        exchange = new AddressExchange(nodes, nodeOf[job.pe()], table);
    }

    private static void requireSame(PeerAddress one, int pe, PeerAddress other, int otherPe) {
        if (!one.provider().equals(other.provider())) {
            throw new ShmemException("PE " + pe + " uses " + one.provider() + ", and PE " + otherPe + " "
                    + other.provider() + "; all PEs need the same");
        }
    }

    /** Steps 3 and 4 on leaders; the endpoint receives messages. */
    void complete(MessageSender sender, AddressExchange.Wait wait) {
        if (!isLeader()) {
            return;
        }
        if (nodes.length < nodeOf.length) {
            exchange.exchange(sender, wait);
        }
        meetNode();
    }

    /** Step 4. */
    private void meetNode() {
        job.allgatherOnNodes(nodeOf, new byte[0]);
    }

    /** Handles a message of step 3. */
    void received(long message, int bytes) {
        exchange.received(message, bytes);
    }

    /**
     * What a leader publishes.
     *
     * @param leader how it is reached itself
     * @param longestName bytes of the longest name of an endpoint on its node
     */
    private record NodeAddress(PeerAddress leader, int longestName) {
        byte[] encode() {
            final byte[] encoded = leader.encode();
            return ByteBuffer.allocate(Integer.BYTES + encoded.length)
                    .putInt(longestName)
                    .put(encoded)
                    .array();
        }

        static NodeAddress decode(byte[] bytes) {
            final ByteBuffer buffer = ByteBuffer.wrap(bytes);
            final int longest = buffer.getInt();
            return new NodeAddress(PeerAddress.decode(buffer), longest);
        }
    }
}
