package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The directory of a trace, before and after the job. */
@Timeout(30)
class JobTraceTest {
    @TempDir
    private Path directory;

    private JobTrace prepare(String name, boolean isAll) {
        return JobTrace.prepare(
                new LaunchOptions.Tracing(directory + "/" + name, isAll),
                List.of(directory.resolve("classes"), StandIns.classes()));
    }

    private String refused(String name) {
        return assertThrows(UsageException.class, () -> prepare(name, false)).getMessage();
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static LaunchOptions options() {
        return new CommandLineParser(Map.of()).parse("-np", "2", "-J-Xmx1g", "-x", "A=b", "Main");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\"b", "a%b"})
    void shouldRefuseANameThatLoggingReads(String name) {
        final String message = refused(name);
        assertTrue(message.startsWith("--trace " + directory + "/" + name + ": the name must not contain"), message);
    }

    @Test
    void shouldNeedAFileThatItCanWrite() throws IOException {
        Files.createDirectory(directory.resolve("here"));
        for (String name : List.of("here", "none/job")) {
            final String message = refused(name);
            assertTrue(
                    message.startsWith("--trace " + directory + "/" + name + " is no file that can be written; "),
                    message);
        }
    }

    /** Of any of the times that it has started the library. */
    @ParameterizedTest
    @ValueSource(strings = {"job.parts", "job.parts/2", "job.parts/10"})
    void shouldNotMixTheRecordsOfTwoJobs(String name) throws IOException {
        final Path other = Files.createDirectories(directory.resolve(name));
        Files.createFile(other.resolve("pe-0.names"));
        final String message = refused("job");
        assertTrue(message.contains(": another job has left its records in " + other + "; "), message);
    }

    /** Whatever it has in it: a JVM may have logged before any PE started the library. */
    @Test
    void shouldRefuseADirectoryOfAnotherJobWithoutRecords() throws IOException {
        final Path other = Files.createDirectory(directory.resolve("job.parts"));
        Files.createDirectory(other.resolve("2"));
        final String message = refused("job");
        assertTrue(message.contains(": another job has left its records in " + other + "; "), message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"job", "job.2.parts", "jobs.parts", "job.x.parts", "job.parts.txt", "a.job.parts", "job..parts"})
    void shouldTakeOnlyItsOwnNamesForRecords(String name) throws IOException {
        Files.createFile(directory.resolve(name));
        prepare("job", false);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHavePesRecord(boolean isAll) throws IOException {
        final LaunchOptions traced = prepare("job", isAll).in(options());
        final Path parts = directory.resolve("job.parts");
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(parts)));
        assertEquals(
                Map.of("A", "b", "SHMEM_TRACE", directory + "/job", "SHMEM_TRACE_ALL", Boolean.toString(isAll)),
                traced.environment());
        assertEquals(
                List.of(
                        "-Xmx1g",
                        "-Djshmem.tool=trace",
                        "-Xlog:gc,safepoint,jit+compilation=debug:file=\"" + parts + "/pe-%{pe}.jvm\":tn:filecount=0",
                        "-Dorg.jshmem.trace.jvm=logged"),
                traced.jvmOptions());
        final var error = assertThrows(UsageException.class, () -> {
            Files.delete(parts);
            final JobTrace trace = prepare("job", isAll);
            Files.createFile(parts);
            trace.in(options());
        });
        assertTrue(error.getMessage().contains(": the directory " + parts + " cannot be made ("), error.getMessage());
    }

    /** Its PEs have not recorded anything yet. */
    @Test
    void shouldLeaveTheDirectoryOfAJobThatHasStartedAtTheSameTime() throws Exception {
        final JobTrace first = prepare("job", false);
        final JobTrace second = prepare("job", false);
        first.in(options());
        Files.writeString(directory.resolve("job.parts/pe-0.jvm"), "logged");
        assertThrows(UsageException.class, () -> second.in(options()));
        assertTrue(second.finish());
        assertEquals(List.of("job.parts"), left());
        assertTrue(Files.exists(directory.resolve("job.parts/pe-0.jvm")));
    }

    /** What the JVMs have logged is of no use then. */
    @Test
    void shouldLeaveNothingOfAJobThatHasRecordedNothing() throws Exception {
        final JobTrace trace = prepare("job", false);
        trace.in(options());
        Files.writeString(directory.resolve("job.parts/pe-0.jvm"), "logged");
        assertTrue(trace.finish());
        assertEquals(List.of(), left());
    }

    /** Of a job that has started the library twice; a stand-in makes its traces. */
    private JobTrace recordedTwice() throws IOException {
        StandIns.make(directory.resolve("classes"), "org.jshmem.trace.TraceEnd", WritesArguments.class);
        final JobTrace trace = prepare("job", false);
        trace.in(options());
        Files.createDirectory(directory.resolve("job.parts/2"));
        for (String parts : List.of("job.parts", "job.parts/2")) {
            Files.writeString(directory.resolve(parts + "/pe-0.names"), "");
        }
        return trace;
    }

    /** The program that makes a trace is a stand-in, which writes down its arguments. */
    @Test
    void shouldHaveATraceMadeForEachStartOfTheLibrary() throws Exception {
        final JobTrace trace = recordedTwice();
        assertTrue(trace.finish());
        final Path job = directory.resolve("job");
        final Path second = directory.resolve("job.2");
        assertEquals(job + ".parts " + job, Files.readString(job));
        assertEquals(job + ".parts/2 " + second, Files.readString(second));
    }

    /** The stand-in cannot write one of the two. */
    @Test
    void shouldSayThatATraceIsNotMade() throws Exception {
        final JobTrace trace = recordedTwice();
        Files.createDirectory(directory.resolve("job"));
        assertFalse(trace.finish());
        assertTrue(Files.isRegularFile(directory.resolve("job.2")), "the other one is made");
    }

    /** Writes its arguments to the file that the last one names. */
    public static class WritesArguments {
        /** For the stand-in. */
        public WritesArguments() {}

        /** Runs it. */
        public static void main(String[] args) throws IOException {
            Files.writeString(Path.of(args[args.length - 1]), String.join(" ", args));
        }
    }
}
