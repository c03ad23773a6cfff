package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command that reads traces. */
@Timeout(60)
class ShmemTraceTest {
    @TempDir
    private Path directory;

    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private PrintStream before;

    @BeforeEach
    void listen() {
        before = System.err;
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void listenNoMore() {
        System.setErr(before);
    }

    private String errors() {
        final String text = errors.toString(StandardCharsets.UTF_8);
        errors.reset();
        return text;
    }

    /** What a job of one PE has left. */
    private Path parts(String name) throws IOException {
        final Path parts = Files.createDirectory(directory.resolve(name));
        final PeFiles pe = new PeFiles(parts, 0, 1, "here", 0);
        pe.names.tell("begin", 1000);
        pe.event(pe.thread("main"), Layout.OPERATION, "put", 0, 1100, 1200, 16, 65, 0);
        pe.end(2000);
        return parts;
    }

    @Test
    void shouldMakeATraceOfWhatAJobHasLeft() throws IOException {
        final Path parts = parts("job.pftrace.parts");
        assertEquals(0, ShmemTrace.execute(parts.toString()), errors());
        assertFalse(Files.exists(parts));
        final Timeline timeline = PerfettoReader.read(directory.resolve("job.pftrace"));
        assertEquals("put", timeline.tracks().getFirst().slices().name(0));

        final Path other = parts("other");
        assertEquals(0, ShmemTrace.execute(other.toString(), "--html"), errors());
        assertFalse(Files.exists(other));
        assertTrue(Files.exists(directory.resolve("other.pftrace")));
        assertTrue(Files.exists(directory.resolve("other.pftrace.html")), "beside the trace, not the records");
    }

    /** Somebody looks at a job that hangs, which goes on to record. */
    @Test
    void shouldKeepTheRecordsOfAJobThatRuns() throws IOException {
        final Path parts = Files.createDirectory(directory.resolve("running.parts"));
        final PeFiles pe = new PeFiles(parts, 0, 1, TracingProvider.host(), 0);
        pe.names.tell("begin", 1000);
        pe.event(pe.thread("main"), Layout.OPERATION, "put", 0, 1100, 1200, 16, 65, 0);
        final Path names = parts.resolve("pe-0.names");
        final String pid = Long.toString(ProcessHandle.current().pid());
        Files.writeString(names, Files.readString(names).replace("\t1000\tMain", "\t" + pid + "\tMain"));
        assertEquals(0, ShmemTrace.execute(parts.toString()), errors());
        assertTrue(Files.exists(names), "the records are kept");
        assertTrue(Files.exists(directory.resolve("running")));
    }

    /** Whether its process is there cannot be seen from here. */
    @Test
    void shouldKeepTheRecordsOfAPeElsewhereThatHasNotEndedThem() throws IOException {
        final Path parts = Files.createDirectory(directory.resolve("elsewhere.parts"));
        final PeFiles pe = new PeFiles(parts, 0, 1, "another-host", 0);
        pe.names.tell("begin", 1000);
        pe.event(pe.thread("main"), Layout.OPERATION, "put", 0, 1100, 1200, 16, 65, 0);
        assertEquals(0, ShmemTrace.execute(parts.toString()), errors());
        assertTrue(Files.exists(parts.resolve("pe-0.names")), "the records are kept");
        assertTrue(Files.exists(directory.resolve("elsewhere")));
    }

    @Test
    void shouldKeepTheRecordsIfTheTraceCannotBeWritten() throws IOException {
        final Path file = Files.createDirectory(directory.resolve("job.pftrace"));
        final Path parts = parts("job.pftrace.parts");
        assertEquals(1, ShmemTrace.execute(parts.toString()));
        final String errors = errors();
        assertTrue(errors.startsWith("shmem-trace: " + file.toRealPath() + " cannot be written: "), errors);
        assertTrue(Files.exists(parts.resolve("pe-0.names")));
    }

    @Test
    void shouldWriteThePageWhereTheUserWantsIt() throws IOException {
        assertEquals(0, ShmemTrace.execute(parts("job.parts").toString()), errors());
        final String trace = directory.resolve("job").toString();
        assertEquals(0, ShmemTrace.execute(trace), errors());
        assertFalse(Files.exists(directory.resolve("job.html")));
        assertEquals(0, ShmemTrace.execute(trace, "--html"), errors());
        assertTrue(Files.exists(directory.resolve("job.html")));
        final Path page = directory.resolve("page.htm");
        assertEquals(0, ShmemTrace.execute(trace, "--html=" + page), errors());
        assertTrue(Files.readString(page).contains("<title>"));
    }

    @Test
    void shouldSayThatItCannotWriteThePage() throws IOException {
        final Path nowhere = directory.resolve("none/page.html");
        assertEquals(1, ShmemTrace.execute(parts("job.parts").toString(), "--html=" + nowhere));
        final String errors = errors();
        assertTrue(errors.startsWith("shmem-trace: the page cannot be written: "), errors);
        assertTrue(errors.contains(nowhere.toString()), errors);
    }

    /** Slices, instants and counters on tracks that a JSHMEM job does not have. */
    @Test
    void shouldNotTakeTheTraceOfAnotherProgram() throws IOException {
        final Path trace = directory.resolve("other.pftrace");
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int type = Perfetto.TYPE_BEGIN; type <= Perfetto.TYPE_COUNTER; type++) {
            // Field 11, a track event, of field 9, its type, and field 11, its track.
            final byte[] event = {9 << 3, (byte) type, 11 << 3, 77};
            bytes.writeBytes(new byte[] {1 << 3 | 2, (byte) (event.length + 2), 11 << 3 | 2, (byte) event.length});
            bytes.writeBytes(event);
        }
        Files.write(trace, bytes.toByteArray());
        assertEquals(1, ShmemTrace.execute(trace.toString()));
        final String errors = errors();
        assertTrue(errors.contains("this is no trace of a JSHMEM job; name a file that"), errors);
    }

