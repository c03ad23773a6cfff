package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UplinkTest {
    private static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

    private static List<String> await(Collector collector, String words) throws Exception {
        while (collector.texts().stream().noneMatch(text -> text.contains(words))) {
            Thread.sleep(5);
        }
        return collector.texts();
    }

    @Test
    void shouldKeepTheLastTextOfEachPe() throws Exception {
        try (Collector collector = new Collector(HOST, 0);
                Uplink one = Uplink.open(collector.address());
                Uplink other = Uplink.open(collector.address())) {
            one.send("one, first");
            one.sendLast("one, last");
            other.sendLast("other");
            await(collector, "one, last");
            assertEquals(2, await(collector, "other").size());
        }
    }

    @Test
    void shouldTellThatAPeIsGone() throws Exception {
        try (Collector collector = new Collector(HOST, 0)) {
            try (Uplink uplink = Uplink.open(collector.address())) {
                uplink.sendLast("pe 0");
            }
            assertEquals(1, await(collector, "pe 0\ngone ").size());
            collector.drain();
            collector.forget(text -> text.startsWith("pe 0"));
            assertEquals(List.of(), collector.texts());
        }
    }

    @Test
    void shouldGetTheLastTextOfAPeThatFailsAtOnce() throws Exception {
        try (Collector collector = new Collector(HOST, 0)) {
            final ProcessBuilder pe = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            FailingPe.class.getName())
                    .inheritIO();
            pe.environment().put("SHMEM_MONITOR", collector.address());
            assertEquals(FailingPe.STATUS, pe.start().waitFor());
            collector.drain();
            assertEquals(1, collector.texts().size());
        }
    }

    @Test
    void shouldTakeNothingFromStrangers() throws Exception {
        try (Collector collector = new Collector(HOST, 0)) {
            final String address = collector.address();
            try (Uplink uplink = Uplink.open(address.substring(0, address.indexOf('/')) + "/another")) {
                uplink.sendLast("pe 0");
            }
            final int port = Integer.parseInt(address.substring(address.indexOf(':') + 1, address.indexOf('/')));
            try (Socket socket = new Socket(HOST, port);
                    DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
                out.writeInt(Integer.MAX_VALUE); // as the length of a token
                assertEquals(-1, socket.getInputStream().read());
            }
            collector.drain();
            assertEquals(List.of(), collector.texts());
        }
    }

    @Test
    void shouldNotWaitForOneThatDoesNotRead() throws Exception {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Uplink uplink = Uplink.open(HOST + ":" + deaf.getLocalPort() + "/token")) {
            for (int i = 0; i < 1000; i++) {
                uplink.send("x".repeat(Uplink.MOST_BYTES));
            }
            final long start = System.nanoTime();
            uplink.sendLast("y");
            assertTrue(System.nanoTime() - start < 20_000_000_000L);
        }
    }

    @Test
    void shouldSendWholeTextsOnly() throws Exception {
        try (Collector collector = new Collector(HOST, 0);
                Uplink uplink = Uplink.open(collector.address())) {
            for (int i = 0; i < 300; i++) {
                uplink.send((i + " ").repeat(1 + i * 50));
                for (String text : collector.texts()) {
                    final String first = text.substring(0, text.indexOf(' ') + 1);
                    assertEquals(first.repeat(text.length() / first.length()), text);
                }
            }
        }
    }

    @Test
    void shouldGoOnWithoutACollector() {
        assertNull(Uplink.open(""));
        assertNull(Uplink.open("nonsense"));
        assertNull(Uplink.open(HOST + ":1/token"));
    }

    @Test
    void shouldCutWhatIsTooLong() throws Exception {
        try (Collector collector = new Collector(HOST, 0);
                Uplink uplink = Uplink.open(collector.address())) {
            uplink.sendLast("a".repeat(2 * Uplink.MOST_BYTES));
            assertEquals(Uplink.MOST_BYTES, await(collector, "a").getFirst().getBytes(StandardCharsets.UTF_8).length);
        }
    }

    /** The first text that cannot be sent is told, and the last one does not hold the PE up. */
    @Test
    void shouldTellOnceThatTheConnectionHasEnded() throws Exception {
        final PrintStream err = System.err;
        final ByteArrayOutputStream told = new ByteArrayOutputStream();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Uplink uplink = Uplink.open(HOST + ":" + server.getLocalPort() + "/secret")) {
            System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
            server.accept().close();
            while (told.size() == 0) {
                uplink.send("x".repeat(1000));
            }
            for (int i = 0; i < 3; i++) {
                uplink.send("y");
                uplink.sendLast("z");
            }
        } finally {
            System.setErr(err);
        }
        final List<String> lines = told.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.getFirst().contains("gets nothing of this PE: the connection has ended"), lines.toString());
        assertFalse(lines.getFirst().contains("secret"), lines.toString());
    }
}
