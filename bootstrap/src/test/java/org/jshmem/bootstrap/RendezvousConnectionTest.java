package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.ScriptedServer.Caller;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A PE and the process at which it meets the others, frame by frame; that process is the test. */
@Timeout(60)
class RendezvousConnectionTest {
    private static final String HOST = "127.0.0.1";
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** A PE whose process was admitted, and the other side of its connection. */
    private record Met(RendezvousConnection pe, Caller server, Thread reader) {}

    private static CompletableFuture<RendezvousConnection> open(RendezvousTicket ticket, int limitSeconds) {
        return CompletableFuture.supplyAsync(
                () -> RendezvousConnection.open(ticket, 2, 5, limitSeconds), run -> new Thread(run).start());
    }

    private static RendezvousConnection opened(CompletableFuture<RendezvousConnection> opening) throws Exception {
        return opening.get(20, TimeUnit.SECONDS);
    }

    private static Met meet(ScriptedServer server) throws Exception {
        final List<Thread> others = readers();
        final var opening = open(server.ticket(HOST), 10);
        final Caller caller = server.admit();
        final RendezvousConnection pe = opened(opening);
        final List<Thread> readers = new ArrayList<>(readers());
        readers.removeAll(others);
        return new Met(pe, caller, readers.getFirst());
    }

    /** Of all connections of this process. */
    private static List<Thread> readers() {
        return Exit.liveThreads()
                .filter(thread -> thread.getName().equals("jshmem-rendezvous-reader"))
                .toList();
    }

    private static void assertLost(String reason, Runnable call) {
        final String message = assertThrows(ShmemException.class, call::run).getMessage();
        assertTrue(message.startsWith("the process met at " + HOST + " has ended (" + reason), message);
    }

