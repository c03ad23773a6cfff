package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertTrue;

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
}
