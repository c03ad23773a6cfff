package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.internal.transport.PublishedTable;
import org.jshmem.libfabric.AddressVector;
import org.jshmem.transport.ofi.failure.FailureReporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The PEs of a job that this one has met. */
@Timeout(20)
class PeersTest {
    private static final int PES = 129;
    private static final long TABLE_BYTES = 16 + 56L * PES;

    private final FailureReporter failures =
            new FailureReporter(new ScheduledNetwork.Job(0, PES), null, "simulated", 60);
    private final PeerTable table = table();
    private final Peers peers = new Peers(PES, table, new AddressVector(), failures);

    private static PeerTable table() {
        final PublishedTable published =
                new PublishedTable(Arena.global().allocate(TABLE_BYTES, 64).address(), TABLE_BYTES, true, _ -> true);
        PeerTable.begin(published, PES, 1, 5);
        final PeerTable table = new PeerTable(published.address());
        for (int pe = 0; pe < PES; pe++) {
            table.put(
                    pe,
                    new PeerAddress(
                            "simulated",
                            new byte[] {(byte) (pe - 40)},
                            pe + 1000,
                            pe + 2000,
                            pe + 3000,
                            pe + 4000,
                            pe + 5000,
                            0,
                            pe % 2 == 1));
        }
        return table;
    }

    private List<Integer> met() {
        final List<Integer> met = new ArrayList<>();
        peers.forEachMet(peer -> met.add(peer.pe));
        return met;
    }

    @Test
    void shouldKnowThoseThatItHasMetAndHowTheyAreReached() {
        assertEquals(List.of(), met());
        for (int pe : new int[] {128, 63, 0, 64, 127}) {
            final Peer peer = peers.of(pe);
            assertSame(peer, peers.of(pe));
            assertEquals(pe, peer.pe);
            assertEquals((byte) (pe - 40), peer.address);
            assertEquals(pe + 1000, peer.base);
            assertEquals(pe + 2000, peer.key);
            assertEquals(pe + 3000, peer.sharedBase);
            assertEquals(pe + 4000, peer.heartbeatBase);
            assertEquals(pe + 5000, peer.heartbeatKey);
            assertEquals(pe % 2 == 1, peer.hasProgressAgent);
        }
        assertEquals(List.of(0, 63, 64, 127, 128), met());
    }

    @Test
    void shouldKnowHowLongAPeIsSilent() {
        final Peer peer = peers.of(1);
        assertFalse(peer.wasHeard());
        assertTrue(peer.silenceNs() <= System.nanoTime() - failures.startNs());
        final long before = System.nanoTime();
        failures.heard();
        peer.heard();
        assertTrue(peer.wasHeard());
        assertTrue(peer.silenceNs() <= System.nanoTime() - before);
        final long silenceNs = peer.silenceNs();
        assertTrue(silenceNs >= 0 && peer.silenceNs() >= silenceNs);
        assertFalse(peers.of(2).wasHeard());
    }

    @Test
    void shouldEndTheJobForAnAddressThatIsNone() {
        table.put(3, new PeerAddress("simulated", new byte[0], 0, 0, 0, 0, 0, 0, true));
        assertEquals(
                "the address with PE 3 failed on the network (simulated): this is no address",
                assertThrows(AssertionError.class, () -> peers.of(3)).getMessage());
        assertEquals(List.of(), met());
    }
}
