package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class OverlapTest {
    @Test
    void shouldFindRangesThatShareBytes() {
        assertDoesNotThrow(() -> Overlap.check(1000, 1064, 64));
        assertDoesNotThrow(() -> Overlap.check(1064, 1000, 64));
        assertThrows(IllegalArgumentException.class, () -> Overlap.check(1000, 1063, 64));
        assertThrows(IllegalArgumentException.class, () -> Overlap.check(1000, 1000, 64));
    }

    @Test
    void shouldLetBlocksInterleave() {
        assertDoesNotThrow(() -> Overlap.checkBlocks(1000, 16, 1008, 16, 8, 10));
        assertThrows(IllegalArgumentException.class, () -> Overlap.checkBlocks(1000, 16, 1004, 16, 8, 10));
        assertThrows(IllegalArgumentException.class, () -> Overlap.checkBlocks(1000, 16, 1008, 24, 8, 10));
    }

    @Test
    void shouldFindOneBlockThatOverlaps() {
        assertDoesNotThrow(() -> Overlap.checkBlocks(1000, 8, 1008, 8, 8, 1));
        assertThrows(IllegalArgumentException.class, () -> Overlap.checkBlocks(1000, 8, 1004, 8, 8, 1));
    }
}
