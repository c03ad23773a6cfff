package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SHMEM_TIMEOUT: whatever hangs ends with a report of what every PE waits for, with its stacks. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
class HangTest {
    private static final int TIMED_OUT = 124;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"auto", "cma"})
    void shouldNameThePeThatDoesNotComeToABarrier(String path) throws Exception {
        final String report = hang("barrier", "-x", "SHMEM_SHR=" + path);
        assertContains(report, "thread \"main\" waits for PE 1 to come to barrierAll()");
        assertContains(report, "at org.jshmem.system.Hang.compute");
        assertContains(report, "waited for longer than SHMEM_TIMEOUT=6 seconds for PE 1 to come to barrierAll()");
    }

    @Test
    void shouldShowTheElementThatIsWaitedFor() throws Exception {
        final String report = hang("wait");
        assertContains(
                report,
                "thread \"main\" waits for element 3 of SymmetricLongs[length=4, heap offset 0] to be >= 5; it is 2, at"
                        + " org.jshmem.system.Hang.hang(Hang.java:");
        assertContains(report, "\n    at org.jshmem.Shmem.waitUntil");
        assertTrue(!report.contains("at org.jshmem.internal"), report);
        assertContains(report, "CountDownLatch.await");
    }

    @Test
    void shouldShowTheElementsOneOfWhichIsWaitedFor() throws Exception {
        assertContains(
                hang("any"),
                "waits for one of 2 elements of SymmetricLongs[length=4, heap offset 0]; [0] to be != 0, it is 0; [2]"
                        + " to be != 0, it is 0, at org.jshmem.system.Hang.hang(Hang.java:");
    }

    @Test
    void shouldShowASignalAsTheUnsignedNumberItIs() throws Exception {
        assertContains(hang("signal"), "to be >= 18446744073709551615 (unsigned); it is 0, at");
    }

    @Test
    void shouldNameTheLock() throws Exception {
        final String report = hang("lock");
        assertContains(report, "waits for the lock at heap offset 0");
        assertContains(report, "thread \"main\" is outside of the library's waits (WAITING)");
    }

    /** The ring of a lane has four buffers of 1,024 numbers. */
    @Test
    void shouldNameThePeThatDoesNotHandleRecords() throws Exception {
        final String report = hang("flow");
        assertContains(report, "waits for room in the buffers to PE 1, in send of the flow made at Hang.java:");
        assertContains(report, "; 4096 records to PE 1 are not confirmed, at org.jshmem.system.Hang.hang(Hang.java:");
    }

    /** With one carrier, which none of them may keep. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldEndAJobWhoseVirtualThreadsWaitForEver(int carriers) throws Exception {
        final String report = hang("virtual", "-J-Djdk.virtualThreadScheduler.parallelism=" + carriers);
        assertContains(report, "seconds for element 2 of SymmetricLongs[length=4, heap offset 0] to be != 0");
    }

    @Test
    void shouldEndAJobOneOfWhoseProcessesIsStopped() throws Exception {
        final String report = hang("stopped");
        assertContains(report, "PE 1 does not answer: its process is stopped or its JVM is at a standstill");
        assertContains(report, "seconds for PE 1 to come to barrierAll()");
    }

    @Test
    void shouldNameThePeThatDoesNotCallInit() throws Exception {
        final String report = hang("init");
        assertContains(report, "for the other PEs to call init(); not there: PE 1");
        assertContains(report, "at org.jshmem.system.Hang.main");
        assertContains(report, "CountDownLatch.await");
    }

    @Test
    void shouldRefuseAWrongTimeout() throws Exception {
        final String output = Command.run(directory, 1, "-np", "1", "-x", "SHMEM_TIMEOUT=soon", "hello");
        assertContains(output, "SHMEM_TIMEOUT=\"soon\" is not a number of seconds");
    }

    private String hang(String how, String... options) throws Exception {
        final List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("-np", "2", "-x", "SHMEM_TIMEOUT=6", "--timeout", "40", "-cp", classes()));
        arguments.addAll(List.of(Hang.class.getName(), how));
        return Command.run(directory, TIMED_OUT, arguments.toArray(String[]::new));
    }

    private static String classes() {
        return Path.of("target/test-classes").toAbsolutePath().toString();
    }

    private static void assertContains(String text, String part) {
        assertTrue(text.contains(part), text);
    }
}
