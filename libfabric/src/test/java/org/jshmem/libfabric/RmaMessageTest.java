package org.jshmem.libfabric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The structures as C reads them: struct fi_msg_rma, and what it points to. */
@Timeout(10)
class RmaMessageTest {
    private static void add(RmaMessage message, int piece) {
        message.add(piece + 100, piece + 200, piece + 300, piece + 400, piece + 500);
    }

    private static void shouldHave(Pointer structure, int pieces, int first) {
        assertEquals(pieces, structure.getLong(16));
        assertEquals(pieces, structure.getLong(40));
        for (int i = 0; i < pieces; i++) {
            final int piece = first + i;
            assertArrayEquals(
                    new long[] {piece + 100, piece + 200},
                    structure.getPointer(0).getLongArray(16L * i, 2));
            assertEquals(piece + 300, structure.getPointer(8).getLong(8L * i));
            assertArrayEquals(
                    new long[] {piece + 400, piece + 200, piece + 500},
                    structure.getPointer(32).getLongArray(24L * i, 3));
        }
    }

    @Test
    void shouldHoldAsManyPiecesAsItMay() {
        final RmaMessage message = new RmaMessage();
        for (int piece = 0; piece < RmaMessage.MOST_PIECES; piece++) {
            add(message, piece);
        }
        final Pointer structure = new Pointer(message.end(7, 8));
        shouldHave(structure, RmaMessage.MOST_PIECES, 0);
        assertEquals(7, structure.getLong(24));
        assertEquals(8, structure.getLong(48));
    }

    @Test
    void shouldBeUsedAgain() {
        final RmaMessage message = new RmaMessage();
        add(message, 1);
        add(message, 2);
        message.end(3, 4);
        message.clear();
        add(message, 5);
        final Pointer structure = new Pointer(message.end(9, 10));
        shouldHave(structure, 1, 5);
        assertEquals(9, structure.getLong(24));
        assertEquals(10, structure.getLong(48));
    }
}
