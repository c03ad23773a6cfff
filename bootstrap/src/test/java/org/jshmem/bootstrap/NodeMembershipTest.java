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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NodeMembershipTest {
    private static final int[] PES = {2, 3, 4};

    private final String job = "a job of " + ProcessHandle.current().pid();

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
