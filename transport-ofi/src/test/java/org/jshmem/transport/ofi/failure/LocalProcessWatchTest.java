package org.jshmem.transport.ofi.failure;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.bootstrap.Locality;
import org.jshmem.transport.ofi.LoneJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PEs 0, 4 and 8 of a node, as PE 0 sees them; another process stands in for PE 8. */
@Timeout(20)
class LocalProcessWatchTest {
    private static final int[] LOCAL = {0, 4, 8};

    private final LocalProcessWatch watch =
            new LocalProcessWatch(new FailureReporter(new LoneJob(9), null, "tcp", 60), 0, LOCAL);

    /** Which never reaps its child. */
    private Process parent;

    private long child;

    @BeforeEach
    void start() throws IOException {
        parent = new ProcessBuilder("sh", "-c", "sleep 60 & echo $!; exec sleep 60").start();
        final BufferedReader lines = parent.inputReader();
        child = Long.parseLong(lines.readLine());
        watch.add(8, Locality.process() & -1L << Integer.SIZE | child);
    }

    @AfterEach
    void end() {
        ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
        parent.destroyForcibly();
    }

    /** It has ended, and is still there. */
    private void killChild() throws IOException, InterruptedException {
        ProcessHandle.of(child).orElseThrow().destroyForcibly();
        while (!Files.readString(Path.of("/proc/" + child + "/statm")).startsWith("0 ")) {
            Thread.sleep(1);
        }
    }

    @Test
    void shouldNoticeAProcessThatHasEndedAndIsNotReaped() throws Exception {
        assertDoesNotThrow(watch::look);
        killChild();
        assertEnds(watch::look);
    }

    /** PE 4 is not known here, as one in a pid namespace of its own. */
    @Test
    void shouldLookAtTheNextPeThatItKnows() throws Exception {
        assertDoesNotThrow(watch::lookAtNext);
        killChild();
        assertEnds(watch::lookAtNext);
    }

    private static void assertEnds(Runnable look) {
        assertEquals(
                "PE 8, on the same node, has ended; why is what it, or its launcher, said before",
                assertThrows(AssertionError.class, look::run).getMessage());
    }
}
