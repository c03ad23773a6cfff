package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.heap.Memory;
import org.junit.jupiter.api.Test;

/** Two PEs of a node; the machine has memory or not. */
class TeamMemoryTest {
    private static final long START = 4096;
    private static final long BYTES = 1 << 20;
    private static final long CHUNK = 64 << 10;

    private final MemorySegment memory = Arena.ofAuto().allocate(START + BYTES, 4096);
    private final long control = memory.address();
    private final TeamMemory mine = memory();
    private final TeamMemory theirs = memory();
    private boolean isFull;
    private long claimed;

    private TeamMemory memory() {
        return new TeamMemory(control, 0, START, BYTES, (offset, bytes) -> {
            claimed += isFull ? 0 : bytes;
            return !isFull;
        });
    }

    private long taken() {
        return Memory.get64(control);
    }

    /** However often a PE has tried, it tries the same range, so that room is enough that is made later. */
    @Test
    void shouldKeepTheRangeForWhichThereWasNoMemory() {
        isFull = true;
        for (int i = 0; i < 100; i++) {
            assertEquals(0, mine.allocate(4 * CHUNK));
            assertEquals(0, mine.allocate(100));
        }
        assertEquals(5 * CHUNK, taken());
        isFull = false;
        final long large = mine.allocate(4 * CHUNK);
        final long small = mine.allocate(100);
        assertEquals(5 * CHUNK, taken());
        assertEquals(5 * CHUNK, claimed);
        assertEquals(control + START, Math.min(large, small));
        assertEquals(control + START + 5 * CHUNK, theirs.allocate(CHUNK));
        assertNotEquals(0, mine.allocate(100));
        assertEquals(6 * CHUNK, taken());
    }

    /** What is too large for one PE leaves the rest to others. */
    @Test
    void shouldTakeNothingIfThatIsTooMuch() {
        assertEquals(control + START, mine.allocate(CHUNK));
        assertEquals(0, mine.allocate(BYTES));
        assertEquals(CHUNK, taken());
        assertEquals(control + START + CHUNK, theirs.allocate(BYTES / 2));
        assertEquals(0, theirs.allocate(BYTES / 2));
        for (long end = BYTES / 2 + 2 * CHUNK; end <= BYTES; end += CHUNK) {
            assertEquals(control + START + end - CHUNK, mine.allocate(CHUNK));
        }
        assertEquals(BYTES, taken());
        assertEquals(0, mine.allocate(CHUNK));
    }
}