    @Test
    void shouldSayWhatItCannotRead() throws IOException {
        final Path missing = directory.resolve("missing");
        assertEquals(1, ShmemTrace.execute(missing.toString()));
        assertEquals("shmem-trace: " + missing + ": there is no such file\n", errors());
        final Path text = Files.writeString(directory.resolve("text"), "no trace");
        assertEquals(1, ShmemTrace.execute(text.toString()));
        assertTrue(errors().startsWith("shmem-trace: " + text + " cannot be read: this is no trace of a JSHMEM job"));
        final Path empty = Files.createDirectory(directory.resolve("empty"));
        assertEquals(1, ShmemTrace.execute(empty.toString()));
        assertTrue(errors().startsWith("shmem-trace: " + empty), "a directory without records");
        assertTrue(Files.exists(empty));
        assertEquals(2, ShmemTrace.execute());
        assertTrue(errors().contains("Missing required parameter: 'FILE'"));
    }

    /** The process that makes the trace of a job. */
    @Test
    void shouldMakeTheTraceOfAJob() throws Exception {
        final Path parts = parts("ended.parts");
        final Path file = directory.resolve("ended");
        TraceEnd.main(new String[] {parts.toString(), file.toString()});
        final String text = errors();
        assertEquals(
                Report.of(PerfettoReader.read(file)) + "\nThe trace is in " + file
                        + ". Open it in https://ui.perfetto.dev, or make a page of it: shmem-trace " + file
                        + " --html\n",
                text);
        assertFalse(Files.exists(parts));
    }

    @Test
    void shouldSayThatATraceCannotBeMade() throws Exception {
        final Path parts = Files.createDirectory(directory.resolve("none"));
        final Path file = directory.resolve("file");
        final Process end = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TraceEnd.class.getName(),
                        parts.toString(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        final String text = new String(end.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, end.waitFor(), text);
        assertTrue(text.startsWith("the trace " + file + " cannot be made of the records in " + parts + ": "), text);
        assertTrue(Files.exists(parts), "what may be there is kept");
        final String home = System.getProperty("java.home");
        System.setProperty("java.home", directory.toString());
        try {
            TraceEnd.run(parts, file);
        } finally {
            System.setProperty("java.home", home);
        }
        final String failed = errors();
        assertTrue(failed.startsWith("the trace " + file + " cannot be made: java.io.IOException"), failed);
        assertTrue(failed.endsWith("; run shmem-trace " + parts + "\n"), failed);
    }
}
