package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeptBlocksTest {
    private static final int NONE = -1;
    private static final int LARGEST = 4096;

    private final KeptBlocks kept = new KeptBlocks();

    /** Of each size up to 64 KiB in all. */
    @ParameterizedTest
    @CsvSource({"64, 1024", "128, 512", "192, 341", "4032, 16", "4096, 16", "4160, 0", "1048576, 0"})
    void shouldKeepSoManyBlocksOfASize(long bytes, int most) {
        for (int round = 0; round < 2; round++) {
            for (int entry = 0; entry < most; entry++) {
                assertTrue(kept.add(entry, bytes), "entry " + entry);
            }
            assertFalse(kept.add(most, bytes));
            assertTrue(kept.add(most, bytes == 64 ? 128 : 64), "each size has its own limit");
            assertEquals(most, kept.take(bytes == 64 ? 128 : 64));
            for (int entry = most - 1; entry >= 0; entry--) {
                assertEquals(entry, kept.take(bytes), "the last one first");
            }
            assertEquals(NONE, kept.take(bytes));
        }
    }

    @Test
    void shouldFindABlockByWhatItIsRoundedTo() {
        assertTrue(kept.add(7, 128));
        assertEquals(NONE, kept.take(64));
        assertEquals(NONE, kept.take(129));
        assertEquals(7, kept.take(65));
        assertTrue(kept.add(8, LARGEST));
        assertEquals(NONE, kept.take(LARGEST + 1));
        assertEquals(NONE, kept.take(1L << 40));
        assertEquals(8, kept.take(LARGEST - 63));
    }

    /** There are as many entries as the table has. */
    @Test
    void shouldKeepBlocksOfAnyEntry() {
        final int[] entries = {63, 64, 65, 128, 200, BlockHandle.MOST_BLOCKS - 1};
        for (int entry : entries) {
            assertTrue(kept.add(entry, 64));
        }
        for (int i = entries.length - 1; i >= 0; i--) {
            assertEquals(entries[i], kept.take(64));
        }
        assertEquals(NONE, kept.take(64));
    }

    @Test
    void shouldGiveAnyBlockUntilThereIsNone() {
        assertEquals(NONE, kept.takeAny());
        assertTrue(kept.add(1, LARGEST));
        assertTrue(kept.add(2, 64));
        assertTrue(kept.add(0, 64));
        assertEquals(0, kept.takeAny());
        assertEquals(2, kept.takeAny());
        assertEquals(1, kept.takeAny());
        assertEquals(NONE, kept.takeAny());
    }
}
