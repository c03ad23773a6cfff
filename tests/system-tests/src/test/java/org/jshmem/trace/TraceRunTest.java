package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces of programs whose order is known, as users make them. */
@Tag(QuickFilter.FULL)
@Timeout(150)
class TraceRunTest {
    private static final Path HOME =
            Path.of("../../build/distribution/target/jshmem").toAbsolutePath().normalize();
    private static final long LIMIT_SECONDS = 120;

    @TempDir
    private Path directory;

    private String run(int status, String... arguments) throws Exception {
        final List<String> command = new ArrayList<>(List.of(arguments));
        command.set(0, HOME.resolve("bin/" + command.getFirst()).toString());
        final Path output = directory.resolve("output");
        final Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process.getOutputStream().close();
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "too long");
            final String text = Files.readString(output);
            assertEquals(status, process.exitValue(), text);
            return text;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private void write(String body) throws IOException {
        Files.writeString(directory.resolve("Main.java"), """
            import static org.jshmem.Shmem.*;
            import org.jshmem.*;
            import org.jshmem.messages.*;
            void main(String... arguments) throws Exception {
                try (var _ = init()) {
                    %s
                }
            }
            static void compute(long us) {
                final long until = System.nanoTime() + us * 1000;
                while (System.nanoTime() < until) Thread.onSpinWait();
            }
            """.formatted(body));
    }

    private Timeline trace(String option, String... arguments) throws Exception {
        final List<String> command = new ArrayList<>(List.of("shmemrun", option, "job.pftrace"));
        command.addAll(List.of(arguments));
        final String text = run(0, command.toArray(String[]::new));
        assertTrue(text.contains("Open it in https://ui.perfetto.dev"), text);
        assertFalse(Files.exists(directory.resolve("job.pftrace.parts")));
        return PerfettoReader.read(directory.resolve("job.pftrace"));
    }

    private Timeline traceToken(String option, String buffer, int pes, int hops) throws Exception {
        return trace(
                option,
                "-x",
                "SHMEM_TRACE_BUFFER=" + buffer,
                "-np",
                Integer.toString(pes),
                "-cp",
                Path.of("target/test-classes").toAbsolutePath().toString(),
                TokenRoute.class.getName(),
                Integer.toString(hops),
                directory.toString());
    }

    /** A word that is there before the PE looks at it is not waited for. */
    @Tag(Draw.DRAWN)
    @ParameterizedTest
    @CsvSource({"2, --trace-all, 40000", "3, --trace, 20000"})
    void shouldShowWhichOperationEndedWhichWait(int pes, String option, int hops) throws Exception {
        final Timeline timeline = traceToken(option, "64M", pes, hops);
        assertEquals(0, timeline.pes().stream().mapToLong(Timeline.Pe::dropped).sum());
        final long arrows = TokenRoute.waitArrows(timeline);
        assertTrue(arrows >= hops / 5, arrows + " arrows of " + hops + " hops");
        assertEquals(0, TokenRoute.wrongArrows(timeline, hops));
    }

    @Test
    void shouldNameASlowPe() throws Exception {
        write("""
            final SymmetricLongs word = callocLongs(1);
            for (int i = 1; i <= 120; i++) {
                Thread.sleep(myPe() == 1 ? 20 : 1);
                p(word, i, (myPe() + 1) % nPes());
                waitUntil(word, Cmp.GE, i);
            }
            """);
        final String report = Report.of(trace("--trace", "-np", "3", "Main.java"));
        assertTrue(report.contains("Load: PE 1 computed longest"), report);
        assertTrue(report.contains("Waits: others waited most for PE 1"), report);
        assertTrue(report.contains("  on PE 1, until "), report);
    }

    @Test
    @Tag(Draw.DRAWN)
    void shouldNameALockThatSerialises() throws Exception {
        write("""
            final SymmetricLongs lock = callocLongs(1);
            for (int i = 1; i <= 40; i++) {
                setLock(lock);
                compute(2000);
                clearLock(lock);
                compute(100);
            }
            """);
        final String report = Report.of(trace("--trace", "-np", "3", "Main.java"));
        assertTrue(
                report.contains(" for the lock at element 0 of 1 longs at heap offset 0, set at"
                        + " Main.main(Main.java:8). It was held 120 times, "),
                report);
    }

