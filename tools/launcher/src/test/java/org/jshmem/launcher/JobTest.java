package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a job ends, in this process; its PEs are shell scripts in place of {@code java}. */
@Timeout(60)
class JobTest {
    @TempDir
    private Path home;

    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

    private Job job(LaunchOptions options, JobIdentity identity) {
        return new Job(options, identity, new PrintStream(messages, true, StandardCharsets.UTF_8));
    }

    private static LaunchOptions options(String... words) {
        final List<String> line = new ArrayList<>(List.of(words));
        line.add("Main");
        return new CommandLineParser(Map.of()).parse(line.toArray(String[]::new));
    }

    /** Runs PEs, which find their number in {@code JSHMEM_PE}. */
    private int run(LaunchOptions options, String script) throws Exception {
        final JobIdentity identity = new JobIdentity();
        return run(job(options, identity), options, identity, script);
    }

    private int run(Job job, LaunchOptions options, JobIdentity identity, String script) throws Exception {
        Files.createDirectories(home.resolve("lib/pe"));
        if (script != null) {
            final Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
            Files.writeString(java, "#!/bin/bash\n" + script + "\n");
            Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        }
        final PeJvm jvm = new PeJvm(
                new Distribution(home),
                options,
                new Program("Main", List.of(), List.of()),
                new JvmSizing(options.npes(), 2));
        final String own = System.getProperty("java.home");
        try {
            System.setProperty("java.home", home.toString());
            job.serveControl();
            return job.run(new PeCommand(jvm, _ -> List.of(), options, identity));
        } finally {
            System.setProperty("java.home", own);
        }
    }

    private String said() {
        return messages.toString(StandardCharsets.UTF_8).replaceAll("pid ?\\d+", "pid");
    }

    @Test
    void shouldSucceedWithAllPes() throws Exception {
        assertEquals(0, run(options("-np", "3"), "exit 0"));
        assertEquals("", said());
    }

    /** The others would run for a minute. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exit 7        | 7   | ended with exit status 7",
                "kill -KILL $$ | 137 | was killed by signal 9 (SIGKILL); if nobody did that by hand, memory ran out"
                        + " (see dmesg)",
                "ulimit -c 0; kill -ABRT $$ | 134 | was killed by signal 6 (SIGABRT); if its JVM crashed,"
                        + " hs_err_pid.log says why",
                "kill -TERM $$ | 143 | was killed by signal 15 (SIGTERM)",
            })
    void shouldEndWithTheFirstPeThatFails(String end, int status, String how) throws Exception {
        assertEquals(status, run(options("-np", "3"), "[ $JSHMEM_PE = 1 ] || exec sleep 60; " + end));
        assertEquals("shmemrun: PE 1 (pid) " + how + "\n", said());
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldEndAfterItsTime() throws Exception {
        assertEquals(
                ExitStatus.TIMED_OUT,
                run(options("-np", "3", "--timeout=1"), "[ $JSHMEM_PE = 1 ] && exit 0; exec sleep 60"));
        assertEquals("shmemrun: the job ran longer than --timeout=1 seconds; still running: PEs 0, 2\n", said());
    }

    /** Without a word; the PEs are asked to end. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldStopWhenItIsWanted() throws Exception {
        final LaunchOptions options = options("-np", "2");
        final JobIdentity identity = new JobIdentity();
        final Job job = job(options, identity);
        final Path ready = home.resolve("ready-");
        final var stopping = CompletableFuture.runAsync(() -> {
            while (!(Files.exists(Path.of(ready + "0")) && Files.exists(Path.of(ready + "1")))) {
                Thread.onSpinWait();
            }
            job.stop();
        });
        final String script = "trap 'echo ended > " + home + "/ended-$JSHMEM_PE; exit 9' TERM; sleep 60 & : > " + ready
                + "$JSHMEM_PE; wait";
        assertEquals(0, run(job, options, identity, script));
        stopping.get(20, TimeUnit.SECONDS);
        assertEquals("", said());
        assertTrue(Files.exists(home.resolve("ended-0")));
        assertTrue(Files.exists(home.resolve("ended-1")));
    }

    @Test
    void shouldSayThatAPeCannotBeStarted() throws Exception {
        assertEquals(1, run(options("-np", "2"), null));
        assertTrue(said().startsWith("shmemrun: PE 0 cannot be started: Cannot run program \""), said());
        assertEquals(1, said().lines().count(), said());
    }

    /** No further PE is started. */
    @Test
    void shouldSayWhatOfTheLauncherFails() throws Exception {
        final LaunchOptions options = options("-np", "2");
        final JobIdentity identity = new JobIdentity();
        final Job job = job(options, identity);
        job.launcherFailed("something", new IOException("too much"));
        job.launcherFailed("something else", new IOException("of it"));
        assertEquals(1, run(job, options, identity, ": > " + home + "/started"));
        assertEquals("shmemrun: the launcher cannot go on: something failed: java.io.IOException: too much\n", said());
        assertFalse(Files.exists(home.resolve("started")));
    }
}
