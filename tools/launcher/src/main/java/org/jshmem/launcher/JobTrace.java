package org.jshmem.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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

    /** Whether the directory of records is this job's. */
    private boolean isMade;

    /** Whether a signal ends the launcher. */
    private boolean isEnding;

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
        final Path left;
        try {
            left = trace.left();
        } catch (IOException e) {
            throw new UsageException("--trace " + file + ": the directory cannot be read (" + e + ")");
        }
        if (left != null) {
            throw new UsageException("--trace " + wanted.file() + ": another job has left its records in " + left
                    + "; make a trace of them by shmem-trace " + left + ", or remove them");
        }
        return trace;
    }

    /** Directories of records: a job that starts the library again has a further one in the first each time. */
    private List<Path> allParts() throws IOException {
        final List<Path> all = new ArrayList<>();
        if (Files.isDirectory(parts, LinkOption.NOFOLLOW_LINKS)) {
            all.add(parts);
            try (Stream<Path> inside = Files.list(parts)) {
                inside.filter(one -> one.getFileName().toString().matches("\\d{1,9}"))
                        .sorted(Comparator.comparingInt(JobTrace::number))
                        .forEach(all::add);
            }
        }
        return all;
    }

    /** A directory that another job has left: one with records if there is one; null if there is none. */
    private Path left() throws IOException {
        final List<Path> all = allParts();
        for (Path directory : all) {
            if (hasNames(filesOf(directory))) {
                return directory;
            }
        }
        return all.isEmpty() ? null : parts;
    }

    /** The number of a later start of the library, which is the name of its directory. */
    private static int number(Path directory) {
        return Integer.parseInt(directory.getFileName().toString());
    }

    /** The options by which the PEs record, and their JVMs log. */
    LaunchOptions in(LaunchOptions options) {
        LauncherSignals.endAfter(this::removeWithoutRecords); // before there is anything that a signal would leave
        try {
            makeParts();
        } catch (IOException e) {
            throw new UsageException("--trace " + file + ": the directory " + parts + " cannot be made (" + e + ")");
        }
        return options.with(
                        ToolNames.option(options, TOOL), Map.of(FILE, file.toString(), ALL, Boolean.toString(isAll)))
                .with("-Xlog:" + LOGGED + ":file=\"" + parts + "/pe-%{pe}.jvm\":tn:filecount=0", Map.of())
                .with("-Dorg.jshmem.trace.jvm=logged", Map.of());
    }

    private synchronized void makeParts() throws IOException {
        if (!isEnding) {
            Files.createDirectory(
                    parts, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            isMade = true;
        }
    }

    /** Whether a PE has left something; if not, removes what its JVM has logged. */
    private static boolean hasRecords(Path directory) throws IOException {
        final List<Path> files = filesOf(directory);
        if (hasNames(files)) {
            return true;
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(directory);
        return false;
    }

    private static List<Path> filesOf(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.getFileName().toString().startsWith("pe-"))
                    .toList();
        }
    }

    private static boolean hasNames(List<Path> files) {
        return files.stream().anyMatch(file -> file.toString().endsWith(".names"));
    }

    /** Leaves records for {@code shmem-trace}, and nothing that would keep the next job from being traced. */
    private synchronized void removeWithoutRecords() {
        isEnding = true;
        if (!isMade) {
            return; // a directory of this name would be another job's
        }
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
        if (!hasParts()) {
            return true; // a directory of this name would be another job's
        }
        boolean areMade = true;
        try {
            for (Path directory : allParts()) {
                areMade &=
                        finish(directory, directory.equals(parts) ? file.toString() : file + "." + number(directory));
            }
        } catch (IOException e) {
            System.err.println("shmemrun: the traces of " + parts + " cannot be made: " + e);
            return false;
        }
        return areMade;
    }

    private synchronized boolean hasParts() {
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
            final int status = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (status > ExitStatus.FAILURE) { // otherwise it has said itself what was wrong
                System.err.println("shmemrun: the program that makes the trace " + trace + " "
                        + ExitStatus.describe(status) + "; run shmem-trace " + directory);
            }
            return status == ExitStatus.SUCCESS;
        } catch (IOException e) {
            System.err.println(
                    "shmemrun: the trace " + trace + " cannot be made: " + e + "; run shmem-trace " + directory);
            return false;
        }
    }
}
