package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class BootstrapTest {
    private static final String SECRET = "0123456789abcdef";
    private static final BootstrapSettings AUTO = BootstrapSettings.of(Bootstrap.AUTO);
    private static final BootstrapSettings ONE_SECOND = new BootstrapSettings("auto", "", "", "", "", 1);

    /** PE 2 of 4, whose launcher can only exchange values among all. */
    private static final class Plain extends Bootstrap {
        private int exchanges;

        @Override
        public int pe() {
            return 2;
        }

        @Override
        public int nPes() {
            return 4;
        }

        @Override
        public byte[][] allgather(byte[] mine) {
            exchanges++;
            final byte[][] all = {{10}, {11}, {12}, {13}};
            all[2] = mine;
            return all;
        }

        @Override
        public void finish() {}

        @Override
        public void leaveEarly(Supplier<String> reason) {}

        @Override
        public void globalExit(int status) {}

        @Override
        public String describe() {
            return "plain";
        }

        @Override
        public void abort(int status, String message) {}
    }

    @Test
    void shouldExchangeWithinNodes() {
        final Plain job = new Plain();
        final byte[] mine = {42};
        assertArrayEquals(new byte[][] {mine}, job.allgatherOnNodes(new int[] {3, 2, 1, 0}, mine));
        assertEquals(0, job.exchanges, "each is alone on its node");
        assertArrayEquals(new byte[][] {{10}, {42}}, job.allgatherOnNodes(new int[] {7, 5, 7, 5}, mine));
        assertArrayEquals(new byte[][] {{42}}, job.allgatherOnNodes(new int[] {7, 7, 5, 7}, mine));
        assertEquals(2, job.exchanges);
    }

    @Test
    void shouldGiveAllToTheLowestOfANode() {
        final Plain job = new Plain();
        final byte[] mine = {42};
        final byte[][] all = {{10}, {11}, {42}, {13}};
        assertArrayEquals(all, job.allgatherToLeaders(new int[] {0, 0, 1, 1}, mine));
        assertArrayEquals(null, job.allgatherToLeaders(new int[] {0, 1, 1, 1}, mine));
        assertArrayEquals(null, job.allgatherToLeaders(new int[] {1, 0, 1, 0}, mine));
        assertEquals(3, job.exchanges, "all take part");
        job.barrier();
        assertEquals(4, job.exchanges);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0  | 0       | nPes=0 is not from 1 to 1048576",
                "0  | 1048577 | nPes=1048577 is not from 1 to 1048576",
                "-1 | 3       | pe=-1 is not from 0 to 2, as nPes=3",
                "3  | 3       | pe=3 is not from 0 to 2, as nPes=3",
            })
    void shouldRefuseAPeThatThereIsNot(int pe, int nPes, String message) {
        final String id = new RendezvousTicket(List.of("127.0.0.1"), 1, SECRET).text();
        final var error = assertThrows(IllegalArgumentException.class, () -> Bootstrap.join(id, pe, nPes, AUTO));
        assertEquals(message, error.getMessage());
    }

    /** At the address that is set, and at all of this host. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldListenWhereItsIdSays(boolean isSet) throws Exception {
        final int port = freePort();
        final RendezvousTicket ticket = RendezvousTicket.parse(
                Bootstrap.uniqueId(new BootstrapSettings("auto", isSet ? "localhost:" + port : "", "", "", "", 0)));
        assertEquals(isSet ? List.of("localhost") : RendezvousTicket.addressesOfThisHost(), ticket.hosts());
        assertTrue(!isSet || ticket.port() == port, ticket.toString());
        final RendezvousManager one = RendezvousManager.connect(ticket.onThisHost(), 1, 2, 10);
        assertEquals("not there: PE 0", one.join().describe());
        one.leave();
        one.finish();
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void shouldMeetAtPe0() throws Exception {
        final String address = "127.0.0.1:" + freePort();
        final var handler = Thread.getDefaultUncaughtExceptionHandler();
        try {
            final Bootstrap job = BootstrapChoice.RENDEZVOUS.connect(
                    Map.of(), new BootstrapSettings("rendezvous", address, "0", "1", SECRET, 10));
            assertEquals(0, job.pe());
            assertEquals(1, job.nPes());
            assertArrayEquals(new byte[][] {{5}}, job.allgather(new byte[] {5}));
            assertEquals("rendezvous (127.0.0.1, port " + address.split(":")[1] + "), 1 node", job.describe());
            job.finish();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
        assertInstanceOf(SingleBootstrap.class, BootstrapChoice.SINGLE.connect(Map.of(), AUTO));
    }

    /** Joins in one way. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            try {
                switch (args[0]) {
                    case "join" -> Bootstrap.join("jshmem1:1:" + SECRET + ":127.0.0.1", 0, 1, ONE_SECOND);
                    case "process" -> Bootstrap.ofProcess(AUTO);
                    default -> Bootstrap.ofLibrary("/no/such/library", 1);
                }
            } catch (RuntimeException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** Before anything else is looked for. */
    @ParameterizedTest
    @ValueSource(strings = {"join", "process", "library"})
    void shouldSayThatCallsOfCAreDenied(String way) throws Exception {
        final List<String> command = new ArrayList<>(EndOfJvmTest.command(Program.class, way));
        command.removeIf(word -> word.startsWith("--enable-native-access"));
        command.add(1, "--illegal-native-access=deny");
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals(
                    "the JVM of this PE denies JSHMEM its calls of C; give java --enable-native-access=ALL-UNNAMED, or"
                            + " write Enable-Native-Access: ALL-UNNAMED in the manifest of the jar that java -jar"
                            + " starts",
                    in.readLine());
            assertEquals(0, process.waitFor());
        } finally {
            process.destroyForcibly();
        }
    }
}
