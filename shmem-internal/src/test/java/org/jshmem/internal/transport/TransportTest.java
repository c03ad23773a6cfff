package org.jshmem.internal.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jshmem.IndexedBlocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a transport does that has no better way of its own. */
@Timeout(60)
class TransportTest {
    private final RecordingTransport transport = new RecordingTransport();

    @Test
    void shouldCompleteANonblockingOperationAtOnce() {
        transport.putNbi(3, 100, 200, 8);
        transport.getNbi(3, 100, 200, 8);
        assertEquals(List.of("put 3 100 200 8", "get 3 100 200 8"), transport.calls());

        transport.before = 0x1111_2222_3333_4444L;
        final MemorySegment dest = Arena.ofAuto().allocate(2 * Long.BYTES, Long.BYTES);
        transport.fetchNbi(3, Atomic.COMPARE_SWAP, Long.BYTES, 64, 5, 6, dest.address());
        transport.fetchNbi(3, Atomic.ADD, Integer.BYTES, 64, 5, 0, dest.address() + Long.BYTES);
        assertEquals(List.of("atomic 3 COMPARE_SWAP 8 64 5 6", "atomic 3 ADD 4 64 5 0"), transport.calls());
        assertEquals(transport.before, dest.getAtIndex(ValueLayout.JAVA_LONG, 0));
        assertEquals(0x3333_4444L, dest.getAtIndex(ValueLayout.JAVA_LONG, 1));
    }

    @Test
    void shouldUpdateASignalBehindAFence() {
        transport.signal(3, Atomic.ADD, 64, 5);
        assertEquals(List.of("fence", "atomic 3 ADD 8 64 5 0"), transport.calls());
        transport.update(3, Atomic.SET, Integer.BYTES, 64, 5);
        assertEquals(List.of("atomic 3 SET 4 64 5 0"), transport.calls());
    }

    @Test
    void shouldCompleteLocallyByAQuiet() {
        transport.completeLocally();
        assertEquals(List.of("completeLocally", "quiet"), transport.calls());
    }

    @Test
    void shouldStayTheSameInASession() {
        assertSame(transport, transport.startSession());
        assertSame(transport, transport.stopSession());
    }

    @Test
    void shouldTransferPieceByPiece() {
        final PieceTable pieces = new PieceTable(Arena.ofAuto());
        final IndexedBlocks blocks = IndexedBlocks.of(new long[] {2, 10}, new long[] {3, 1});
        pieces.begin(1000, 64, blocks, 0, 32, 8);
        pieces.next();
        transport.putPieces(3, pieces);
        transport.getPieces(3, pieces);
        assertEquals(
                List.of("put 3 80 1000 24", "put 3 144 1024 8", "get 3 1000 80 24", "get 3 1024 144 8"),
                transport.calls());
    }
}
