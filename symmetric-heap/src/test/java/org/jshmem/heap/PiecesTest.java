package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jshmem.testing.PeThreads;
import org.junit.jupiter.api.Test;

/** PEs that take pieces of the same shared heap at the same time. */
class PiecesTest {
    private static final int PES = 4;
    private static final int ROUNDS = 50_000;

    private final SharedLayout layout = new SharedLayout(PES, 64 << 20);
    private final MemorySegment memory = Arena.ofAuto().allocate(layout.headerOffset(PES) + 4096, 64);
    private final long base = memory.address();

    @Test
    void shouldBelongToOneAtATimeAndToNobodyInTheEnd() throws Exception {
        final AtomicIntegerArray holders = new AtomicIntegerArray(layout.pieces());
        PeThreads.run(PES, pe -> {
            final Pieces pieces = new Pieces(layout, base, pe);
            final SplittableRandom random = new SplittableRandom(pe);
            for (int round = 0; round < ROUNDS; round++) {
                final int count = 1 + random.nextInt(layout.pieces() / 2);
                final int first = pieces.take(count);
                for (int piece = first; first >= 0 && piece < first + count; piece++) {
                    assertEquals(1, holders.incrementAndGet(piece), "PEs that have piece " + piece);
                }
                for (int piece = first; first >= 0 && piece < first + count; piece++) {
                    holders.decrementAndGet(piece);
                }
                if (first >= 0) {
                    pieces.leave(first, count);
                }
            }
        });
        for (int piece = 0; piece < layout.pieces(); piece++) {
            assertEquals(0, Memory.get32(base + layout.ownerOffset(piece)), "the owner of piece " + piece);
        }
    }

    @Test
    void shouldTakeThePiecesInTheirOrderAndThoseThatWereLeftAgain() {
        final Pieces pieces = new Pieces(layout, base, 2);
        final Pieces others = new Pieces(layout, base, 0);
        final int first = layout.firstPiece();
        final int all = layout.pieces() - first;
        assertEquals(-1, pieces.take(all + 1));
        assertEquals(first, pieces.take(all));
        assertEquals(-1, pieces.take(1));
        assertEquals(-1, others.take(1));
        pieces.leave(first, all);
        for (int piece = first; piece < layout.pieces(); piece++) {
            assertEquals(piece, pieces.take(1));
            assertEquals(3, Memory.get32(base + layout.ownerOffset(piece)), "the owner, counted from 1");
        }
        assertEquals(-1, pieces.take(1));
        pieces.leave(first + 3, 1);
        pieces.leave(first + 5, 3);
        assertEquals(first + 5, pieces.take(2));
        assertEquals(first + 3, others.take(1));
        assertEquals(1, Memory.get32(base + layout.ownerOffset(first + 3)));
        assertEquals(-1, others.take(2));
        assertEquals(first + 7, others.take(1));
        assertEquals(-1, pieces.take(1));
        pieces.leave(layout.pieces() - 2, 2);
        assertEquals(layout.pieces() - 2, others.take(2), "the last ones");
    }
}