    @Test
    @Tag(Draw.DRAWN)
    void shouldNameALateSender() throws Exception {
        write("""
            try (Messages messages = Messages.on(TEAM_WORLD)) {
                final long[] data = new long[10];
                for (int i = 0; i < 40; i++) {
                    if (myPe() == 2) Thread.sleep(20);
                    messages.send(data, (myPe() + 1) % nPes(), i);
                    messages.recv(data, i % 2 == 0 ? Messages.ANY_PE : (myPe() + nPes() - 1) % nPes(), i);
                }
            }
            """);
        final Timeline timeline = trace("--trace", "-np", "3", "Main.java");
        final String report = Report.of(timeline);
        assertTrue(
                report.matches("(?s).*Waits: others waited most for PE 2, .* the largest part in recv at"
                        + " Main.main\\(Main.java:11\\).*"),
                report);
        final List<Timeline.Arrow> sends = timeline.arrows().stream()
                .filter(arrow -> arrow.what().equals("send"))
                .toList();
        assertTrue(sends.size() >= 80, report);
        for (Timeline.Arrow send : sends) {
            final int from = timeline.tracks().get(send.fromTrack()).pe();
            assertEquals((from + 1) % 3, timeline.tracks().get(send.toTrack()).pe());
        }
    }

    /** Messages of the same sender and tag, which differ in size; requests are completed in several orders. */
    @Tag(Draw.DRAWN)
    @Test
    void shouldShowWhichMessageEndedWhichRequest() throws Exception {
        write("""
            final int other = 1 - myPe();
            final Request[] sends = new Request[4];
            final Request[] receives = new Request[4];
            final long[][] data = new long[4][5000];
            final var random = new java.util.Random(myPe());
            try (Messages messages = Messages.on(TEAM_WORLD);
                    Request again = messages.recvInit(data[0], other, 7)) {
                for (int i = 0; i < 4000; i += 4) {
                    again.start();
                    receives[0] = again;
                    for (int j = 1; j < 4; j++) receives[j] = messages.irecv(data[j], other, 7);
                    compute(random.nextInt(50));
                    for (int j = 0; j < 4; j++) {
                        sends[j] = messages.isend(new long[i + j + 1], other, 7);
                        if (random.nextInt(4) == 0) compute(random.nextInt(30));
                    }
                    switch (i / 4 % 4) {
                        case 0 -> Request.awaitAll(receives);
                        case 1 -> { for (int j = 3; j >= 0; j--) receives[j].await(); }
                        case 2 -> { while (Request.awaitAny(receives) >= 0) ; }
                        default -> { for (int j = 0; j < 4; j++) while (!receives[j].test()) ; }
                    }
                    Request.awaitAll(sends);
                }
            }
            """);
        final Timeline timeline = trace("--trace", "-x", "SHMEM_TRACE_BUFFER=64M", "-np", "2", "Main.java");
        int ends = 0;
        for (Timeline.Arrow arrow : timeline.arrows()) {
            if (arrow.what().equals("send")) {
                final Slices sender = timeline.tracks().get(arrow.fromTrack()).slices();
                final Slices receiver = timeline.tracks().get(arrow.toTrack()).slices();
                final int end = lastMessage(receiver, arrow.toNs(), true);
                assertEquals("await", receiver.name(end));
                assertEquals(receiver.bytes(end), sender.bytes(lastMessage(sender, arrow.fromNs(), false)));
                assertEquals(timeline.tracks().get(arrow.fromTrack()).pe(), receiver.peer(end));
                ends++;
            }
        }
        assertTrue(ends > 800, ends + " of 8000 messages have arrows");
    }

    @Test
    @Tag(Draw.DRAWN)
    void shouldNameWhoStartsANonblockingCollectiveLate() throws Exception {
        write("""
            final NonblockingCollectives world = NonblockingCollectives.on(TEAM_WORLD);
            final SymmetricLongs sums = callocLongs(1000);
            for (int i = 0; i < 40; i++) {
                if (myPe() == 2) Thread.sleep(20);
                final CollectiveRequest sum = world.sumReduceNb(1L);
                final CollectiveRequest array = world.sumReduceNb(sums, sums, 1000);
                switch (i % 3) {
                    case 0 -> { array.await(); sum.await(); }
                    case 1 -> { if (sum.longResult() != 3) throw new AssertionError(); array.close(); }
                    default -> { while (!sum.test()) ; CollectiveRequest.awaitAll(array); }
                }
            }
            """);
        final Timeline timeline = trace("--trace", "-np", "3", "Main.java");
        final String report = Report.of(timeline);
        assertTrue(report.contains("Waits: others waited most for PE 2"), report);
        final List<Timeline.Arrow> starts = timeline.arrows().stream()
                .filter(arrow -> arrow.what().equals("sumReduceNb"))
                .filter(arrow -> timeline.tracks().get(arrow.fromTrack()).pe() == 2)
                .toList();
        assertTrue(starts.size() >= 30, report); // another PE may be late, too, on a busy machine
    }

    private static int lastMessage(Slices slices, long time, boolean isEnd) {
        for (int i = slices.size() - 1; i >= 0; i--) {
            if (slices.category(i) == Category.MESSAGE
                    && slices.begin(i) <= time
                    && (isEnd ? slices.end(i) == time : slices.end(i) >= time)) {
                return i;
            }
        }
        throw new AssertionError("no message at " + time);
    }

