package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class NodeMembershipTest {
    private static final int[] PES = {2, 3, 4};

    private static final AtomicInteger JOBS = new AtomicInteger();

    private final String job =
            "job " + JOBS.incrementAndGet() + " of " + ProcessHandle.current().pid();

    @Test
    void shouldTellWhoIsThere() throws Exception {
        final NodeMembership two = new NodeMembership(job, 2, 6, PES);
        assertArrayEquals(new int[] {3, 4}, two.missing());
        assertEquals("not there: PEs 3, 4 of this node", two.describe());

        final Process three = start(3);
        assertArrayEquals(new int[] {4}, two.missing());
        assertTrue(two.isFirst(2));
        assertFalse(two.isFirst(3));

        three.destroyForcibly();
        assertTrue(three.waitFor(20, TimeUnit.SECONDS));
        assertArrayEquals(new int[] {3, 4}, two.missing());
    }

    /** The lowest PE of a node reports first, and a node that is complete last. */
    @Test
    void shouldLetThosePesReportFirstThatKnowMost() {
        final NodeMembership three = new NodeMembership(job, 3, 6, PES);
        assertEquals(0, three.reportDelaySeconds());
        assertTrue(three.isReporter());
        final NodeMembership two = new NodeMembership(job, 2, 6, PES);
        assertEquals(0, two.reportDelaySeconds());
        assertEquals(2, three.reportDelaySeconds());
        assertFalse(three.isReporter());
        new NodeMembership(job, 4, 6, PES);
        assertEquals(4, two.reportDelaySeconds());
        assertEquals(6, three.reportDelaySeconds());
    }

    @Test
    void shouldNameAPeThatHasEnded() throws Exception {
        final NodeMembership two = new NodeMembership(job, 2, 6, PES);
        final Process three = start(3);
        assertEquals("", two.ended());

        three.destroyForcibly();
        assertTrue(three.waitFor(20, TimeUnit.SECONDS));
        assertEquals("PE 3 of this node", two.ended());
        final NodeMembership late = new NodeMembership(job, 4, 6, PES);
        assertEquals("", late.ended(), "it has not met PE 3");
        assertEquals("PE 3 of this node", two.ended());
    }

    /** PEs 2, 3 and 4 of this node are all of the job, or not. */
    @ParameterizedTest
    @CsvSource({"5, NODE", "3, JOB"})
    @Tag(QuickFilter.FULL)
    void shouldTellASignalToOnePeFromOneToAll(int nPes, Membership.Extent ofAll) {
        final NodeMembership two = new NodeMembership(job, 2, nPes, PES);
        assertEquals(Membership.Extent.PE, two.endBySignal("SIGTERM"), "the others have not joined");
        assertEquals(ofAll, two.endBySignal("SIGINT"), "the others have not joined");

        final NodeMembership three = new NodeMembership(job, 3, nPes, PES);
        final NodeMembership four = new NodeMembership(job, 4, nPes, PES);
        assertEquals(Membership.Extent.PE, two.endBySignal("SIGINT"));
        assertEquals(Membership.Extent.PE, three.endBySignal("SIGTERM"));
        assertEquals(ofAll, four.endBySignal("SIGTERM"));
        assertEquals(ofAll, two.endBySignal("SIGTERM"));
    }

    @Test
    void shouldTakeAPeThatHasEndedForOneThatASignalEnds() throws Exception {
        final NodeMembership two = new NodeMembership(job, 2, 2, new int[] {2, 3});
        final Process three = start(3);
        assertEquals(Membership.Extent.PE, two.endBySignal("SIGTERM"));
        three.destroyForcibly();
        assertTrue(three.waitFor(20, TimeUnit.SECONDS));
        assertEquals(Membership.Extent.JOB, two.endBySignal("SIGTERM"));
    }

    @Test
    void shouldNameOthersIfNoneIsMissingHere() {
        final NodeMembership alone = new NodeMembership(job, 9, 20, new int[] {9});
        assertEquals("all of this node are there", new NodeMembership(job + "x", 0, 1, new int[] {0}).describe());
        assertEquals(
                "all of this node are there; not all of PEs 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, …"
                        + " (19) on other nodes",
                alone.describe());
    }

    /** A process that joins as a PE and says so. */
    private Process start(int pe) throws Exception {
        final Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Joined.class.getName(),
                        job,
                        Integer.toString(pe))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertEquals(
                "joined",
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine());
        return process;
    }

    /** A PE. */
    static final class Joined {
        private Joined() {}

        public static void main(String[] args) throws InterruptedException {
            final NodeMembership own = new NodeMembership(args[0], Integer.parseInt(args[1]), 6, PES);
            System.out.println(
                    Arrays.stream(own.missing()).anyMatch(pe -> pe == Integer.parseInt(args[1]))
                            ? "not joined"
                            : "joined");
            Thread.sleep(60_000);
        }
    }
}
