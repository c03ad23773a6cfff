package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.spi.Allocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LiveAllocationsTest {
    private static final long FAR = 5L << 32;

    private final LiveAllocations live = new LiveAllocations(false);

    private static Allocation block(long offset, long bytes) {
        return new Allocation(offset, 0, bytes, 8, 0, null);
    }

    @Test
    void shouldFindTheBlockThatHoldsARange() {
        final Allocation low = block(64, 100);
        final Allocation high = block(FAR, 3L << 30);
        live.add(low);
        live.add(high);
        assertNull(live.holding(63, 1));
        assertSame(low, live.holding(64, 100));
        assertSame(low, live.holding(163, 1));
        assertSame(low, live.holding(164, 0));
        assertNull(live.holding(164, 1));
        assertNull(live.holding(64, 101));
        assertNull(live.holding(165, 0));
        assertNull(live.holding(64, -1));
        assertNull(live.holding(FAR - 1, 1));
        assertSame(high, live.holding(FAR + (3L << 30) - 1, 1));
        assertNull(live.holding(FAR + (3L << 30), 1));
        assertNull(live.holding(FAR, Long.MAX_VALUE));
        assertSame(high, live.last());
        assertEquals(2, live.size());
    }

    @Test
    void shouldForgetBlocksThatAreFreed() {
        final Allocation low = block(64, 100);
        final Allocation high = block(256, 100);
        live.add(low);
        live.add(high);
        live.remove(high);
        assertFalse(high.live);
        assertSame(low, live.last());
        assertNull(live.holding(256, 1));
        live.add(high);
        low.live = true;
        live.end();
        assertFalse(low.live);
        assertEquals(0, live.size());
        assertNull(live.last());
    }

    @Test
    void shouldTellWhereBlocksWereAllocated() {
        final LiveAllocations debug = new LiveAllocations(true);
        final Allocation freed = block(64, 100);
        debug.add(freed);
        debug.add(block(256, 8));
        debug.remove(freed);
        final String text = debug.origins();
        assertTrue(text.startsWith("  block at heap offset 256, 8 bytes, alignment 8"), text);
        assertEquals(1, text.lines().count());
    }
}
