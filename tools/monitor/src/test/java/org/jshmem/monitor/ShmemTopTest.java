package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ShmemTopTest {
    /** Nobody sends to the collector that this command opens. */
    @Test
    void shouldSayThatNoPeHasTheTool() throws Exception {
        final Process top = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ShmemTop.class.getName(),
                        "--listen",
                        "--once")
                .redirectErrorStream(true)
                .start();
        final List<String> lines = new String(top.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(2, lines.size(), lines.toString());
        assertTrue(lines.getFirst().matches("SHMEM_MONITOR=127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}"), lines.toString());
        assertEquals(
                "no PE of this user here has the tool monitor; start the job with SHMEM_TOOL=monitor (shmemrun -x"
                        + " SHMEM_TOOL=monitor ...)",
                lines.getLast());
        assertEquals(1, top.waitFor());
    }
}
