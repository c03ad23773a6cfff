package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProcFilesTest {
    private static final int SIGNALS = 64;

    /** More than the kernel gives to processes. */
    private static final long NOBODY = 1L << 30;

    private static BigInteger mask(long pid, String name) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status"), StandardCharsets.ISO_8859_1).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> new BigInteger(line.substring(name.length()).strip(), 16))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldKnowTheUser() throws IOException {
        assertEquals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"), ProcFiles.uid());
        assertEquals(1000, ProcFiles.uid("1\t1000\t2\t3"));
        assertEquals((int) 4_000_000_000L, ProcFiles.uid("1\t4000000000\t2\t3"));
    }

    @Test
    void shouldTellWhichSignalsAreHandled() throws Exception {
        final long own = ProcessHandle.current().pid();
        final Process other = new ProcessBuilder("sh", "-c", "trap : USR1 TERM; trap '' INT; echo; read -r _").start();
        try {
            assertEquals('\n', other.getInputStream().read());
            for (int signal = 1; signal <= SIGNALS; signal++) {
                assertEquals(mask(own, "SigIgn:").testBit(signal - 1), ProcFiles.ignores(signal), "ignores " + signal);
                assertEquals(
                        mask(own, "SigCgt:").testBit(signal - 1), ProcFiles.handles(own, signal), "handles " + signal);
                assertEquals(
                        mask(other.pid(), "SigCgt:").testBit(signal - 1),
                        ProcFiles.handles(other.pid(), signal),
                        "another handles " + signal);
            }
            assertTrue(ProcFiles.handles(other.pid(), 10), "SIGUSR1");
            assertFalse(ProcFiles.handles(other.pid(), 12), "SIGUSR2");
            assertFalse(ProcFiles.handles(NOBODY, 10));
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void shouldKnowTheParentOfAProcess() throws Exception {
        final Process child = new ProcessBuilder("sleep", "60").start();
        try {
            assertEquals(ProcessHandle.current().pid(), ProcFiles.parent(child.pid()));
        } finally {
            child.destroyForcibly();
        }
        assertEquals(0, ProcFiles.parent(NOBODY));
    }

    /** One that has ended has none, though nobody has waited for it yet. */
    @Test
    void shouldTellWhichProcessesHaveMemory() throws Exception {
        assertTrue(ProcFiles.hasMemory(ProcessHandle.current().pid()));
        assertFalse(ProcFiles.hasMemory(NOBODY));
        final Process parent = new ProcessBuilder("bash", "-c", "sleep 0 & echo $!; exec sleep 60").start();
        try (BufferedReader in = parent.inputReader()) {
            final long ended = Long.parseLong(in.readLine());
            while (ProcFiles.hasMemory(ended)) {
                Thread.sleep(1);
            }
        } finally {
            parent.destroyForcibly();
        }
    }
}
