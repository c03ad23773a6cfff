package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jshmem.system.ForeignLauncher.Result;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.trace.TokenRoute;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces of jobs on several hosts. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class TraceHostsTest {
    private static final int HOPS = 500;

    @TempDir
    private Path directory;

    /**
     * The hosts are of one machine, so their clocks do not differ, whatever messages make of it. Either they share a
     * file system, or each has a directory of its own.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTraceAcrossHosts(boolean isShared) throws Exception {
        ForeignLauncher.HYDRA.need();
        ForeignLauncher.needHosts();
        final List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "dir=$1/$(%s); java=$2; shift 2; mkdir -p $dir; exec $java -Djshmem.trace=$dir/job.pftrace \"$@\""
                        .formatted(isShared ? "echo all" : "hostname"),
                "sh",
                directory.toString()));
        command.addAll(List.of(ForeignLauncher.plainJava(
                "-cp",
                ForeignLauncher.classPath() + ":" + Command.home() + "/lib/tools/*",
                "-Djshmem.tool=trace",
                "-Djshmem.trace.all=true",
                TokenRoute.class.getName(),
                Integer.toString(HOPS),
                directory.toString())));
        final Result result = ForeignLauncher.HYDRA.runOnHosts(directory, 2, 2, command.toArray(String[]::new));
        assertEquals(0, result.status(), result.text());
        final String[] clock = result.text()
                .lines()
                .filter(line -> line.startsWith("clock\t"))
                .findFirst()
                .orElseThrow()
                .split("\t", -1);
        assertTrue(Math.abs(Long.parseLong(clock[2])) <= Long.parseLong(clock[3]), result.text());
        assertTrue(result.text().contains("Times of different nodes may differ by up to"), result.text());
        final List<Path> left;
        try (Stream<Path> files = Files.walk(directory)) {
            left = files.filter(file -> file.toString().contains("job.pftrace")).toList();
        }
        assertEquals(1, left.size(), left.toString());
        assertEquals("", TokenRoute.check(left.getFirst(), HOPS));
    }
}
