package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jshmem.launcher.pe.Script;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that a program starts on its own class path; PEs run {@link Script}. */
@Tag(QuickFilter.FULL)
@Tag(Draw.DRAWN)
@Timeout(60)
class LaunchTest {
    private final List<String> out = Collections.synchronizedList(new ArrayList<>());
    private final List<String> err = Collections.synchronizedList(new ArrayList<>());

    private Launch script(String... words) {
        return Launch.of(Script.class).arguments(words).output(out::add, err::add);
    }

    /** A program of a user. */
    static final class Starter {
        private Starter() {}

        static void main() throws InterruptedException {
            System.exit(Launch.of(Script.class)
                    .pes(2)
                    .arguments("pid", "sleep:60000")
                    .run());
        }
    }

    @Test
    void shouldRunPesOnTheClassPathOfTheCaller() throws Exception {
        assertEquals(0, script("gather", "print:done", "finalize").pes(3).run());
        assertEquals(List.of("done", "done", "done", "gathered 3", "gathered 3", "gathered 3"), sorted(out));
        assertEquals(List.of(), err);
    }

    private static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }

    @Test
    void shouldPassWhatIsSet() throws Exception {
        final Launch launch = script("env:COLOUR", "property:shape")
                .environment("COLOUR", "green")
                .jvmOptions("-Dshape=round%{pe}")
                .tagOutput();
        assertEquals(0, launch.run());
        assertEquals(List.of("[0]<stdout>: COLOUR=green", "[0]<stdout>: shape=round0"), out);
    }

    @Test
    void shouldReturnTheStatusOfTheJob() throws Exception {
        assertEquals(5, script("on:1:exit:5", "sleep:60000").pes(2).run());
        assertTrue(err.getLast().startsWith("shmemrun: PE 1 (pid "), err::toString);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldThrowWhatAReceiverOfOutputThrows(boolean isError) {
        final Launch launch = Launch.of(Script.class)
                .pes(2)
                .arguments("on:0:" + (isError ? "error:a" : "print:a"), "sleep:60000")
                .output(
                        line -> {
                            throw new IllegalStateException("of " + line);
                        },
                        line -> {
                            throw new AssertionError("of " + line);
                        });
        final Throwable thrown = assertThrows(Throwable.class, launch::run);
        assertEquals(isError ? AssertionError.class : IllegalStateException.class, thrown.getClass());
        assertEquals("of a", thrown.getMessage());
    }

    @Test
    void shouldSplitTheOptionsOfTheUser() {
        assertEquals(List.of(), Launch.userOptions(null));
        assertEquals(List.of(), Launch.userOptions("  "));
        assertEquals(List.of("-Xmx2g", "-Da=b"), Launch.userOptions(" -Xmx2g   -Da=b "));
    }

    /** Others have called init by then. */
    @Test
    void shouldEndTheJobOfAPeThatEndsLateWithoutInit() throws Exception {
        assertEquals(
                1,
                script("on:0:gather", "on:1:sleep:1000")
                        .pes(2)
                        .timeout(Duration.ofSeconds(20))
                        .run(),
                err::toString);
        assertTrue(err.getLast().endsWith("ended without init(), for which the other PEs wait"), err::toString);
    }

    @Test
    void shouldNotLetAPeTakeThePlaceOfAnother() throws Exception {
        assertEquals(
                0,
                script("on:1:as:0", "on:0:sleep:2000", "gather", "finalize")
                        .pes(2)
                        .timeout(Duration.ofSeconds(20))
                        .run(),
                err::toString);
        assertEquals(List.of("gathered 2", "gathered 2", "turned away"), sorted(out));
        assertTrue(err.getLast().contains("pe=0 is another process"), err::toString);
        assertTrue(err.getLast().contains("SHMEM_BOOTSTRAP=single"), err::toString);
    }

    /** More than a socket takes at once. */
    @Test
    void shouldAnswerLargeContributions() throws Exception {
        assertEquals(
                0,
                script("gather:200000", "finalize")
                        .pes(4)
                        .timeout(Duration.ofSeconds(30))
                        .run(),
                err::toString);
        assertEquals(Collections.nCopies(4, "gathered 4"), out);
    }

    /** A PE has ended before all that it has sent is read. */
    @Test
    void shouldHearTheLastWordsOfAPeThatHasEnded() throws Exception {
        assertEquals(1, script("hasty:no luck").run(), err::toString);
        assertTrue(err.getLast().endsWith("failed: no luck"), err::toString);
    }

    /** Though the job ends in good order, and its caller lives on. */
    @Test
    void shouldEndWhatAPeLeavesBehindWithItsOutput() throws Exception {
        assertEquals(0, script("child").run(), err::toString);
        final long child = pid(out.getFirst());
        try {
            awaitEnd(child);
        } finally {
            ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void shouldEndAfterItsTime() throws Exception {
        assertEquals(
                ExitStatus.TIMED_OUT,
                script("sleep:60000").timeout(Duration.ofSeconds(1)).run());
    }

    @Test
    void shouldGiveNoStandardInput() throws Exception {
        assertEquals(0, script("cat", "print:end").run());
        assertEquals(List.of("end"), out);
    }

    @Test
    void shouldEndTheJobOfAnInterruptedThread() throws Exception {
        final CountDownLatch isUp = new CountDownLatch(1);
        final Thread thread = Thread.ofPlatform().start(() -> {
            assertThrows(
                    InterruptedException.class,
                    () -> Launch.of(Script.class)
                            .arguments("pid", "sleep:60000")
                            .output(
                                    line -> {
                                        out.add(line);
                                        isUp.countDown();
                                    },
                                    err::add)
                            .run());
        });
        isUp.await();
        thread.interrupt();
        thread.join();
        awaitEnd(pid(out.getFirst()));
    }

    @Test
    void shouldEndWithItsCaller() throws Exception {
        final Process caller = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Starter.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        final List<Long> pes = new ArrayList<>();
        try (BufferedReader reader = caller.inputReader()) {
            pes.add(pid(reader.readLine()));
            pes.add(pid(reader.readLine()));
        } finally {
            caller.destroyForcibly().waitFor();
        }
        for (long pe : pes) {
            awaitEnd(pe);
        }
    }

    private static long pid(String line) {
        return Long.parseLong(line.substring(line.indexOf('=') + 1));
    }

    private static void awaitEnd(long pid) throws Exception {
        final var process = ProcessHandle.of(pid);
        if (process.isPresent()) {
            process.get().onExit().get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldRefuseWhatIsWrongBeforeItStarts() {
        final Launch launch = Launch.of("Main");
        assertRefused("number=0 of PEs must be at least 1", () -> launch.pes(0));
        assertRefused("name=A=B is no name of a variable", () -> launch.environment("A=B", "C"));
        assertRefused("name==B is no name of a variable", () -> launch.environment("=B", "C"));
        assertRefused("name= is no name of a variable", () -> launch.environment("", "C"));
        for (Duration wrong : List.of(Duration.ofMillis(999), Duration.ofSeconds(1L << 31))) {
            assertRefused("limit=" + wrong + " must be from 1 second to 2147483647", () -> launch.timeout(wrong));
        }
        assertEquals(launch, launch.pes(1).timeout(Duration.ofSeconds(Integer.MAX_VALUE)));
    }

    private static void assertRefused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @Test
    void shouldSayWhatAReportNeeds() throws Exception {
        assertEquals(2, script().report(Path.of("page.html")).run());
        assertTrue(err.getFirst().contains("--report need the artifact org.jshmem:monitor"), err.toString());
        err.clear();
        assertEquals(2, script().trace(Path.of("job.pftrace")).run());
        assertTrue(err.getFirst().contains("--trace needs the artifact org.jshmem:trace"), err.toString());
    }

    @Test
    void shouldSayWhichClassIsNotThere() throws Exception {
        assertEquals(
                ExitStatus.USAGE,
                Launch.of("no.such.Main").output(out::add, err::add).run());
        assertTrue(err.getFirst().startsWith("shmemrun: class=no.such.Main is not on the class path"), err::toString);
    }
}
