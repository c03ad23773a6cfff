package org.jshmem.launcher;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts a job from a program, a test or an IDE, without a checkout or a distribution: PEs have the class path of the
 * JVM that calls, on which {@code org.jshmem:jshmem} and {@code org.jshmem:launcher} are.
 *
 * <pre>{@code
 * int status = Launch.of(Main.class).pes(4).run();
 * }</pre>
 *
 * <p>It does what {@code shmemrun} does, in a process of its own, which ends with this one. PEs get nothing on their
 * standard input. Objects of this class are not thread-safe; jobs of different objects may run side by side.
 */
public final class Launch {
    /** System property of a launcher: the process with which it ends. */
    static final String PARENT_PROPERTY = "jshmem.launcher.parent";

    /** As in {@code bin/shmemrun}, which says why; without the caches of a distribution. */
    private static final List<String> LAUNCHER_OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-Xmn16m",
            "-XX:-UsePerfData",
            "-XX:TieredStopAtLevel=1",
            "-Djnr.ffi.asm.enabled=false",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private final String mainClass;
    private final List<String> options = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private String classPath = ownClassPath();
    private int pes = 1;
    private Consumer<String> out = System.out::println;
    private Consumer<String> err = System.err::println;

    private Launch(String mainClass) {
        this.mainClass = mainClass;
    }

    /**
     * A job of one PE.
     *
     * @param mainClass its main class
     * @return what may be changed, then run
     */
    public static Launch of(Class<?> mainClass) {
        return of(mainClass.getName());
    }

    /**
     * A job of one PE.
     *
     * @param mainClass binary name of its main class
     * @return what may be changed, then run
     */
    public static Launch of(String mainClass) {
        return new Launch(mainClass);
    }

    /**
     * Sets the number of PEs.
     *
     * @param number at least 1
     * @return this
     */
    public Launch pes(int number) {
        if (number < 1) {
            throw new IllegalArgumentException("number=" + number + " of PEs must be at least 1");
        }
        pes = number;
        return this;
    }

    /**
     * Adds arguments of the program.
     *
     * @param words passed to main
     * @return this
     */
    public Launch arguments(String... words) {
        arguments.addAll(List.of(words));
        return this;
    }

    /**
     * Adds options of every PE's JVM.
     *
     * @param words as {@code -Xmx1g}; <code>%{pe}</code> in them becomes the PE's number
     * @return this
     */
    public Launch jvmOptions(String... words) {
        for (String word : words) {
            option("-J" + word);
        }
        return this;
    }

    /**
     * Sets a variable in every PE's environment, beside those of this process.
     *
     * @param name as {@code SHMEM_SYMMETRIC_SIZE}
     * @param value <code>%{pe}</code> in it becomes the PE's number
     * @return this
     */
    public Launch environment(String name, String value) {
        if (name.isEmpty() || name.indexOf('=') >= 0) {
            throw new IllegalArgumentException("name=" + name + " is no name of a variable");
        }
        return option("-x", name + "=" + value);
    }

    /**
     * Limits the time of the job, which then ends with status 124.
     *
     * @param limit whole seconds, at least one
     * @return this
     */
    public Launch timeout(Duration limit) {
        if (limit.toSeconds() < 1 || limit.toSeconds() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("limit=" + limit + " must be from 1 second to " + Integer.MAX_VALUE);
        }
        return option("--timeout", Long.toString(limit.toSeconds()));
    }

    /**
     * Writes a page for browsers at the end of the job: what each PE has done, who communicated with whom, and who
     * waited for whom if it did not end by itself. {@code org.jshmem:monitor} must be on the class path.
     *
     * @param file replaced if it exists
     * @return this
     */
    public Launch report(Path file) {
        return option("--report", file.toString());
    }

    /**
     * Marks each line of output with its PE.
     *
     * @return this
     */
    public Launch tagOutput() {
        return option("--tag-output");
    }

    /**
     * Replaces the class path of the launcher and the PEs, which is that of this JVM, its module path included.
     *
     * @param entries jars and directories, the library and the launcher among them
     * @return this
     */
    public Launch classPath(List<Path> entries) {
        classPath = entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return this;
    }

    /**
     * Sets who gets the lines of output, each of which is of one PE; {@link System#out} and {@link System#err} unless
     * this is called.
     *
     * @param output gets the lines of standard outputs; called by a thread of its own
     * @param errors gets those of standard errors and of the launcher; called by another thread
     * @return this
     */
    public Launch output(Consumer<String> output, Consumer<String> errors) {
        out = output;
        err = errors;
        return this;
    }

    private Launch option(String... words) {
        options.addAll(List.of(words));
        return this;
    }

    /**
     * Runs the job to its end.
     *
     * @return its exit status, as {@code shmemrun}'s: 0 if all PEs have ended well
     * @throws InterruptedException when this thread is interrupted; the job is ended then
     * @throws UncheckedIOException when no process can be started
     */
    public int run() throws InterruptedException {
        final Process launcher = start();
        try {
            launcher.getOutputStream().close();
            final Thread errors = pump(launcher.getErrorStream(), err);
            final Thread output = pump(launcher.getInputStream(), out);
            final int status = launcher.waitFor();
            output.join();
            errors.join();
            return status;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            launcher.destroy(); // of an interrupted thread's job; its end is that of its PEs
        }
    }

    private Process start() {
        final List<String> command = new ArrayList<>();
        command.add(Installation.javaCommand().toString());
        command.addAll(LAUNCHER_OPTIONS);
        command.add("-D" + PARENT_PROPERTY + "=" + ProcessHandle.current().pid());
        command.addAll(List.of("-cp", classPath, Shmemrun.class.getName(), "-np", Integer.toString(pes)));
        command.addAll(options);
        command.add(mainClass);
        command.addAll(arguments);
        try {
            return new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new UncheckedIOException("the launcher cannot be started: " + e.getMessage(), e);
        }
    }

    /** Without the entries that do not exist, of which build tools name some. */
    private static String ownClassPath() {
        return Stream.of("java.class.path", "jdk.module.path")
                .map(System::getProperty)
                .filter(path -> path != null && !path.isEmpty())
                .flatMap(path -> Stream.of(path.split(File.pathSeparator)))
                .filter(entry -> Files.exists(Path.of(entry)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Thread pump(InputStream stream, Consumer<String> lines) {
        final Thread thread = new Thread(() -> copy(stream, lines), "jshmem-launch-output");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void copy(InputStream stream, Consumer<String> lines) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.accept(line);
            }
        } catch (IOException e) {
            // The launcher has been ended, with what it had to say.
        }
    }
}
