package org.jshmem.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The trace of a job. The PEs leave their records in a directory beside it, however they end, and the launcher has the
 * trace made of these after the job.
 */
final class JobTrace {
    private static final String TOOL = "trace";
    private static final String FILE = "SHMEM_TRACE";
    private static final String ALL = "SHMEM_TRACE_ALL";
    private static final String PARTS = ".parts";

    /** What the JVMs of the PEs log. */
    private static final String LOGGED = "gc,safepoint,jit+compilation=debug";

    private final Path file;
    private final Path parts;
    private final boolean isAll;
    private final List<Path> classPath;

    private JobTrace(Path file, boolean isAll, List<Path> classPath) {
        this.file = file;
        this.parts = Path.of(file + PARTS);
        this.isAll = isAll;
        this.classPath = classPath;
    }

    /** Finds out whether the trace can be written. */
    static JobTrace prepare(LaunchOptions.Tracing wanted, List<Path> classPath) {
        final Path file = Path.of(wanted.file()).toAbsolutePath();
        if (file.toString().indexOf('"') >= 0 || file.toString().indexOf('%') >= 0) {
            throw new UsageException("--trace " + wanted.file()
                    + ": the name must not contain \" or %, which the JVM's logging reads, but " + file
                    + " does; use another one");
        }
        if (Files.isDirectory(file) || !Files.isWritable(file.getParent())) {
            throw new UsageException("--trace " + wanted.file()
                    + " is no file that can be written; name a file in a directory that you may write to");
        }
        final JobTrace trace = new JobTrace(file, wanted.isAll(), classPath);
        final List<Path> left;
        try {
            left = trace.allParts();
        } catch (IOException e) {
            throw new UsageException("--trace " + file + ": the directory cannot be read (" + e.getMessage() + ")");
        }
        if (!left.isEmpty()) {
            throw new UsageException(
                    "--trace " + wanted.file() + ": another job has left its records in " + left.getFirst()
                            + "; make a trace of them by shmem-trace " + left.getFirst() + ", or remove them");
        }
        return trace;
    }

    /** Directories of records: a job that starts the library again has a further one each time. */
    private List<Path> allParts() throws IOException {
        final Pattern name =
                Pattern.compile(Pattern.quote(file.getFileName().toString()) + "(\\.\\d+)?" + Pattern.quote(PARTS));
        try (Stream<Path> beside = Files.list(file.getParent())) {
            return beside.filter(
                            one -> name.matcher(one.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }

    /** The options by which the PEs record, and their JVMs log. */
    LaunchOptions in(LaunchOptions options) {
        try {
            Files.createDirectory(
                    parts, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new UsageException(
                    "--trace " + file + ": the directory " + parts + " cannot be made (" + e.getMessage() + ")");
        }
        LauncherSignals.endAfter(this::removeWithoutRecords);
        return options.with(
                        ToolNames.option(options, TOOL), Map.of(FILE, file.toString(), ALL, Boolean.toString(isAll)))
                .with("-Xlog:" + LOGGED + ":file=\"" + parts + "/pe-%{pe}.jvm\":tn:filecount=0", Map.of())
                .with("-Dorg.jshmem.trace.jvm=logged", Map.of());
    }

    /** Whether a PE has left something; if not, removes what its JVM has logged. */
    private static boolean hasRecords(Path directory) throws IOException {
        final List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.toList();
        }
        if (files.stream().anyMatch(file -> file.toString().endsWith(".names"))) {
            return true;
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(directory);
        return false;
    }

    /** Leaves records for {@code shmem-trace}, and nothing that would keep the next job from being traced. */
    private void removeWithoutRecords() {
        try {
            hasRecords(parts);
        } catch (IOException e) {
            // It is not there, or cannot be removed; the next job says so.
        }
    }

    /**
     * Makes the trace of what the PEs have left, and one for each further time that they have started the library.
     *
     * @return false, after a message, if one could not be made
     */
    boolean finish() throws InterruptedException {
        boolean isMade = true;
        try {
            for (Path directory : allParts()) {
                final String name = directory.toString();
                isMade &= finish(directory, name.substring(0, name.length() - PARTS.length()));
            }
        } catch (IOException e) {
            System.err.println("shmemrun: the traces of " + parts + " cannot be made: " + e.getMessage());
            return false;
        }
        return isMade;
    }

    private boolean finish(Path directory, String trace) throws InterruptedException {
        try {
            if (!hasRecords(directory)) {
                System.err.println("shmemrun: no PE has started the library; there is no trace");
                return true;
            }
            final List<String> command = new ArrayList<>(Installation.serialJavaCommand());
            command.addAll(List.of(
                    "-XX:TieredStopAtLevel=1",
                    "-XX:MaxRAMPercentage=60",
                    "-cp",
                    ProgramFinder.joined(classPath),
                    "org.jshmem.trace.TraceEnd",
                    directory.toString(),
                    trace));
            return new ProcessBuilder(command).inheritIO().start().waitFor() == ExitStatus.SUCCESS;
        } catch (IOException e) {
            System.err.println("shmemrun: the trace " + trace + " cannot be made: " + e.getMessage()
                    + "; run shmem-trace " + directory);
            return false;
        }
    }
}
