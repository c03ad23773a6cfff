package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

@Timeout(20)
class FdChannelTest {
    private static final int CLOSE_ON_EXEC = 02000000;

    /** A program that the PE leaves behind would keep the launcher waiting. */
    @Test
    void shouldKeepItsSocketFromProgramsThatThePeStarts() throws Throwable {
        final String name = "jshmem-test-" + ProcessHandle.current().pid() + "-inherited";
        final int listener = (int) Libc.listenAbstract(name, 1);
        final int connected = (int) Libc.connectAbstract(name);
        final int fd = inheritable(connected);
        try {
            assertFalse(isClosedOnExec(fd));
            FdChannel.of("PMI_FD", Integer.toString(fd));
            assertTrue(isClosedOnExec(fd));
        } finally {
            Libc.close(fd);
            Libc.close(connected);
            Libc.close(listener);
        }
    }

    /** Lines of any length, both ways, and the end of the connection. */
    @Test
    void shouldExchangeLines() throws Exception {
        final String name = "jshmem-test-" + ProcessHandle.current().pid() + "-lines";
        final int listener = (int) Libc.listenAbstract(name, 1);
        final int near = (int) Libc.connectAbstract(name);
        final int far = (int) Libc.accept(listener);
        final FdChannel pe = FdChannel.of("PMI_FD", Integer.toString(near));
        final FdChannel launcher = new FdChannel(far);
        try {
            for (String line : List.of("", "cmd=init", "é".repeat(3000), "x".repeat(4096), "y".repeat(4095))) {
                pe.send(line);
                launcher.send(line + "!");
                assertEquals(line, launcher.receive());
                assertEquals(line + "!", pe.receive());
            }
            assertEquals("descriptor " + near, pe.describe());
            launcher.send("last");
            Libc.close(far);
            assertEquals("last", pe.receive());
            shouldSay("it has ended the connection", pe, pe::receive);
            shouldSay("Broken pipe", pe, () -> pe.send("lost"));
        } finally {
            Libc.close(near);
            Libc.close(listener);
        }
    }

    @Test
    void shouldSayWhyItCannotReadOrWrite() {
        final int readOnly = (int) Libc.open("/dev/zero", 0, 0);
        final int writeOnly = (int) Libc.open("/dev/null", 1, 0);
        try {
            final FdChannel in = new FdChannel(readOnly);
            shouldSay("Bad file descriptor", in, () -> in.send("lost"));
            final FdChannel out = new FdChannel(writeOnly);
            shouldSay("Bad file descriptor", out, out::receive);
        } finally {
            Libc.close(readOnly);
            Libc.close(writeOnly);
        }
    }

    private static void shouldSay(String reason, FdChannel channel, Executable call) {
        final String message = assertThrows(ShmemException.class, call).getMessage();
        assertTrue(message.startsWith("the launcher does not answer at " + channel.describe() + " ("), message);
        assertTrue(message.contains(reason), message);
    }

    /** A launcher that is none could fill the memory. */
    @Test
    void shouldNotTakeALineWithoutEnd() {
        final int most = 1 << 20;
        assertEquals(most, new Letters(most).receive().length());
        final String message = assertThrows(ShmemException.class, new Letters(most + 1)::receive)
                .getMessage();
        assertTrue(message.contains("a line of more than 1048576 bytes"), message);
    }

    /** Gives a line of so many bytes. */
    private static final class Letters extends LineChannel {
        private int left;

        Letters(int bytes) {
            left = bytes;
        }

        @Override
        void write(byte[] bytes) {}

        @Override
        int read(byte[] into) {
            final int count = Math.max(1, Math.min(left, into.length));
            Arrays.fill(into, (byte) (left > 0 ? 'x' : '\n'));
            left -= count;
            return count;
        }

        @Override
        String describe() {
            return "a test";
        }
    }

    /** As the launcher hands it over: {@code dup} leaves the flag behind. */
    @SuppressWarnings("restricted")
    private static int inheritable(int fd) throws Throwable {
        final Linker linker = Linker.nativeLinker();
        return (int) linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("dup"),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT))
                .invokeExact(fd);
    }

    private static boolean isClosedOnExec(int fd) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/fdinfo/" + fd)).stream()
                .filter(line -> line.startsWith("flags:"))
                .anyMatch(line -> (Integer.parseInt(line.substring(6).strip(), 8) & CLOSE_ON_EXEC) != 0);
    }
}
