package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.Locality;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.barrier.MessageSender;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.PublishedTable;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.transport.ofi.failure.FailureReporter;
import org.jshmem.transport.ofi.failure.LocalProcessWatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PE 0 of some, whose answers the test gives. */
@Timeout(20)
class WireUpTest {
    private static final long TABLE_BYTES = 1000;
    private static final long SECRET = 0x1234_5678_9abc_def0L;

    private final MemorySegment memory = Arena.ofAuto().allocate(TABLE_BYTES, Long.BYTES);
    private final PeerTable table = new PeerTable(memory.address());
    private final List<String> exchanges = new ArrayList<>();
    private String providerOfOthers = "tcp of libfabric 1.17";

    private static PeerAddress address(int pe, String provider) {
        return new PeerAddress(provider, new byte[4 + 3 * pe], pe, pe + 1, pe + 2, pe + 3, pe + 4, SECRET + pe, true);
    }

    /** The other PEs do as this one, with addresses of their own; it notes how much is exchanged. */
    private final class Job extends LoneJob {
        Job(int pes) {
            super(pes);
        }

        @Override
        public byte[][] allgather(byte[] mine) {
            exchanges.add(mine.length + " bytes");
            final byte[][] all = new byte[nPes()][];
            all[0] = mine;
            for (int pe = 1; pe < nPes(); pe++) {
                final byte[] theirs = address(pe, providerOfOthers).encode();
                final boolean isOfNode = exchanges.size() == 1 && isShared;
                all[pe] = isOfNode
                        ? ByteBuffer.allocate(Long.BYTES + theirs.length)
                                .putLong(Locality.process())
                                .put(theirs)
                                .array()
                        : ByteBuffer.allocate(Integer.BYTES + theirs.length)
                                .putInt(4 + 3 * pe)
                                .put(theirs)
                                .array();
            }
            return all;
        }
    }

    /** Whether PEs 0 and 1 are on one node. */
    private boolean isShared;

    private WireUp wireUp(byte[]... nodes) {
        final NetworkSetup setup = new NetworkSetup(
                new Job(nodes.length),
                Topology.of(0, nodes),
                null,
                null,
                Configuration.of(Map.of(), new Properties()),
                new SymmetricHeap(null, 0, 1L << 40, 1 << 20, false),
                0,
                0,
                new PublishedTable(memory.address(), TABLE_BYTES, true, _ -> true),
                null,
                0,
                WaitPolicy.endless(true),
                (address, bytes) -> {});
        final WireUp made = new WireUp(setup, table);
        final int[] local = setup.topology().local();
        made.begin(
                address(0, "tcp of libfabric 1.17"),
                new LocalProcessWatch(new FailureReporter(new LoneJob(2), null, "tcp", 60), 0, local));
        return made;
    }

    private void shouldKnow(int pe) {
        final PeerAddress expected = address(pe, "");
        assertArrayEquals(expected.name(), table.name(pe));
        assertEquals(expected.base(), table.base(pe));
        assertEquals(expected.heartbeatKey(), table.heartbeatKey(pe));
    }

    private void complete(WireUp wireUp) {
        wireUp.complete(
                new MessageSender() {
                    @Override
                    public int maxMessageBytes() {
                        return 1000;
                    }

                    @Override
                    public void send(int pe, long address, int bytes) {
                        exchanges.add("message to PE " + pe);
                    }
                },
                (isSo, pe) -> exchanges.add("waits for PE " + pe));
    }

    /** Nothing is exchanged within nodes of one PE, and all that is known afterwards is complete. */
    @Test
    void shouldLearnOfLeadersThroughTheLauncher() {
        final WireUp wireUp = wireUp(new byte[] {0}, new byte[] {1}, new byte[] {2});
        for (int pe = 0; pe < 3; pe++) {
            shouldKnow(pe);
        }
        assertEquals(48 + 16, table.entryBytes(), "of the longest name, which has 10 bytes");
        long secret = SECRET;
        for (int pe = 1; pe < 3; pe++) {
            secret = secret * 0x9E3779B97F4A7C15L ^ SECRET + pe;
        }
        assertEquals(secret, table.secret());
        assertEquals(1, exchanges.size());
        complete(wireUp);
        assertEquals(1, exchanges.size());
    }

    @Test
    void shouldLearnOfThePesOfItsNode() {
        isShared = true;
        final WireUp wireUp = wireUp(new byte[] {0}, new byte[] {0});
        shouldKnow(0);
        shouldKnow(1);
        assertEquals(48 + 8, table.entryBytes());
        assertEquals(SECRET, table.secret());
        assertEquals(2, exchanges.size());
        complete(wireUp);
        assertEquals("0 bytes", exchanges.getLast(), "it tells the others of its node");
        assertEquals(3, exchanges.size());
    }

    @Test
    void shouldRefusePesWithAnotherProvider() {
        providerOfOthers = "verbs of libfabric 1.17";
        final String message =
                "PE 0 uses tcp of libfabric 1.17, and PE 1 verbs of libfabric 1.17; all PEs need the" + " same";
        assertEquals(
                message,
                assertThrows(ShmemException.class, () -> wireUp(new byte[] {0}, new byte[] {1}))
                        .getMessage());
        exchanges.clear();
        isShared = true;
        assertEquals(
                message,
                assertThrows(ShmemException.class, () -> wireUp(new byte[] {0}, new byte[] {0}))
                        .getMessage());
    }
}
