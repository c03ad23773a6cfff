package org.jshmem.launcher;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts a job from a program, a test or an IDE, without a checkout or a distribution. The PEs get the class path of
 * the calling JVM, which must contain {@code org.jshmem:jshmem} and {@code org.jshmem:launcher}.
 *
 * <pre>{@code
 * int status = Launch.of(Main.class).pes(4).run();
 * }</pre>
 *
 * <p>It does the same as {@code shmemrun}, in a separate launcher process that ends with this process. The standard
 * input of the PEs is empty. Objects of this class are not thread-safe, but jobs of different objects may run at the
 * same time.
 */
public final class Launch {
    /** System property of a launcher: the process with which it ends. */
    static final String PARENT_PROPERTY = "jshmem.launcher.parent";

    /** As in {@code bin/shmemrun}, which says why; without the caches of a distribution. */
    private static final List<String> LAUNCHER_OPTIONS = List.of(
            "-Xmn16m",
            "-XX:-UsePerfData",
            "-XX:TieredStopAtLevel=1",
            "-Djnr.ffi.asm.enabled=false",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    /** Options for the launcher's own JVM, as for {@code shmemrun}. */
    private static final String USER_OPTIONS = "JSHMEM_LAUNCHER_OPTIONS";

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
     * Creates a job of one PE.
     *
     * @param mainClass the main class
     * @return the job, which can be changed and then run
     */
    public static Launch of(Class<?> mainClass) {
        return of(mainClass.getName());
    }

    /**
     * Creates a job of one PE.
     *
     * @param mainClass the binary name of the main class
     * @return the job, which can be changed and then run
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
     * Adds arguments for the program.
     *
     * @param words the arguments, passed to {@code main}
     * @return this
     */
    public Launch arguments(String... words) {
        arguments.addAll(List.of(words));
        return this;
    }

    /**
     * Adds options for the JVM of every PE.
     *
     * @param words the options, such as {@code -Xmx1g}; <code>%{pe}</code> in them becomes the PE's number
     * @return this
     */
    public Launch jvmOptions(String... words) {
        for (String word : words) {
            option("-J" + word);
        }
        return this;
    }

    /**
     * Sets a variable in every PE's environment, in addition to those of this process.
     *
     * @param name the variable, such as {@code SHMEM_SYMMETRIC_SIZE}
     * @param value the value; <code>%{pe}</code> in it becomes the PE's number
     * @return this
     */
    public Launch environment(String name, String value) {
        if (name.isEmpty() || name.indexOf('=') >= 0) {
            throw new IllegalArgumentException("name=" + name + " is no name of a variable");
        }
        return option("-x", name + "=" + value);
    }

    /**
     * Limits the time of the job. At the limit the job ends with status 124.
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
     * Writes an HTML report at the end of the job. It shows what each PE has done, which PEs communicated with each
     * other, and, if the job did not end by itself, which PEs waited for each other. {@code org.jshmem:monitor} must be
     * on the class path.
     *
     * @param file the file to write; replaced if it exists
     * @return this
     */
    public Launch report(Path file) {
        return option("--report", file.toString());
    }

    /**
     * Writes a trace: what all PEs did over time, and which operation ended which wait. At the end, the job prints
     * where the time went. {@code org.jshmem:trace} must be on the class path.
     *
     * @param file the file to write, such as {@code job.pftrace}; replaced if it exists
     * @return this
     */
    public Launch trace(Path file) {
        return option("--trace", file.toString());
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
     * Replaces the class path of the launcher and the PEs. The default is the class path of this JVM, including its
     * module path.
     *
     * @param entries jars and directories, the library and the launcher among them
     * @return this
     */
    public Launch classPath(List<Path> entries) {
        classPath = entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return this;
    }

    /**
     * Sets the receivers of the lines of output; the default is {@link System#out} and {@link System#err}. Each line
     * comes from one PE.
     *
     * @param output gets the lines of the standard outputs; called by one thread
     * @param errors gets the lines of the standard errors and of the launcher; called by another thread
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
     * @return the exit status, the same as that of {@code shmemrun}: 0 if all PEs have succeeded
     * @throws InterruptedException if this thread is interrupted; the job is then ended
     * @throws UncheckedIOException if no process can be started
     * @throws RuntimeException what a receiver of output has thrown; the job is then ended, and so for an {@link Error}
     */
    public int run() throws InterruptedException {
        final Process launcher = start();
        try {
            launcher.getOutputStream().close();
            final LineReader errors = LineReader.start(launcher, launcher.getErrorStream(), err);
            final LineReader output = LineReader.start(launcher, launcher.getInputStream(), out);
            final int status = launcher.waitFor();
            output.finish();
            errors.finish();
            return status;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            launcher.destroy(); // of an interrupted thread's job; its end is that of its PEs
        }
    }

    private Process start() {
        final List<String> command = new ArrayList<>(Installation.serialJavaCommand());
        command.addAll(LAUNCHER_OPTIONS);
        command.addAll(userOptions(System.getenv(USER_OPTIONS)));
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

    /** The words of a text; none of null. */
    static List<String> userOptions(String text) {
        return text == null || text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
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
}
