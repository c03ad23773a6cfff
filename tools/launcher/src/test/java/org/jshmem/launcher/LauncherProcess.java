package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jnr.constants.platform.Signal;
import org.jshmem.launcher.pe.Script;
import org.jshmem.testing.Requirement;

/** Starts real launchers on a distribution of the tests' own, whose PEs run {@link Script}. */
final class LauncherProcess {
    private static final long LIMIT_SECONDS = 60;
    private final Path home;
    private final List<String> launcherOptions = new ArrayList<>();

    /** What is left of a launcher that has ended. */
    record Result(int status, String out, String err) {}

    LauncherProcess(Path home) throws IOException {
        this.home = home;
        final Path pe = Files.createDirectories(home.resolve("lib/pe"));
        final Path classes = StandIns.classes();
        try (OutputStream file = Files.newOutputStream(pe.resolve("pe.jar"));
                JarOutputStream jar = new JarOutputStream(file)) {
            addClasses(classes, classes.resolve("org/jshmem/bootstrap"), jar);
            addClasses(classes, classes.resolve("org/jshmem/launcher/pe"), jar);
        }
    }

    private static void addClasses(Path root, Path directory, JarOutputStream jar) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                jar.putNextEntry(new JarEntry(root.relativize(file).toString()));
                Files.copy(file, jar);
                jar.closeEntry();
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** The same distribution, whose launchers run with options of the JVM. */
    LauncherProcess with(String... options) throws IOException {
        final LauncherProcess other = new LauncherProcess(home);
        other.launcherOptions.addAll(List.of(options));
        return other;
    }

    /** Adds a jar of examples with one entry. */
    void addExample(String name, Class<?> mainClass) throws IOException {
        try (OutputStream file = Files.newOutputStream(home.resolve("lib/examples.jar"));
                JarOutputStream jar = new JarOutputStream(file)) {
            jar.putNextEntry(new JarEntry("META-INF/jshmem/examples.properties"));
            jar.write((name + "=" + mainClass.getName() + "|says what it is told\n").getBytes(StandardCharsets.UTF_8));
            jar.closeEntry();
        }
    }

    /** Starts a launcher whose PEs run a script. */
    Process startScript(int npes, List<String> options, String... words) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of("-np", Integer.toString(npes)));
        arguments.addAll(options);
        arguments.add(Script.class.getName());
        arguments.addAll(List.of(words));
        return start(arguments.toArray(String[]::new));
    }

    Process start(String... arguments) throws IOException {
        return new ProcessBuilder(command(arguments)).start();
    }

    /** Starts a launcher whose standard streams are a terminal. */
    Process startInTerminal(String... arguments) throws IOException {
        return startInTerminal(List.of(), arguments);
    }

    /** The same by another command, to which the launcher's is added. */
    Process startInTerminal(List<String> starter, String... arguments) throws IOException {
        final String words = Stream.concat(starter.stream(), command(arguments).stream())
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        // Replaces the shell that script starts. A key that sends a signal could end that shell, and so the session.
        final String line = "exec " + words;
        Requirement.TERMINAL.need();
        return new ProcessBuilder("script", "--quiet", "--return", "--flush", "--command", line, "/dev/null").start();
    }

    /** Types into a terminal. */
    static void type(Process terminal, String text) throws IOException {
        terminal.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        terminal.getOutputStream().flush();
    }

    /** Sends a signal to a process. */
    static void signal(String name, long pid) throws IOException, InterruptedException {
        final int status = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
                .start()
                .waitFor();
        if (status != 0) {
            throw new AssertionError("kill -" + name + " " + pid + " ended with " + status);
        }
    }

    /** Sends a signal to a process that may have ended. */
    static void signalIfAlive(Signal signal, Process process) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -" + signal.intValue() + " " + process.pid() + " 2>&1")
                .start()
                .waitFor();
    }

    /** Kills what is left of a process and of all that it has started. */
    static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    List<String> command(String... arguments) {
        final List<String> command = new ArrayList<>(List.of(
                // Whoever runs the tests in the background ignores some signals, and so would the launcher then.
                "env",
                "--default-signal=HUP,INT,TERM,QUIT,PIPE,TSTP,USR1,USR2",
                // As some programs leave it to those they start.
                "--block-signal=ALRM",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djshmem.home=" + home,
                // Where jffi unpacks itself, for the bare class path of the tests.
                "-Djava.io.tmpdir=" + home));
        command.addAll(launcherOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Shmemrun.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    Result run(String... arguments) throws IOException, InterruptedException {
        return finish(start(arguments), "");
    }

    Result runScript(int npes, List<String> options, String... words) throws IOException, InterruptedException {
        return finish(startScript(npes, options, words), "");
    }

    /** Feeds standard input, collects the output and waits; ends the launcher when that takes too long. */
    static Result finish(Process launcher, String input) throws IOException, InterruptedException {
        return finish(launcher, input, new StreamReader(launcher.getInputStream()));
    }

    /** The same, where something reads the output already: two readers would each get a part of it. */
    static Result finish(Process launcher, String input, StreamReader out) throws IOException, InterruptedException {
        final StreamReader err = new StreamReader(launcher.getErrorStream());
        try (OutputStream in = launcher.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // The program did not read its input.
        }
        if (!launcher.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            launcher.destroyForcibly().waitFor();
            throw new AssertionError("the launcher did not end: " + out.text() + err.text());
        }
        return new Result(launcher.exitValue(), out.text(), err.text());
    }

    /** Fails if one of the processes whose numbers a job has printed is alive some seconds from now. */
    static void assertNoneAlive(String out) throws InterruptedException {
        for (String line : out.lines().toList()) {
            if (line.startsWith("pid=") || line.startsWith("child=")) {
                assertEnded(Long.parseLong(line.substring(line.indexOf('=') + 1)));
            }
        }
    }

    static void assertEnded(long pid) throws InterruptedException {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (isAlive(pid) && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
        assertFalse(isAlive(pid), "pid=" + pid);
    }

    /** A process that is dead but not yet reaped by its new parent counts as ended. */
    private static boolean isAlive(long pid) {
        try {
            final String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }
}
