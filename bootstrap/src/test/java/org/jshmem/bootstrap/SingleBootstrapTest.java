package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SingleBootstrapTest {
    @Test
    void shouldBeAJobOfOnePeThatWaitsForNobody() {
        final Bootstrap single = new SingleBootstrap();
        final byte[] mine = {1, 2};
        assertEquals(0, single.pe());
        assertEquals(1, single.nPes());
        assertArrayEquals(new byte[][] {mine}, single.allgather(mine));
        assertEquals("", single.missing());
        assertEquals(0, single.reportDelaySeconds());
        assertThrows(IllegalStateException.class, () -> single.leaveEarly(() -> "gone"));
        assertEquals("", single.ended());
        assertEquals("single", single.describe());
        assertEquals(0, single.numberInJob(0));
        assertTrue(single.isReporter());
        assertFalse(single.isOneNode());
        assertFalse(single.isSpread());
        single.barrier();
        single.finish();
    }
}
