package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class LineMemoryTest {
    @Test
    void shouldGiveWhatItHasAndNoMore() {
        final LineMemory memory = new LineMemory(100);
        assertTrue(memory.tryReserve(60));
        assertFalse(memory.tryReserve(41));
        assertTrue(memory.tryReserve(40));
        assertFalse(memory.tryReserve(1));
        memory.release(60);
        assertTrue(memory.tryReserve(60));
    }

    /** As a launcher with a large heap has it. */
    @Test
    void shouldCountMoreThanAnIntHolds() {
        final LineMemory memory = new LineMemory(9L << 30);
        assertTrue(memory.tryReserve(4L << 30));
        assertTrue(memory.tryReserve(5L << 30));
        assertFalse(memory.tryReserve(1));
        memory.release(4L << 30);
        assertFalse(memory.tryReserve((4L << 30) + 1));
        assertTrue(memory.tryReserve(4L << 30));
    }
}
