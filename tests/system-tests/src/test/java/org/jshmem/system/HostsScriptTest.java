package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.system.ForeignLauncher.Result;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/hosts}: hosts made of network namespaces. */
@Order(1)
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class HostsScriptTest {
    @TempDir
    private Path directory;

    /** Whenever it is killed. */
    @Test
    void shouldLeaveNoFileWhenItIsKilled() throws Exception {
        ForeignLauncher.needHosts();
        for (int millis = 50; millis <= 400; millis += 50) {
            final ProcessBuilder builder = new ProcessBuilder(
                            Path.of("../../bin/hosts")
                                    .toAbsolutePath()
                                    .normalize()
                                    .toString(),
                            "with",
                            "4",
                            "sleep",
                            "60")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("TMPDIR", directory.toString());
            final Process hosts = builder.start();
            hosts.waitFor(millis, TimeUnit.MILLISECONDS);
            hosts.destroyForcibly().waitFor();
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(), files.toList());
        }
    }

    /** Nobody listens: a host that can be reached says so at once. */
    @Test
    void shouldTakeAHostOffTheNetwork() throws Exception {
        Requirement.PACKET_LOSS.need();
        final String probe = "bash -c '< /dev/tcp/hostB/9' 2> /dev/null; echo $?; ";
        final String reached = "timeout 10 " + probe; // a first packet that is lost is sent again after a second
        final String silent = "timeout 1 " + probe;
        final Result result = script(
                2,
                reached
                        + "$HOSTS link hostB down; " + silent
                        + "$HOSTS link hostB up; " + reached
                        + "$HOSTS drop hostB 100; " + silent
                        + "$HOSTS drop hostB 0; " + reached);
        assertEquals("1\n124\n1\n124\n1\n", result.text());
    }

    @Test
    void shouldGiveHostsWhatIsTheirOwnAndLeaveNothing() throws Exception {
        final Result result = script(
                3,
                "for host in hostA hostB hostC; do $HOSTS -x $host hostname '&&' touch /dev/shm/of-$host '&&' ls"
                        + " /dev/shm; done; sleep 300 & $HOSTS hostC sleep 300 & echo $JSHMEM_HOSTS | tr ' ' '\n"
                        + "'; exit 7");
        assertEquals(7, result.status(), result.text());
        final List<String> lines = result.text().lines().toList();
        assertEquals(
                List.of("hostA", "of-hostA", "hostB", "of-hostB", "hostC", "of-hostC"),
                lines.subList(0, 6),
                result.text());
        assertEquals(10, lines.size(), result.text());
        for (String holder : lines.subList(6, 10)) {
            final long pid = Long.parseLong(holder.substring(holder.indexOf('=') + 1));
            assertTrue(ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true), holder);
        }
    }

    @Test
    void shouldNotClash() throws Exception {
        final Result result = script(
                2,
                "$HOSTS with 2 sh -c \"$HOSTS hostB hostname; $HOSTS link hostB down\"; "
                        + "timeout 10 bash -c '< /dev/tcp/hostB/9' 2> /dev/null; echo $?");
        assertEquals("hostB\n1\n", result.text());
    }

    private Result script(int hosts, String script) throws IOException, InterruptedException {
        ForeignLauncher.needHosts();
        return ForeignLauncher.runScriptOnHosts(directory, hosts, script);
    }
}
