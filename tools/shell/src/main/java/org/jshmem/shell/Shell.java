package org.jshmem.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import jdk.jshell.SourceCodeAnalysis;

/**
 * The prompt of {@code shmemrun --shell}: a process beside the launcher and the PEs that owns the terminal, compiles
 * snippets by JShell, and has the PEs run them.
 */
public final class Shell {
    private static final PrintStream OUT = System.out;
    private static final int FAILURE = 1;

    private final Path directory;
    private final String classPath;

    /** Set before anything is printed. */
    private volatile Screen screen = OUT::println;

    private volatile Interpreter interpreter;

    private Shell(Path directory, String classPath) {
        this.directory = directory;
        this.classPath = classPath;
    }

    /**
     * Runs a prompt until its input ends.
     *
     * @param arguments the directory for sockets and the class path of the PEs; the launcher passes them
     * @throws IOException if there is no terminal, or the launcher cannot be reached
     * @throws InterruptedException if somebody interrupts this thread
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("usage: Shell directory class-path; shmemrun -np 4 --shell calls this");
        }
        System.exit(new Shell(Path.of(arguments[0]), arguments[1]).run());
    }

    private int run() throws IOException, InterruptedException {
        final PeGroup pes = new PeGroup(directory.resolve("pes"), new MergedOutput(text -> screen.print(text)));
        try (LauncherLink launcher = new LauncherLink(directory.resolve("launcher"), () -> jobEnded(pes))) {
            launcher.startJob();
            return isInTerminal() ? runInTerminal(pes, launcher) : runFrom(pes, launcher);
        }
    }

    @SuppressWarnings("SystemConsoleNull") // it is null if a stream is no terminal, from JDK 25 on
    private static boolean isInTerminal() {
        return System.console() != null && System.console().isTerminal();
    }

    private void jobEnded(PeGroup pes) {
        pes.ended();
        if (interpreter != null) {
            interpreter.jobEnded();
        }
    }

    private int runInTerminal(PeGroup pes, LauncherLink launcher) throws IOException, InterruptedException {
        try (TerminalInput terminal = new TerminalInput(this::analysis, pes)) {
            screen = terminal;
            return serve(pes, launcher, terminal, "/help prints what can be typed");
        }
    }

    private int runFrom(PeGroup pes, LauncherLink launcher) throws IOException, InterruptedException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            return serve(pes, launcher, new TextInput(reader, this::analysis), null);
        }
    }

    private SourceCodeAnalysis analysis() {
        return interpreter.session().analysis();
    }

    private int serve(PeGroup pes, LauncherLink launcher, Input input, String greeting) throws InterruptedException {
        interpreter = new Interpreter(pes, launcher, classPath, screen);
        if (!interpreter.begin()) {
            return FAILURE;
        }
        if (greeting != null) {
            screen.print("JSHMEM, " + pes.size() + " PEs; " + greeting);
        }
        interpreter.runAll(input);
        interpreter.end();
        return 0;
    }
}