    @Test
    void shouldIntroduceItself() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            final var opening = open(server.ticket(HOST), 10);
            final Caller caller = server.accept();
            final ByteBuffer hello = caller.greet();
            caller.welcome(hello);
            assertEquals(2, hello.getInt());
            assertEquals(5, hello.getInt());
            final byte[] nonce = new byte[RendezvousProtocol.NONCE_BYTES];
            hello.get(nonce);
            assertTrue(RendezvousConnection.isOwn(ByteBuffer.wrap(nonce)));
            nonce[0]++;
            assertFalse(RendezvousConnection.isOwn(ByteBuffer.wrap(nonce)), "of another process");
            assertEquals(RendezvousProtocol.thisProcess(), RendezvousProtocol.text(hello));
            final RendezvousConnection pe = opened(opening);
            assertEquals(HOST, pe.host());
            pe.close();
            assertThrows(IOException.class, () -> caller.hear(RendezvousProtocol.LEFT), "it is closed");
            caller.close();
        }
    }

    /** At each address another server that is none; before a PE is admitted, frames are short. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldSayWhatIsWrongAtEachAddress() throws Exception {
        final CompletableFuture<Void> serving;
        try (ScriptedServer server = new ScriptedServer()) {
            serving = CompletableFuture.runAsync(() -> announce(server), run -> new Thread(run).start());
            final RendezvousTicket ticket = server.ticket("127.0.0.1", "127.0.0.2", "127.0.0.3");
            final String message = assertThrows(ShmemException.class, () -> RendezvousConnection.open(ticket, 2, 5, 1))
                    .getMessage();
            assertTrue(
                    message.startsWith("PE 2 has found nobody at " + ticket.place()
                            + " for 1 seconds (127.0.0.1: it sends a frame of 0 bytes; 127.0.0.2: it sends a frame of"
                            + " -1 bytes; 127.0.0.3: it sends a frame of 1025 bytes); "),
                    message);
        }
        serving.get(20, TimeUnit.SECONDS);
    }

    /** To one caller after the other, until the server is closed. */
    private static void announce(ScriptedServer server) {
        final int[] lengths = {0, -1, RendezvousProtocol.MOST_HELLO_BYTES + 1};
        for (int i = 0; ; i++) {
            try (Caller caller = server.accept()) {
                caller.announce(lengths[i % lengths.length]);
            } catch (IOException e) {
                return;
            }
        }
    }

    /** It tries for ever, and each address although another refuses it. */
    @Test
    void shouldTryAgainWithoutALimit() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            final var opening = open(server.ticket("127.0.0.1", "127.0.0.2"), 0);
            for (int i = 0; i < 4; i++) {
                server.accept().close();
            }
            try (Caller refusing = server.accept()) {
                refusing.greet();
                refusing.say(RendezvousProtocol.REFUSED, RendezvousProtocol.text("no"));
                final Caller caller = server.admit();
                final RendezvousConnection pe = opened(opening);
                assertEquals("127.0.0.2", pe.host());
                pe.close();
                caller.close();
            }
        }
    }

    @Test
    void shouldAskAndBeAnswered() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            final Met met = meet(server);
            final var answer = CompletableFuture.supplyAsync(
                    () -> met.pe.ask(RendezvousProtocol.FENCE, ByteBuffer.wrap(new byte[] {1, 2})));
            assertEquals(ByteBuffer.wrap(new byte[] {1, 2}), met.server.hear(RendezvousProtocol.FENCE));
            final var missing = CompletableFuture.supplyAsync(met.pe::askMissing);
            assertEquals(0, met.server.hear(RendezvousProtocol.MISSING).remaining());
            met.server.say(RendezvousProtocol.MISSING, RendezvousProtocol.text("nobody"));
            assertEquals("nobody", missing.get(10, TimeUnit.SECONDS));
            met.server.say(RendezvousProtocol.VALUES, ByteBuffer.wrap(new byte[] {3}));
            assertEquals(
                    ByteBuffer.wrap(new byte[] {3}),
                    answer.get(10, TimeUnit.SECONDS).slice());
            met.pe.close();
            met.server.close();
        }
    }

    /** Each question is answered so, and none waits. */
    @Test
    void shouldSayThatItIsOverAfterItHasLeft() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            final Met met = meet(server);
            met.pe.leave();
            assertEquals(0, met.server.hear(RendezvousProtocol.LEFT).remaining());
            met.server.fallSilent();
            met.reader.join();
            for (int i = 0; i < 3; i++) {
                assertLost("the connection is closed)", () -> met.pe.ask(RendezvousProtocol.VALUES, NOTHING));
                met.server.hear(RendezvousProtocol.VALUES);
            }
            met.pe.close();
            met.server.close();
        }
    }

    /** Whatever it still wants to say. */
    @Test
    void shouldNotMindAServerThatIsGoneAfterItHasLeft() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            final Met met = meet(server);
            met.pe.leave();
            met.server.hear(RendezvousProtocol.LEFT);
            met.server.reset();
            met.reader.join();
            assertDoesNotThrow(met.pe::leave);
            assertEquals("", met.pe.askMissing());
            assertLost("", () -> met.pe.ask(RendezvousProtocol.VALUES, NOTHING));
            assertLost("", () -> met.pe.abort(3, "a reason"));
            met.pe.close();
        }
    }

    /** This process lives on, since it is the one that ends the job. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndTheJob(boolean isTold) throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            final Met met = meet(server);
            final var abort = CompletableFuture.runAsync(() -> met.pe.abort(42, "a reason"));
            final ByteBuffer ending = met.server.hear(RendezvousProtocol.ABORT);
            assertEquals(42, ending.getInt());
            assertEquals("a reason", RendezvousProtocol.text(ending));
            if (isTold) {
                met.server.say(RendezvousProtocol.END, RendezvousProtocol.ending(42, "PE 2 a reason"));
            }
            met.server.close();
            abort.get(20, TimeUnit.SECONDS);
            met.pe.close();
        }
    }

    @Test
    void shouldKeepTheInterruptionOfWhoAsksForTheMissing() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            final Met met = meet(server);
            Thread.currentThread().interrupt();
            assertEquals("", met.pe.askMissing());
            assertTrue(Thread.interrupted());
            met.pe.close();
            met.server.close();
        }
    }

    /** A PE of its own process: joins, says so and waits for the others. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws IOException {
            final RendezvousTicket ticket =
                    new RendezvousTicket(List.of(HOST), Integer.parseInt(args[0]), ScriptedServer.SECRET);
            final RendezvousManager manager = RendezvousManager.connect(ticket, 1, 2, 20);
            manager.fence();
            System.out.println("met");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "7 | PE 0 was tired | 7 | jshmem: PE 1 (pid) ends: PE 0 was tired",
                "0 | all is done    | 0 | ''",
                "- | -              | 1 | jshmem: PE 1 (pid) ends: the process met at 127.0.0.1 has ended (the"
                        + " connection is closed)",
            })
    void shouldEndWithTheJob(Integer told, String reason, int status, String said) throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            final Process process = EndOfJvmTest.start(
                    Program.class, Integer.toString(server.ticket(HOST).port()));
            try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8);
                    Caller caller = server.admit()) {
                caller.hear(RendezvousProtocol.FENCE);
                if (told == null) {
                    caller.fallSilent();
                } else {
                    caller.say(RendezvousProtocol.END, RendezvousProtocol.ending(told, reason));
                }
                assertEquals(said, String.join("|", in.lines().toList()).replaceAll("\\(pid \\d+\\)", "(pid)"));
                assertTrue(process.waitFor(30, TimeUnit.SECONDS));
                assertEquals(status, process.exitValue());
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
