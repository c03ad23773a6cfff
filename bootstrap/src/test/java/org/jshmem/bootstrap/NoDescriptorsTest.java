package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The process at which the PEs meet has no descriptor left for the next connection. */
@Timeout(60)
class NoDescriptorsTest {
    private static final String SECRET = "open sesame";
    private static final int SOON_MS = 10_000;

    /** Says its port; after a byte of input it takes all descriptors, and says so; it ends after the next. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws IOException {
            final List<InputStream> taken = new ArrayList<>();
            try (RendezvousServer server = RendezvousServer.listen(0, SECRET, 2)) {
                System.out.println(server.port());
                System.in.read();
                takeAll(taken);
                System.out.println("taken");
                System.in.read();
            }
        }

        private static void takeAll(List<InputStream> taken) {
            try {
                while (true) {
                    taken.add(new FileInputStream("/dev/null"));
                }
            } catch (IOException e) {
                // that was the last
            }
        }
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldMakeRoomForAPeAndSayIfThereIsNone() throws Exception {
        final Process process = EndOfJvmTest.startWithFiles(256, Program.class);
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            final int port = Integer.parseInt(out.readLine());
            try (ScriptedPe zero = ScriptedPe.admitted(port, SECRET, 0, 2);
                    ScriptedPe stranger = new ScriptedPe(port)) {
                stranger.hear(RendezvousProtocol.CHALLENGE);
                say(process);
                assertEquals("taken", out.readLine());
                try (ScriptedPe one = ScriptedPe.admitted(port, SECRET, 1, 2);
                        ScriptedPe another = new ScriptedPe(port)) {
                    assertTrue(stranger.isTurnedAway(SOON_MS), "the stranger whose descriptor a PE needs");
                    for (ScriptedPe pe : List.of(zero, one)) {
                        RendezvousScriptsTest.assertEnd(
                                pe, 1, "the process at which the PEs meet cannot accept a connection (");
                    }
                    assertTrue(another.isTurnedAway(SOON_MS), "who came last");
                }
            }
            say(process);
            assertTrue(process.waitFor(SOON_MS, TimeUnit.MILLISECONDS), "the process ends");
        } finally {
            process.destroyForcibly();
        }
    }

    private static void say(Process process) throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }
}