    /** The launcher makes the trace of what the PEs have left. */
    @Test
    void shouldLeaveATraceOfAJobThatIsKilled() throws Exception {
        write("""
            final SymmetricLongs word = callocLongs(1);
            for (int i = 1; i <= 50; i++) {
                p(word, i, (myPe() + 1) % nPes());
                waitUntil(word, Cmp.GE, i);
            }
            if (myPe() == 1) {
                Thread.sleep(300);
                Runtime.getRuntime().halt(9);
            }
            barrierAll();
            """);
        final String text = run(9, "shmemrun", "--trace", "job.pftrace", "-np", "3", "Main.java");
        assertTrue(text.contains("PEs 0, 1, 2 did not shut the library down."), text);
        assertTrue(text.contains("  At the end, PEs 0, 2 were in barrierAll"), text);
        assertTrue(text.contains("  At the end, PE 1 was outside of the library"), text);
        assertTrue(TokenRoute.waitArrows(PerfettoReader.read(directory.resolve("job.pftrace"))) >= 20, text);
    }

    @Test
    @Tag(Draw.DRAWN)
    void shouldKeepTheLatestRecordsInABoundedBuffer() throws Exception {
        final Timeline timeline = traceToken("--trace-all", "64K", 2, 20_000);
        assertTrue(timeline.pes().stream().allMatch(pe -> pe.dropped() > 1000));
        assertTrue(TokenRoute.waitArrows(timeline) > 100);
        assertEquals(0, TokenRoute.wrongArrows(timeline, 20_000));
        assertTrue(Report.of(timeline).contains(" of the oldest events were overwritten: "));
    }

    @Test
    @Tag(Draw.DRAWN)
    void shouldMakeAPage() throws Exception {
        write("barrierAll();");
        final Timeline timeline = trace("--trace", "-np", "2", "Main.java");
        final String printed = run(0, "shmem-trace", "job.pftrace", "--html");
        assertEquals(Report.of(timeline) + "\nwrote job.pftrace.html\n", printed);
        assertTrue(Files.readString(directory.resolve("job.pftrace.html")).contains("<title>Main: time line"));
        assertTrue(run(1, "shmem-trace", "Main.java")
                .contains("shmem-trace: Main.java cannot be read: this is no trace of a JSHMEM job"));
    }

    /**
     * Each time that the library is started has a trace of its own, and the next job can be traced again. The records
     * of another job, whose trace has a longer name, stay.
     */
    @Test
    @Tag(Draw.DRAWN)
    void shouldTraceEachStartOfTheLibrary() throws Exception {
        write("barrierAll(); shutdown(); init(); barrierAll();");
        final Path other = Files.createDirectory(directory.resolve("job.pftrace.2.parts"));
        Files.createFile(other.resolve("pe-0.names"));
        for (int job = 0; job < 2; job++) {
            trace("--trace", "-np", "2", "Main.java");
            assertEquals(
                    2,
                    PerfettoReader.read(directory.resolve("job.pftrace.2"))
                            .pes()
                            .size());
            assertFalse(Files.exists(directory.resolve("job.pftrace.parts")));
            assertTrue(Files.exists(other.resolve("pe-0.names")));
        }
    }

    @Test
    @Tag(Draw.DRAWN)
    void shouldRefuseWhatCannotBeWritten() throws Exception {
        final String missing = run(2, "shmemrun", "--trace", "none/job.pftrace", "-np", "2", "hello");
        assertTrue(missing.contains("--trace none/job.pftrace is no file that can be written"), missing);
        Files.createDirectory(directory.resolve("job.pftrace.parts"));
        final String left = run(2, "shmemrun", "--trace", "job.pftrace", "-np", "2", "hello");
        assertTrue(left.contains("another job has left its records in "), left);
        final String twice = run(2, "shmemrun", "--trace", "a", "--trace-all", "b", "-np", "2", "hello");
        assertTrue(twice.contains("--trace and --trace-all both name a trace; leave one out"), twice);
    }

    @Test
    @Tag(Draw.DRAWN)
    void shouldSayThatThereIsNothingToTrace() throws Exception {
        Files.writeString(directory.resolve("Main.java"), "void main() { IO.println(5); }");
        final String text = run(0, "shmemrun", "--trace", "job.pftrace", "-np", "2", "Main.java");
        assertTrue(text.contains("shmemrun: no PE has started the library; there is no trace"), text);
        assertFalse(Files.exists(directory.resolve("job.pftrace")));
        assertFalse(Files.exists(directory.resolve("job.pftrace.parts")));
        final String percent = run(2, "shmemrun", "--trace", "a%b", "-np", "2", "Main.java");
        assertTrue(percent.contains("--trace a%b: the name must not contain"), percent);
    }
}
