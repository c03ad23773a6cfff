package org.jshmem.trace;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The program {@code shmem-trace}: says where the time of a traced job went, and makes a page of the trace. */
@Command(
        name = "shmem-trace",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Says where the time of a job went that shmemrun --trace has traced.",
        footer = {
            "",
            "If a job was killed with its launcher, name the directory FILE.parts that the PEs have left: the trace is"
                    + " then made of that."
        })
public final class ShmemTrace implements Callable<Integer> {
    private static final PrintStream OUT = System.out;
    private static final int FAILURE = 1;

    @Parameters(paramLabel = "FILE", description = "The trace, such as job.pftrace.")
    private Path file;

    @Option(
            names = "--html",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "PAGE",
            description = "Write a page with the time line for the browser, by default beside the trace.")
    private String page;

    /** Called by picocli. */
    private ShmemTrace() {}

    /**
     * Runs the program.
     *
     * @param arguments of the command line
     */
    public static void main(String[] arguments) {
        System.exit(execute(arguments));
    }

    /** As a command; returns its status. */
    static int execute(String... arguments) {
        return new CommandLine(new ShmemTrace()).execute(arguments);
    }

    @Override
    public Integer call() {
        try {
            final Timeline timeline = read();
            if (timeline == null) {
                return FAILURE;
            }
            final String report = Report.of(timeline);
            OUT.print(report);
            return page == null ? 0 : writePage(timeline, report, Path.of(page.isEmpty() ? file + ".html" : page));
        } catch (NoSuchFileException e) {
            System.err.println("shmem-trace: " + e.getFile()
                    + (e.getReason() == null ? ": there is no such file" : ": " + e.getReason()));
            return FAILURE;
        } catch (IOException e) {
            // The message of most exceptions of files is only the file's name.
            System.err.println("shmem-trace: " + file + " cannot be read: "
                    + (e instanceof FileSystemException ? e : e.getMessage()));
            return FAILURE;
        } catch (OutOfMemoryError e) {
            System.err.println("shmem-trace: " + file + " is too large for the memory of this process; run it on a"
                    + " machine with more, or trace with a smaller SHMEM_TRACE_BUFFER");
            return FAILURE;
        }
    }

    private static int writePage(Timeline timeline, String report, Path html) {
        try {
            TimelinePage.write(timeline, report, html);
        } catch (IOException e) {
            System.err.println("shmem-trace: the page cannot be written: " + e);
            return FAILURE;
        }
        OUT.println();
        OUT.println("wrote " + html);
        return 0;
    }

    /** Reads a trace, or makes it of the records; null if it cannot be written, which the user has been told. */
    private Timeline read() throws IOException {
        if (!Files.isDirectory(file)) {
            return PerfettoReader.read(file);
        }
        final Path directory = file.toRealPath();
        final Timeline timeline = Assembly.read(directory);
        file = Parts.fileOf(directory);
        try {
            PerfettoWriter.write(timeline, file);
        } catch (IOException e) {
            System.err.println("shmem-trace: " + file + " cannot be written: " + e + "; the records in " + directory
                    + " are kept");
            return null;
        }
        final String running = running(timeline);
        if (running != null) {
            OUT.println("wrote " + file + " of what was recorded until now; " + running
                    + ", so the records are kept in " + directory);
        } else {
            TraceEnd.remove(directory);
            OUT.println("wrote " + file + ", and removed the records that it was made of");
        }
        return timeline;
    }

    /** In words, which PE runs, or may run where this process cannot see it; null if all have ended. */
    private static String running(Timeline timeline) {
        for (Timeline.Pe pe : timeline.pes()) {
            if (!pe.isComplete() && !pe.node().equals(TracingProvider.host())) {
                return "PE " + pe.number() + " on " + pe.node() + " has not ended its records and may still run";
            }
            if (!pe.isComplete() && ProcessHandle.of(pe.pid()).isPresent()) {
                return "PE " + pe.number() + " still runs";
            }
        }
        return null;
    }
}
