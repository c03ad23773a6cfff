package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.ShmemException;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PEs are threads of this process, each with a connection of its own, and end in good order. */
@Timeout(60)
class RendezvousServerTest {
    private static final String SECRET = "a secret that nobody can guess";
    private static final int ROUNDS = 4;

    @Test
    void shouldPassOnWhatAllPesPublish() throws Exception {
        final int pes = 5;
        final long seed = System.nanoTime();
        try (RendezvousServer server = RendezvousServer.listen(0, SECRET, pes)) {
            final List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int i = 0; i < pes; i++) {
                final int pe = i;
                all.add(CompletableFuture.runAsync(
                        () -> exchange(server, seed, pe, pes), run -> new Thread(run).start()));
            }
            for (CompletableFuture<Void> one : all) {
                one.get(30, TimeUnit.SECONDS);
            }
        }
    }

    private static void exchange(RendezvousServer server, long seed, int pe, int pes) {
        final RendezvousManager manager = RendezvousManager.connect(ticket(server, SECRET), pe, pes, 10);
        for (int round = 0; round < ROUNDS; round++) {
            if (pe % 2 == 0) {
                manager.put("a" + round, value(seed, round, pe));
                manager.put("b" + round, new byte[0]);
            }
            manager.fence();
            for (int other = 0; other < pes && pe != 1; other++) {
                final String where = "seed " + seed + " round " + round + " PE " + other;
                assertArrayEquals(
                        other % 2 == 0 ? value(seed, round, other) : null, manager.get(other, "a" + round), where);
                assertArrayEquals(other % 2 == 0 ? new byte[0] : null, manager.get(other, "b" + round), where);
            }
        }
        manager.leave();
        manager.finish();
    }

    private static byte[] value(long seed, int round, int pe) {
        final Random random = new Random(seed + 100L * round + pe);
        final byte[] value = new byte[random.nextInt(200_000)];
        random.nextBytes(value);
        return value;
    }

    @Test
    void shouldGroupThePesOfThisHost() throws Exception {
        try (RendezvousServer server = RendezvousServer.listen(0, SECRET, 2)) {
            final RendezvousManager one = RendezvousManager.connect(ticket(server, SECRET), 1, 2, 10);
            final var nodes = CompletableFuture.supplyAsync(one::nodes);
            final RendezvousManager zero = RendezvousManager.connect(ticket(server, SECRET), 0, 2, 10);
            assertArrayEquals(new int[] {0, 0}, zero.nodes());
            assertArrayEquals(new int[] {0, 0}, nodes.get(10, TimeUnit.SECONDS));
            List.of(zero, one).forEach(RendezvousServerTest::end);
        }
    }

    @Test
    void shouldSayWhereItHasMet() {
        try (RendezvousServer server = RendezvousServer.listen(0, SECRET, 1)) {
            final RendezvousManager manager = RendezvousManager.connect(ticket(server, SECRET), 0, 1, 10);
            assertEquals("rendezvous (127.0.0.1, port " + server.port() + ")", manager.describe());
            assertEquals(0, manager.pe());
            assertEquals(1, manager.nPes());
            assertFalse(manager.namesProcesses());
            end(manager);
        }
    }

    @Test
    void shouldSayThatThePortIsTaken() {
        try (RendezvousServer server = RendezvousServer.listen(0, SECRET, 1)) {
            final int port = server.port();
            final var error = assertThrows(ShmemException.class, () -> RendezvousServer.listen(port, SECRET, 1));
            assertTrue(error.getMessage().startsWith("cannot listen for the PEs at port " + port + " ("));
        }
    }

    /** Timer 2 of a socket without unacknowledged bytes is the one of the probes. */
    @Test
    void shouldHaveIdleConnectionsProbed() throws Exception {
        try (RendezvousServer server = RendezvousServer.listen(0, SECRET, 1)) {
            final RendezvousManager manager = RendezvousManager.connect(ticket(server, SECRET), 0, 1, 10);
            List<String> timers = List.of();
            while (!timers.equals(List.of("02", "02"))) {
                timers = timersOfConnections(String.format(":%04X", server.port()));
                assertEquals(2, timers.size());
                Thread.sleep(5);
            }
            end(manager);
        }
    }

    /** Of both sides of the established connections that have this port. */
    private static List<String> timersOfConnections(String port) throws IOException {
        final String established = "01";
        try (Stream<String> lines = Files.lines(Path.of("/proc/net/tcp"));
                Stream<String> others = Files.lines(Path.of("/proc/net/tcp6"))) {
            return Stream.concat(lines, others)
                    .map(line -> line.strip().split("\\s+"))
                    .filter(fields ->
                            fields[3].equals(established) && (fields[1].endsWith(port) || fields[2].endsWith(port)))
                    .map(fields -> fields[5].substring(0, 2))
                    .toList();
        }
    }

    private static void end(RendezvousManager manager) {
        manager.leave();
        manager.finish();
    }

    /** Only PE 0 reports at once who is missing; that a PE has ended, the server tells. */
    @Test
    void shouldLetPe0ReportFirst() {
        try (RendezvousServer server = RendezvousServer.listen(0, SECRET, 2)) {
            final RendezvousManager zero = RendezvousManager.connect(ticket(server, SECRET), 0, 2, 10);
            final RendezvousManager one = RendezvousManager.connect(ticket(server, SECRET), 1, 2, 10);
            assertEquals(0, zero.join().reportDelaySeconds());
            assertTrue(one.join().reportDelaySeconds() > 0);
            for (RendezvousManager manager : List.of(zero, one)) {
                assertEquals("", manager.join().ended());
                assertTrue(manager.join().isReporter());
                end(manager);
            }
        }
    }

    @Test
    void shouldKeepTheInterruptionOfWhoEnds() {
        try (RendezvousServer server = RendezvousServer.listen(0, SECRET, 1)) {
            final RendezvousManager manager = RendezvousManager.connect(ticket(server, SECRET), 0, 1, 10);
            Thread.currentThread().interrupt();
            end(manager);
            assertTrue(Thread.currentThread().isInterrupted(), "after the end of a PE");
        } finally {
            assertTrue(Thread.interrupted(), "after the end of the server");
        }
    }

    /** An interrupt ends neither the search for the server nor a wait for others, and is not lost. */
    @Test
    void shouldWaitAlthoughInterrupted() throws Exception {
        final int port = freePort();
        final RendezvousTicket ticket = new RendezvousTicket(List.of("127.0.0.1"), port, SECRET);
        final var early = CompletableFuture.supplyAsync(() -> {
            Thread.currentThread().interrupt();
            final RendezvousManager manager = RendezvousManager.connect(ticket, 0, 2, 20);
            manager.put("a", new byte[] {1});
            manager.fence();
            manager.fence();
            end(manager);
            return Thread.interrupted();
        });
        Thread.sleep(300);
        try (RendezvousServer server = RendezvousServer.listen(port, SECRET, 2)) {
            final RendezvousManager late = RendezvousManager.connect(ticket(server, SECRET), 1, 2, 10);
            Thread.sleep(100); // the other one waits
            late.fence();
            assertArrayEquals(new byte[] {1}, late.get(0, "a"));
            late.fence();
            end(late);
            assertTrue(early.get(20, TimeUnit.SECONDS), "the thread is interrupted");
        }
    }

    @Test
    void shouldLeaveNoDescriptorOpen() throws IOException {
        useOnce();
        final long before = descriptors();
        for (int i = 0; i < ROUNDS; i++) {
            useOnce();
            try (ServerSocket other = new ServerSocket(0)) {
                assertThrows(ShmemException.class, () -> RendezvousServer.listen(other.getLocalPort(), SECRET, 1));
            }
        }
        assertTrue(descriptors() < before + ROUNDS, before + " descriptors before, and then " + descriptors());
    }

    private static void useOnce() throws IOException {
        try (RendezvousServer server = RendezvousServer.listen(0, SECRET, 1);
                Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            end(RendezvousManager.connect(ticket(server, SECRET), 0, 1, 10));
            assertTrue(silent.isConnected());
        }
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        }
    }

    @Test
    void shouldSayWhyItRefuses() {
        try (RendezvousServer server = RendezvousServer.listen(0, SECRET, 3)) {
            final RendezvousManager one = RendezvousManager.connect(ticket(server, SECRET), 1, 3, 10);
            assertRefused("it has another secret", ticket(server, "a secret that somebody guessed"), 0, 3);
            assertRefused("it takes the job for one of 4 PEs, and this one has 3", ticket(server, SECRET), 0, 4);
            assertRefused("PE 3 of 3 is none", ticket(server, SECRET), 3, 3);
            assertRefused(
                    "PE 1 (" + RendezvousProtocol.thisProcess()
                            + ") is there already; give each PE a number of its own",
                    ticket(server, SECRET),
                    1,
                    3);
            assertTrue(one.join().describe().startsWith("not there: PEs 0, 2; refused was /127.0.0.1:"));
            end(one);
        }
    }

    private static void assertRefused(String reason, RendezvousTicket ticket, int pe, int nPes) {
        final var error = assertThrows(ShmemException.class, () -> RendezvousManager.connect(ticket, pe, nPes, 10));
        assertTrue(
                error.getMessage().startsWith("the process met at 127.0.0.1 does not admit PE " + pe + ": " + reason),
                error.getMessage());
    }

    @Test
    void shouldTakeTheSizeOfTheFirstPeAndNameWhoIsMissing() {
        try (RendezvousServer server = RendezvousServer.listen(0, SECRET, 0)) {
            final RendezvousManager zero = RendezvousManager.connect(ticket(server, SECRET), 0, 2, 10);
            assertEquals("not there: PE 1", zero.join().describe());
            assertRefused("it takes the job for one of 3 PEs", ticket(server, SECRET), 1, 3);
            final RendezvousManager one = RendezvousManager.connect(ticket(server, SECRET), 1, 2, 10);
            assertEquals(
                    "all are there, and not in the exchange: PEs 0, 1",
                    zero.join().describe());
            List.of(zero, one).forEach(RendezvousServerTest::end);
        }
    }

    @Test
    void shouldFindWhoComesLater() throws Exception {
        final int port = freePort();
        final RendezvousTicket ticket = new RendezvousTicket(List.of("127.0.0.1"), port, SECRET);
        final var early = CompletableFuture.supplyAsync(() -> RendezvousManager.connect(ticket, 0, 1, 20));
        Thread.sleep(300);
        try (RendezvousServer server = RendezvousServer.listen(port, SECRET, 1)) {
            assertEquals(port, server.port());
            end(early.get(20, TimeUnit.SECONDS));
        }
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldSayThatNobodyListens() throws Exception {
        final RendezvousTicket ticket = new RendezvousTicket(List.of("127.0.0.1"), freePort(), SECRET);
        final var error = assertThrows(ShmemException.class, () -> RendezvousManager.connect(ticket, 2, 3, 1));
        assertTrue(
                error.getMessage()
                        .startsWith("PE 2 has found nobody at " + ticket.place()
                                + " for 1 seconds (127.0.0.1: Connection refused)"),
                error.getMessage());
    }

    @Test
    void shouldTryTheOtherAddressesOfATicket() {
        try (RendezvousServer server = RendezvousServer.listen(0, SECRET, 1)) {
            final RendezvousTicket ticket =
                    new RendezvousTicket(List.of("no-such-host.invalid", "127.0.0.1"), server.port(), SECRET);
            end(RendezvousManager.connect(ticket, 0, 1, 5));
        }
    }

    @Test
    void shouldTurnAwayStrangers() throws Exception {
        try (RendezvousServer server = RendezvousServer.listen(0, SECRET, 1);
                Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port());
                Socket rude = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            rude.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            rude.setSoTimeout(20_000);
            assertTrue(isClosed(rude.getInputStream()));
            end(RendezvousManager.connect(ticket(server, SECRET), 0, 1, 10));
            assertTrue(silent.isConnected());
        }
    }

    /** All that comes is its challenge. */
    private static boolean isClosed(InputStream in) {
        try {
            in.readAllBytes();
        } catch (IOException e) {
            return !(e instanceof java.net.SocketTimeoutException);
        }
        return true;
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldNotShowTheSecretToAnImpostor() throws Exception {
        final ByteArrayOutputStream seen = new ByteArrayOutputStream();
        final Thread thread;
        try (ServerSocket impostor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            thread = new Thread(() -> pretend(impostor, seen));
            thread.start();
            final RendezvousTicket ticket = new RendezvousTicket(List.of("127.0.0.1"), impostor.getLocalPort(), SECRET);
            final var error = assertThrows(ShmemException.class, () -> RendezvousManager.connect(ticket, 0, 1, 1));
            assertTrue(error.getMessage().contains("does not know the secret"), error.getMessage());
        }
        thread.join();
        final String all = seen.toString(StandardCharsets.ISO_8859_1);
        assertTrue(all.contains("pid "), "it was told what a server is told");
        assertFalse(all.contains(SECRET), "and not the secret");
    }

    /** A stranger is told nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 0 |  0 | 0 | has another version of JSHMEM; run all PEs with one",
                "0 | 1 |  0 | 0 | who listens there is no PE of JSHMEM",
                "0 | 0 |  1 | 0 | who listens there is no PE of JSHMEM",
                "0 | 0 | -1 | 0 | who listens there is no PE of JSHMEM",
                "0 | 0 |  0 | 1 | who listens there is no PE of JSHMEM",
            })
    @Tag(QuickFilter.FULL)
    void shouldSayThatAnotherServerListens(int version, int magic, int length, int type, String message)
            throws Exception {
        final ByteBuffer challenge = ByteBuffer.allocate(2 * Integer.BYTES + RendezvousProtocol.NONCE_BYTES + length)
                .putInt(RendezvousProtocol.MAGIC + magic)
                .putInt(RendezvousProtocol.VERSION + version)
                .rewind();
        final byte[] frame = RendezvousProtocol.frame((byte) (RendezvousProtocol.CHALLENGE + type), challenge)
                .array();
        final Thread thread;
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            thread = new Thread(() -> greet(other, frame));
            thread.start();
            final RendezvousTicket ticket = new RendezvousTicket(List.of("127.0.0.1"), other.getLocalPort(), SECRET);
            final var error = assertThrows(ShmemException.class, () -> RendezvousManager.connect(ticket, 0, 1, 1));
            assertTrue(error.getMessage().contains(message), error.getMessage());
        }
        thread.join();
    }

    private static void greet(ServerSocket server, byte[] frame) {
        while (true) {
            try (Socket socket = server.accept()) {
                socket.getOutputStream().write(frame);
                assertEquals(-1, socket.getInputStream().read(), "more is said to a stranger");
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private static void pretend(ServerSocket impostor, ByteArrayOutputStream seen) {
        while (true) {
            try (Socket socket = impostor.accept()) {
                final ByteBuffer challenge = ByteBuffer.allocate(2 * Integer.BYTES + RendezvousProtocol.NONCE_BYTES)
                        .putInt(RendezvousProtocol.MAGIC)
                        .putInt(RendezvousProtocol.VERSION)
                        .rewind();
                socket.getOutputStream()
                        .write(RendezvousProtocol.frame(RendezvousProtocol.CHALLENGE, challenge)
                                .array());
                final byte[] hello = new byte[RendezvousProtocol.MOST_HELLO_BYTES];
                seen.write(hello, 0, socket.getInputStream().read(hello));
                final ByteBuffer proof = ByteBuffer.allocate(RendezvousProtocol.PROOF_BYTES);
                socket.getOutputStream()
                        .write(RendezvousProtocol.frame(RendezvousProtocol.WELCOME, proof)
                                .array());
                assertEquals(-1, socket.getInputStream().read());
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private static RendezvousTicket ticket(RendezvousServer server, String secret) {
        return new RendezvousTicket(List.of("127.0.0.1"), server.port(), secret);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
