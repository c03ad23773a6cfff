package org.jshmem.posix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Copies by the C library. */
@Timeout(20)
class MemcpyTest {
    private static final int BYTES = 5000;

    private static byte[] bytes() {
        final byte[] bytes = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = (byte) (i + (i >> 8));
        }
        return bytes;
    }

    @Test
    void shouldCopyBetweenMemoryAndArrays() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment first = arena.allocate(BYTES + 1);
            final MemorySegment second = arena.allocate(BYTES + 1);
            Memcpy.copy(MemorySegment.ofArray(bytes()), first.address(), BYTES);
            assertEquals(0, first.get(ValueLayout.JAVA_BYTE, BYTES), "the byte behind");
            Memcpy.copy(first.address(), second.address(), BYTES);
            assertEquals(-1, first.mismatch(second));
            final byte[] back = new byte[BYTES];
            Memcpy.copy(second.address(), MemorySegment.ofArray(back), BYTES - 1L);
            assertEquals(0, back[BYTES - 1], "the byte behind");
            Memcpy.copy(second.address(), MemorySegment.ofArray(back), BYTES);
            assertArrayEquals(bytes(), back);
        }
    }

    @Test
    void shouldRefuseSegmentsThatAreClosed() {
        final Arena arena = Arena.ofConfined();
        final MemorySegment closed = arena.allocate(8);
        arena.close();
        try (Arena other = Arena.ofConfined()) {
            final long memory = other.allocate(8).address();
            assertThrows(IllegalStateException.class, () -> Memcpy.copy(closed, memory, 8));
            assertThrows(IllegalStateException.class, () -> Memcpy.copy(memory, closed, 8));
        }
    }
}
