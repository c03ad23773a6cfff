package org.jshmem.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The profiler, as a user starts it: with the tools of the laid-out distribution, on several PEs. */
class ProfilerRunTest {
    private static final Path SHMEMRUN = Path.of("target/jshmem/bin/shmemrun").toAbsolutePath();
    private static final long TIMEOUT_SECONDS = 60;

    @TempDir
    private Path directory;

    /** A ring of 3 PEs passes a message 10 times: 30 puts, and one that ends each PE but the last. */
    @Test
    void shouldCountTheCallsOfAllPesAndDrawThem() throws Exception {
        final String output = run(0, "-np", "3", "-x", "SHMEM_TOOL=profile", "ring");
        assertTrue(output.contains("profile of 3 PEs"), output);
        assertTrue(output.lines().anyMatch(line -> line.matches("  p +31 +124 .*")), output);
        assertTrue(output.lines().anyMatch(line -> line.matches("  barrierAll +\\d+ +0 .*")), output);
        assertTrue(Files.readString(directory.resolve("communication.svg")).contains("<svg"));
    }

    @Test
    void shouldDrawWhereItIsTold() throws Exception {
        run(0, "-np", "2", "-J-Djshmem.tool=profile", "-x", "SHMEM_PROFILE_SVG=there.svg", "ring");
        assertTrue(Files.exists(directory.resolve("there.svg")));
    }

    @Test
    void shouldSayWhichToolsThereAre() throws Exception {
        final String output = run(1, "-np", "1", "-x", "SHMEM_TOOL=profil", "ring");
        assertTrue(output.contains("SHMEM_TOOL=profil: there is no such tool"), output);
        assertTrue(output.contains("[profile]"), output);
    }

    private String run(int status, String... arguments) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of(SHMEMRUN.toString()));
        command.addAll(Arrays.asList(arguments));
        final Path output = directory.resolve("output");
        final Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        final boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        process.destroy();
        final String text = Files.readString(output);
        assertTrue(ended, text);
        assertEquals(status, process.exitValue(), text);
        return text;
    }
}
