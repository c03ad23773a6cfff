package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.jshmem.testing.Descriptors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A progress agent without a network, which never runs. */
@Timeout(20)
class ProgressAgentTest {
    @Test
    void shouldKeepTheInterruptOfAThreadThatWaitsForAMove() {
        final ProgressAgent agent = new ProgressAgent(null, null);
        Thread.currentThread().interrupt();
        try {
            agent.awaitMove();
        } finally {
            assertTrue(Thread.interrupted());
            agent.end();
        }
    }

    @Test
    void shouldCloseItsBell() throws IOException {
        final long before = Descriptors.open("[eventfd]");
        final ProgressAgent agent = new ProgressAgent(null, null);
        assertEquals(before + 1, Descriptors.open("[eventfd]"));
        assertEquals("jshmem-network", agent.roleName());
        agent.end();
        assertEquals(before, Descriptors.open("[eventfd]"));
    }
}
