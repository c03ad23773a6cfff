package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a job kills when its PEs have ended. */
@Timeout(60)
class PeSignalsTest {
    /** Starts a shell that leads a process group. */
    private static Process leader(String script) throws IOException {
        return new ProcessBuilder("setsid", "sh", "-c", script).start();
    }

    private static void killLeftoversOf(Process process) {
        new PeSignals(List.of(new PeProcess(0, process))).killLeftovers();
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldKillWhatAPeHasLeft() throws Exception {
        final Process pe = leader("sleep 1000 > /dev/null & echo $!");
        final long left = Long.parseLong(new String(pe.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim());
        assertEquals(0, pe.waitFor());
        final ProcessHandle leftover = ProcessHandle.of(left).orElseThrow();
        assertTrue(leftover.isAlive());
        killLeftoversOf(pe);
        leftover.onExit().get(30, TimeUnit.SECONDS);
    }

    /** The kernel has given the number of a PE that has ended to a process that leads a group, too. */
    @Test
    void shouldNotKillAStrangerThatHasTheNumberOfAPe() throws Exception {
        final Process stranger = leader("read line; exit 7");
        try {
            killLeftoversOf(stranger);
            stranger.getOutputStream().close();
            assertEquals(7, stranger.waitFor());
        } finally {
            stranger.destroyForcibly();
        }
    }
}
