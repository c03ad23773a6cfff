package org.jshmem.junit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

/** What PEs say of a test, and what is made of it, without PEs. */
@Timeout(60)
class PeReportTest {
    @TempDir
    private Path directory;

    @Test
    void shouldSayHowATestHasEnded() throws IOException {
        PeReport.write(directory, 3, PeReport.Outcome.PASSED, null);
        PeReport.write(directory, 4, PeReport.Outcome.ABORTED, "é".repeat(70_000));
        assertEquals(new PeReport(PeReport.Outcome.PASSED, null, List.of()), PeReport.read(directory, 3));
        assertEquals(
                new PeReport(PeReport.Outcome.ABORTED, "é".repeat(70_000), List.of()), PeReport.read(directory, 4));
        assertFalse(PeReport.exists(directory, 0));
        assertEquals(new PeReport(PeReport.Outcome.MISSING, "", List.of()), PeReport.read(directory, 0));
        try (var files = Files.list(directory)) {
            assertEquals(2, files.count(), "nothing is unfinished");
        }
    }

    @Test
    void shouldSayHowATestHasFailed() throws IOException {
        final StackTraceElement[] stack = {
            new StackTraceElement("org.junit.jupiter.api.Assertions", "fail", "Assertions.java", 5),
            new StackTraceElement("org.jshmem.Shmem", "put", "Shmem.java", 6),
            new StackTraceElement("com.example.Ring", "send", null, -1),
            new StackTraceElement("com.example.Ring", "main", "Ring.java", 8)
        };
        final Throwable plain = new IllegalStateException("one", new IOException("below", new Error("deep")));
        final List<StackTraceElement> all = new ArrayList<>(List.of(stack)); // and those that have called the test
        all.add(new StackTraceElement(PeInvocation.class.getName(), "interceptTestMethod", "PeInvocation.java", 9));
        all.add(new StackTraceElement("org.junit.platform.launcher.core.Launcher", "execute", "Launcher.java", 10));
        all.add(new StackTraceElement(TestedPe.class.getName(), "main", "TestedPe.java", 11));
        plain.setStackTrace(all.toArray(StackTraceElement[]::new));
        final AssertionFailedError failed = new AssertionFailedError("two", 5, null);
        failed.setStackTrace(new StackTraceElement[0]);
        PeReport.write(directory, 1, List.of(plain, failed, new AssertionFailedError("three")));
        final PeReport report = PeReport.read(directory, 1);
        assertEquals(PeReport.Outcome.FAILED, report.outcome());
        assertEquals("", report.text());
        assertEquals(3, report.failures().size());
        final PeFailure first = report.failures().getFirst();
        assertEquals(
                "PE 1: java.lang.IllegalStateException: one" + System.lineSeparator() + "    at " + stack[2],
                first.getMessage());
        assertArrayEquals(stack, first.getStackTrace());
        assertFalse(first.isExpectedDefined() || first.isActualDefined(), "nothing was compared");
        assertEquals("java.io.IOException: below", first.getCause().getMessage());
        assertEquals("java.lang.Error: deep", first.getCause().getCause().getMessage());
        assertNull(first.getCause().getCause().getCause());
        final PeFailure second = report.failures().get(1);
        assertEquals("PE 1: org.opentest4j.AssertionFailedError: two", second.getMessage());
        assertEquals("5", second.getExpected().getStringRepresentation());
        assertTrue(second.isExpectedDefined() && second.isActualDefined(), "both");
        assertEquals("null", second.getActual().getStringRepresentation());
        assertNull(second.getCause());
    }

    @Test
    void shouldKeepSuppressedExceptionsAndEndCircles() throws IOException {
        final Throwable first = new IllegalStateException("first");
        final Throwable second = new IllegalStateException("second", first);
        first.initCause(second);
        first.addSuppressed(new IOException("closing", new Error("deep")));
        first.addSuppressed(second);
        PeReport.write(directory, 0, List.of(first));
        final PeFailure failure = PeReport.read(directory, 0).failures().getFirst();
        assertEquals(
                "java.lang.IllegalStateException: second", failure.getCause().getMessage());
        assertNull(failure.getCause().getCause());
        assertEquals(1, failure.getSuppressed().length);
        assertEquals("java.io.IOException: closing", failure.getSuppressed()[0].getMessage());
        assertEquals(
                "java.lang.Error: deep", failure.getSuppressed()[0].getCause().getMessage());
    }

    @Test
    void shouldKeepTheLastLines() {
        final LastLines lines = new LastLines();
        assertEquals("", lines.text());
        IntStream.rangeClosed(1, 30).forEach(i -> lines.add("line " + i));
        assertEquals(30, lines.text().lines().count());
        lines.add("\tat java.lang.Thread.run(Thread.java:1)");
        lines.add("line 31");
        assertEquals(
                IntStream.rangeClosed(2, 31).mapToObj(i -> "line " + i).toList(),
                lines.text().lines().filter(line -> line.startsWith("line")).toList());
    }

    /** Frames of the JDK, of JUnit and of the library's own. */
    @Test
    void shouldLeaveOutFramesOfOthers() {
        final LastLines lines = new LastLines();
        for (String name : List.of(
                "java.util.List.of",
                "jdk.internal.X.y",
                "org.junit.A.b",
                "org.jshmem.internal.C.d",
                "org.jshmem.posix.E.f",
                "org.jshmem.bootstrap.G.h",
                "org.jshmem.junit.TestedPe.run")) {
            lines.add("    at " + name + "(X.java:1)");
        }
        lines.add("\t... 5 more");
        final List<String> kept = List.of(
                "    at org.jshmem.Shmem.put(Shmem.java:1)",
                "    at org.jshmem.junit.Samples.fails(Samples.java:1)",
                "    at com.example.Ring.send(Ring.java:8)",
                "at java.util.List.of is no frame",
                "... 5 more");
        kept.forEach(lines::add);
        assertEquals(kept, lines.text().lines().toList());
    }

    /** Annotations, which nobody runs. */
    interface Annotated {
        @ShmemTest(
                pes = {1, 3},
                routes = {Route.CMA, Route.NETWORK})
        void several();

        @ShmemTest(pes = {})
        void noPes();

        @ShmemTest(routes = {})
        void noRoutes();

        @ShmemTest(pes = {1, 2})
        void oneRoute();
    }

    private static List<String> names(String method) throws ReflectiveOperationException {
        return Setup.of(Annotated.class.getDeclaredMethod(method).getAnnotation(ShmemTest.class))
                .map(Setup::displayName)
                .toList();
    }

    @Test
    void shouldNameEachSetup() throws Exception {
        assertEquals(List.of("1 PE, CMA", "3 PEs, CMA", "1 PE, NETWORK", "3 PEs, NETWORK"), names("several"));
        assertEquals(List.of("1 PE", "2 PEs"), names("oneRoute"));
        for (String method : List.of("noPes", "noRoutes")) {
            assertEquals(
                    "@ShmemTest has no pes or no routes; name at least one",
                    assertThrows(ExtensionConfigurationException.class, () -> names(method))
                            .getMessage());
        }
    }
}
