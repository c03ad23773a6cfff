package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
        single.finish();
    }
}
