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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.testing.StandardError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
            assertEquals(1, await(collector, "\ngone ").size());
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
                            FailingPe.class.getName(),
                            "x".repeat(1100))
                    .inheritIO();
            pe.environment().put("SHMEM_MONITOR", collector.address());
            List.of("JSHMEM_CONTROL", "PMIX_NAMESPACE").forEach(pe.environment()::remove);
            pe.environment().put("SLURM_JOB_ID", "77");
            pe.environment().put("SLURM_STEP_ID", "2");
            assertEquals(FailingPe.STATUS, pe.start().waitFor());
            collector.drain();
            assertEquals(1, collector.texts().size());
            final Snapshot seen = Snapshot.parse(collector.texts().getFirst());
            assertEquals("77.2", seen.text("job"));
            assertEquals(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip(), seen.text("host"));
            assertTrue(seen.text("program").contains("FailingPe xxx"), seen.text("program"));
            assertEquals(1000, seen.text("program").length());
            assertTrue(seen.isGone(), "its process has ended");
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
                for (String arrived : collector.texts()) {
                    final String text = arrived.replaceFirst("\narrived \\d+", "");
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
        try (Collector collector = new Collector(HOST, 0, () -> 5);
                Uplink uplink = Uplink.open(collector.address())) {
            final String kept = "a".repeat(Uplink.MOST_BYTES);
            uplink.sendLast(kept + "\nb");
            assertEquals(kept + "\narrived 5", await(collector, "a").getFirst());
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

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "host:5", ":5/token", "host:/token", "host:123456/token", "host:5x/token"})
    void shouldSayWhatAnAddressIs(String address) {
        assertEquals(
                "SHMEM_MONITOR=" + address.replaceFirst("/token", "/...")
                        + " gets nothing of this PE: it must be HOST:PORT/TOKEN, as shmem-top --listen prints it"
                        + System.lineSeparator(),
                StandardError.of(() -> assertNull(Uplink.open(address))));
    }

    @Test
    void shouldSayWhyItCannotConnect() {
        final String text = StandardError.of(() -> assertNull(Uplink.open(HOST + ":99999/secret")));
        assertTrue(text.contains("IllegalArgumentException"), text);
        assertFalse(text.contains("secret"), text);
    }

    @Test
    void shouldTakeItsSettingFromAProperty() {
        final String before = System.getProperty("jshmem.monitor");
        try {
            System.setProperty("jshmem.monitor", " host:5/t ");
            assertEquals("host:5/t", Uplink.setting());
        } finally {
            if (before == null) {
                System.clearProperty("jshmem.monitor");
            } else {
                System.setProperty("jshmem.monitor", before);
            }
        }
    }

    /** A frame that is too long ends the connection, and an empty one does not. */
    @Test
    void shouldLimitTheLengthOfFrames() throws Exception {
        try (Collector collector = new Collector("localhost", 0, () -> 5)) {
            final String address = collector.address();
            assertTrue(address.matches("localhost:\\d+/[0-9a-f]{32}"), address);
            final int port = Integer.parseInt(address.substring(address.indexOf(':') + 1, address.indexOf('/')));
            final byte[] token = address.substring(address.indexOf('/') + 1).getBytes(StandardCharsets.UTF_8);
            for (int length : new int[] {Uplink.MOST_BYTES + 1, -1}) {
                try (Socket socket = new Socket(InetAddress.getByName("localhost"), port);
                        DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
                    out.writeInt(token.length);
                    out.write(token);
                    out.writeInt(0);
                    out.writeInt("pe 0".length());
                    out.writeBytes("pe 0");
                    out.writeInt(length);
                    assertEquals(-1, socket.getInputStream().read());
                }
            }
            collector.drain();
            assertEquals(2, collector.texts().size());
            for (String text : collector.texts()) {
                assertEquals("pe 0\narrived 5\ngone 5", text);
            }
        }
    }
}
