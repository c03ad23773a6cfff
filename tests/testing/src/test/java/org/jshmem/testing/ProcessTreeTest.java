package org.jshmem.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProcessTreeTest {
    @Test
    void shouldTellStatesOfAllProcesses() throws Exception {
        final Process shell = new ProcessBuilder("sh", "-c", "sleep 50 & kill -STOP $$").start();
        try {
            final String stopped = shell.pid() + " T sh -c ";
            final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            String text = ProcessTree.of(shell.toHandle());
            while (!(text.startsWith(stopped) && text.contains(" S sleep 50")) && System.nanoTime() < deadline) {
                Thread.sleep(10);
                text = ProcessTree.of(shell.toHandle());
            }
            assertTrue(text.startsWith(stopped), text);
            assertTrue(text.lines().toList().getLast().matches("\\d+ S sleep 50 "), text);
            assertEquals(2, text.lines().count(), text);
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly().waitFor();
        }
        assertEquals(shell.pid() + " ended ", ProcessTree.of(shell.toHandle()));
    }

    /** The main thread of this JVM waits for the thread of the test. */
    @Test
    void shouldTellWhatTheMainThreadOfAJvmDoes() {
        final String text = ProcessTree.of(ProcessHandle.current());
        assertTrue(text.matches("(?s)\\d+ [RS] \\S+java .* \\.\\.\\. .*\n\"main\" .*"), text);
        assertTrue(text.contains("\tat org.junit.jupiter."), text);
    }
}
