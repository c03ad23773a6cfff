package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A PE in a JVM of its own, and what it says to its launcher, which is the test. */
@Timeout(60)
class LauncherBootstrapTest {
    private static final String NAME = "jshmem-test-" + ProcessHandle.current().pid() + "-launcher";
    private static final String SECRET = "00112233445566778899aabbccddeeff";

    /** PE 1 of 2. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            try {
                final LauncherBootstrap job = new LauncherBootstrap();
                System.out.println(job.pe() + " " + job.nPes() + " " + job.isOneNode() + " " + job.describe());
                System.out.println(Arrays.deepToString(job.allgather(new byte[] {4, 5})));
                job.finish();
                job.abort(9, "no memory");
                job.abort(9, "x".repeat(2_000_000));
                answerOf(job);
                answerOf(job);
                job.leaveEarly(() -> "left");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("a hook")));
                job.globalExit(Integer.parseInt(args[0]));
            } catch (ShmemException e) {
                System.out.println(e.getMessage());
            }
        }

        private static void answerOf(LauncherBootstrap job) {
            try {
                job.allgather(new byte[0]);
            } catch (ShmemException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private static Process start(Map<String, String> changes) throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(EndOfJvmTest.command(Program.class, "300"));
        final Map<String, String> variables = new TreeMap<>(Map.of(
                "JSHMEM_LAUNCHER_PID",
                Long.toString(ProcessHandle.current().pid()),
                "JSHMEM_CONTROL",
                NAME,
                "JSHMEM_PE",
                "1",
                "JSHMEM_NPES",
                "2",
                "JSHMEM_SECRET",
                SECRET));
        variables.putAll(changes);
        builder.environment().putAll(variables);
        builder.environment().values().removeIf("unset"::equals);
        return builder.redirectErrorStream(true).start();
    }

    private static void assertEnding(FrameSocket pe, byte type, int status, String message) {
        final ByteBuffer ending = pe.receive(type);
        assertEquals(status, ending.getInt());
        assertEquals(message, RendezvousProtocol.text(ending));
    }

    @Test
    void shouldSpeakItsProtocol() throws Exception {
        final int listener = (int) Libc.listenAbstract(NAME, 1);
        final Process process = start(Map.of());
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("1 2 true launcher (shmemrun)", in.readLine());
            final FrameSocket pe = new FrameSocket((int) Libc.accept(listener), "the PE");
            assertEquals(
                    ByteBuffer.allocate(32)
                            .putInt(2)
                            .putInt(1)
                            .putLong(process.pid())
                            .put(HexFormat.of().parseHex(SECRET))
                            .flip(),
                    pe.receive((byte) 1));
            assertEquals(ByteBuffer.wrap(new byte[] {4, 5}), pe.receive((byte) 2));
            pe.send((byte) 2, ByteBuffer.wrap(new byte[] {0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 2, 4, 5}));
            assertEquals("[[], [4, 5]]", in.readLine());
            assertEquals(0, pe.receive((byte) 3).remaining());
            assertEnding(pe, (byte) 6, 9, "no memory");
            assertEnding(pe, (byte) 6, 9, "x".repeat(1 << 16) + "…");
            for (byte[] wrong : new byte[][] {{0, 0, 0, 3}, {0, 0, 0, 2}}) {
                pe.receive((byte) 2);
                pe.send((byte) (wrong[3] == 3 ? 2 : 3), ByteBuffer.wrap(wrong));
                assertEquals(
                        "the launcher answered the wire-up with something else; is shmemrun of the same version?",
                        in.readLine());
            }
            assertEnding(
                    pe,
                    (byte) 5,
                    44,
                    "called globalExit(300); a process can exit only with 0 to 255, so the job ends with 44");
            assertEquals(null, in.readLine(), "hooks do not run");
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
            assertEquals(44, process.exitValue());
            pe.close();
        } finally {
            process.destroyForcibly();
            Libc.close(listener);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "JSHMEM_LAUNCHER_PID | -1    | this program is not a PE: a PE of shmemrun has started it, and it has"
                        + " inherited JSHMEM_CONTROL; set SHMEM_BOOTSTRAP=single",
                "JSHMEM_NPES         | unset | JSHMEM_CONTROL is set and JSHMEM_NPES is not; start PEs by shmemrun",
                "JSHMEM_PE           | 2     | JSHMEM_PE=2 is not a PE from 0 to 1, as JSHMEM_NPES=2",
            })
    @Tag(QuickFilter.FULL)
    void shouldSayWhatIsWrongWithItsEnvironment(String variable, String value, String message) throws Exception {
        final Process process = start(Map.of(variable, value));
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            final String said = in.readLine();
            assertTrue(said.startsWith(message), said);
            assertEquals(null, in.readLine());
        } finally {
            process.destroyForcibly();
        }
    }
}
