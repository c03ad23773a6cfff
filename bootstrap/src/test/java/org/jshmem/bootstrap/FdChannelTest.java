package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.posix.Libc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
