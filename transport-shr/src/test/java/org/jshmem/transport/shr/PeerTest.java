package org.jshmem.transport.shr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;

class PeerTest {
    private static final long GIB = 1L << 30;

    private static Peer peer(int number, long heapBytes, long sharedBytes, int mode) {
        return new Peer(number, 1, heapBytes, sharedBytes, 3, mode, false, new byte[0]);
    }

    @Test
    void shouldArriveAsItWasSent() {
        final Peer sent =
                new Peer(70_000, -1L << 40 | 5, 5 * GIB, 6 * GIB + 7, -1L << 60 | 9, 1, true, new byte[] {1, -2, 3});
        final Peer received = Peer.decode(sent.encode());
        assertEquals(sent.number(), received.number());
        assertEquals(sent.process(), received.process());
        assertEquals(sent.heapBytes(), received.heapBytes());
        assertEquals(sent.sharedBytes(), received.sharedBytes());
        assertEquals(sent.candidates(), received.candidates());
        assertEquals(sent.mode(), received.mode());
        assertTrue(received.isCrowded());
        assertArrayEquals(sent.ticket(), received.ticket());
    }

    /** PE 4 is the first of its node, and PE 6 the third. */
    @Test
    void shouldBeRefusedWithOtherSettingsThanTheFirst() {
        final Peer first = peer(4, GIB, 4 * GIB, 0);
        assertDoesNotThrow(() -> ShrMemory.requireSameSettings(new Peer[] {first, peer(6, GIB, 4 * GIB, 0)}));
        requireRefused(first, peer(6, 5 * GIB, 4 * GIB, 0), "SHMEM_SYMMETRIC_SIZE is 1073741824 and 5368709120 bytes");
        requireRefused(first, peer(6, GIB, 8 * GIB, 0), "SHMEM_SHARED_SIZE is 1431655765 and 2863311530 bytes");
        requireRefused(first, peer(6, GIB, 4 * GIB, 1), "SHMEM_SHR=cma is false and true");
    }

    private static void requireRefused(Peer first, Peer other, String difference) {
        final Peer[] peers = {first, first, other};
        final String message = assertThrows(ShmemException.class, () -> ShrMemory.requireSameSettings(peers))
                .getMessage();
        assertTrue(message.contains("PE 4 and PE 6") && message.contains(difference), message);
    }
}
