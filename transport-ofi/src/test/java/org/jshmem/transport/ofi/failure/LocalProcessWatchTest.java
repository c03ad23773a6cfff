package org.jshmem.transport.ofi.failure;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    private final LocalProcessWatch watch = ofPe(0);

    /** Which never reaps its child. */
    private Process parent;

    private long child;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        parent = new ProcessBuilder("sh", "-c", "sleep 60 & echo $!; exec sleep 60").start();
        final BufferedReader lines = parent.inputReader();
        child = Long.parseLong(lines.readLine());
        final Path command = Path.of("/proc/" + parent.pid() + "/comm");
        while (!Files.readString(command).equals("sleep\n")) { // the shell would reap it
            Thread.sleep(1);
        }
        watch.add(8, idOf(child));
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

    /** Together the PEs of a node look at each of them; the last one looks at the first. */
    @Test
    void shouldLookAtOnePeOnly() throws Exception {
        final LocalProcessWatch last = ofPe(8);
        final LocalProcessWatch middle = ofPe(4);
        final long alive = ProcessHandle.current().pid();
        last.add(0, idOf(child));
        last.add(4, idOf(alive));
        middle.add(0, idOf(child));
        middle.add(8, idOf(alive));
        killChild();
        assertDoesNotThrow(middle::lookAtNext);
        final String message =
                assertThrows(AssertionError.class, last::lookAtNext).getMessage();
        assertTrue(message.startsWith("PE 0, "), message);
        final String again = assertThrows(AssertionError.class, middle::look).getMessage();
        assertTrue(again.startsWith("PE 0, "), again);
    }

    /** Of other pid namespaces, and of processes that have ended before. */
    @Test
    void shouldNotWatchProcessesThatItCannotSee() throws Exception {
        final LocalProcessWatch lone = ofPe(4);
        assertDoesNotThrow(lone::lookAtNext);
        assertDoesNotThrow(lone::look);
        lone.add(8, idOf(child) ^ 1L << Integer.SIZE);
        final Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        lone.add(0, idOf(ended.pid()));
        killChild();
        assertDoesNotThrow(lone::look);
    }

    private static LocalProcessWatch ofPe(int pe) {
        return new LocalProcessWatch(new FailureReporter(new LoneJob(9), null, "tcp", 60), pe, LOCAL);
    }

    private static long idOf(long pid) {
        return Locality.process() & -1L << Integer.SIZE | pid;
    }

    private static void assertEnds(Runnable look) {
        assertEquals(
                "PE 8, on the same node, has ended; why is what it, or its launcher, said before",
                assertThrows(AssertionError.class, look::run).getMessage());
    }
}
