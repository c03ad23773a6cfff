package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the process ends at which the PEs meet, and that is PE 0 itself; PE 1 is the test. */
@Timeout(60)
class RendezvousEndsTest {
    private static final String SECRET = "open sesame";

    /** Meets PE 1, and then leaves and ends, or waits for it again. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            final RendezvousServer server = RendezvousServer.listen(0, SECRET, 2);
            System.out.println(server.port());
            final RendezvousTicket ticket = new RendezvousTicket(List.of("127.0.0.1"), server.port(), SECRET);
            final RendezvousManager zero = RendezvousManager.connect(ticket, 0, 2, 20);
            zero.put("key", new byte[] {1});
            zero.fence();
            if (args[0].equals("leaves")) {
                zero.leave();
                System.out.println("over");
            } else {
                zero.fence();
            }
        }
    }

    /** PE 1 still needs what PE 0 has published. */
    @Test
    void shouldStayUntilTheOthersHaveLeft() throws Exception {
        final Process process = EndOfJvmTest.start(Program.class, "leaves");
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8);
                ScriptedPe one = ScriptedPe.admitted(Integer.parseInt(in.readLine()), SECRET, 1, 2)) {
            one.say(RendezvousProtocol.FENCE);
            one.hear(RendezvousProtocol.FENCE);
            assertEquals("over", in.readLine());
            for (int i = 0; i < 3; i++) {
                one.say(RendezvousProtocol.VALUES);
                assertEquals(20, one.hear(RendezvousProtocol.VALUES).remaining());
                Thread.sleep(50); // longer than a process takes to end
            }
            one.say(RendezvousProtocol.LEFT);
            assertEquals(null, in.readLine());
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }

    /** The others are told, and then its own PE, which says why. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldEndLastWhenTheJobEnds() throws Exception {
        final Process process = EndOfJvmTest.start(Program.class, "waits");
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8);
                ScriptedPe one = ScriptedPe.admitted(Integer.parseInt(in.readLine()), SECRET, 1, 2)) {
            one.say(RendezvousProtocol.FENCE);
            one.hear(RendezvousProtocol.FENCE);
            one.say(RendezvousProtocol.ABORT, RendezvousProtocol.ending(66, "has had enough"));
            RendezvousScriptsTest.assertEnd(one, 66, "PE 1 (script 1) has had enough");
            assertEquals(
                    "jshmem: PE 0 (pid " + process.pid() + ") ends: PE 1 (script 1) has had enough", in.readLine());
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
            assertEquals(66, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }
}
