package org.jshmem.launcher;

import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** {@code shmemrun}: starts the PEs of a program on this machine. */
public final class Shmemrun {
    private static final PrintStream ERRORS = System.err;
    private static final int ANY_PE = -1;

    private Shmemrun() {}

    /**
     * Runs one job and ends the JVM with its exit status.
     *
     * @param arguments see {@code shmemrun -h}
     */
    public static void main(String[] arguments) throws InterruptedException {
        int status;
        try {
            status = run(arguments);
        } catch (UsageException e) {
            ERRORS.println("shmemrun: " + e.getMessage());
            status = ExitStatus.USAGE;
        } catch (InvalidPathException e) {
            ERRORS.println("shmemrun: " + UsageException.of(e).getMessage());
            status = ExitStatus.USAGE;
        } catch (RuntimeException | Error e) {
            // With its last threads the JVM would otherwise live on, and its PEs with it.
            final String remedy = Capacity.remedy(e);
            ERRORS.println("shmemrun: the launcher cannot go on: " + e + remedy);
            if (remedy.isEmpty()) {
                e.printStackTrace(ERRORS);
            }
            status = ExitStatus.FAILURE;
        }
        if (System.out.checkError() && !StandardStream.OUTPUT.hasReader()) {
            ERRORS.println("shmemrun: " + StandardStream.OUTPUT + " cannot be written");
            status = ExitStatus.NO_OUTPUT;
        }
        ERRORS.flush();
        exit(status);
    }

    private static int run(String... arguments) throws InterruptedException {
        final CommandLineParser parser = new CommandLineParser(System.getenv());
        final LaunchOptions options = parser.parse(arguments);
        return switch (options.action()) {
            case HELP -> {
                parser.printUsage(System.out);
                yield ExitStatus.SUCCESS;
            }
            case VERSION -> {
                System.out.println("shmemrun (JSHMEM) " + version());
                yield ExitStatus.SUCCESS;
            }
            case LIST_EXAMPLES -> {
                ExampleTable.read(Installation.current().examplesJar()).print(System.out);
                yield ExitStatus.SUCCESS;
            }
            case SHOW -> show(options);
            case PRINT_JAVA_OPTIONS -> printJavaOptions(options);
            case TRAIN -> train(options);
            case SHELL -> runShell(options);
            case RUN -> launch(options);
        };
    }

    private static String version() {
        final String version = Shmemrun.class.getPackage().getImplementationVersion();
        return version == null ? "of an unpacked build" : version;
    }

    private static int launch(LaunchOptions options) throws InterruptedException {
        Capacity.ofMachine().require(options.npes());
        final String name = options.program().getFirst();
        if (!SourceFile.isNamedBy(name)) {
            return watchJob(options);
        }
        final List<Path> classPath = new ArrayList<>(Installation.current().peClassPath());
        final List<Path> ofProgram = ProgramFinder.classPath(options.classPath());
        classPath.addAll(ofProgram);
        try (SourceFile source = SourceFile.compile(name, classPath)) {
            return watchJob(options.withProgram(source, ofProgram));
        }
    }

    private static int runShell(LaunchOptions options) throws InterruptedException {
        Capacity.ofMachine().require(options.npes());
        final Installation installation = Installation.current();
        final List<Path> ofShell = installation.shellClassPath();
        final List<Path> ofPes = new ArrayList<>(installation.peClassPath());
        final List<Path> all = new ArrayList<>(ofPes);
        all.addAll(installation.watcherClassPath());
        all.addAll(ofShell);
        ofPes.addAll(ProgramFinder.classPath(options.classPath()));
        int status = ExitStatus.SUCCESS;
        try (ShellPrompt prompt = ShellPrompt.start(all, ofPes)) {
            final LaunchOptions shell = prompt.in(options, ofShell.subList(0, 1));
            while (prompt.awaitWish()) {
                status = watchJob(shell, prompt::follow);
                if (!prompt.jobEnded()) {
                    return status;
                }
            }
            final int ofPrompt = prompt.awaitEnd();
            return status == ExitStatus.SUCCESS && ofPrompt != 0 ? ExitStatus.FAILURE : status;
        }
    }

    private static int watchJob(LaunchOptions options) throws InterruptedException {
        return watchJob(options, _ -> {});
    }

    /** @param started is told of the job */
    private static int watchJob(LaunchOptions options, Consumer<Job> started) throws InterruptedException {
        if (options.watching() == null) {
            return runJob(options, started);
        }
        final Watcher watcher =
                Watcher.start(options.watching(), Installation.current().watcherClassPath(), ERRORS);
        final boolean isReported;
        final int status;
        try {
            status = runJob(watcher.in(options), started);
        } finally {
            isReported = watcher.finish();
        }
        return status == ExitStatus.SUCCESS && !isReported ? ExitStatus.FAILURE : status;
    }

    private static int runJob(LaunchOptions options, Consumer<Job> started) throws InterruptedException {
        if (options.tracing() == null) {
            return start(options, started);
        }
        final JobTrace trace =
                JobTrace.prepare(options.tracing(), Installation.current().traceClassPath());
        final boolean isTraced;
        final int status;
        try {
            status = start(trace.in(options), started);
        } finally {
            isTraced = trace.finish();
        }
        return status == ExitStatus.SUCCESS && !isTraced ? ExitStatus.FAILURE : status;
    }

    private static int start(LaunchOptions options, Consumer<Job> started) throws InterruptedException {
        final JobIdentity identity = new JobIdentity();
        final Job job = new Job(options, identity, ERRORS);
        started.accept(job);
        job.followParent();
        job.serveControl();
        return job.run(command(options, identity));
    }

    private static int train(LaunchOptions options) throws InterruptedException {
        Capacity.ofMachine().require(options.npes());
        final PeJvm jvm = jvm(options, Installation.current());
        final Training training = Training.prepare(options.cache(), jvm);
        final JobIdentity identity = new JobIdentity();
        final Job job = new Job(options, identity, ERRORS);
        job.serveControl();
        return training.finish(job.run(new PeCommand(jvm, training::options, options, identity)), ERRORS);
    }

    private static int show(LaunchOptions options) {
        final PeCommand command = command(options, new JobIdentity());
        for (int pe = 0; pe < options.npes(); pe++) {
            System.out.println(shellLine(command.environment(pe), command.arguments(pe)));
        }
        return ExitStatus.SUCCESS;
    }

    private static int printJavaOptions(LaunchOptions options) {
        options.jvmOptions().stream().filter(PeJvm::differsByPe).findFirst().ifPresent(option -> {
            throw new UsageException(
                    "-J" + option + " differs from PE to PE, and --print-java-options prints one line for all");
        });
        final Installation installation = Installation.current();
        final PeJvm jvm = jvm(options, installation);
        final CacheUse cache = CacheUse.choose(options.cache(), installation.peCache(), jvm, ERRORS);
        // What PE 0 alone would be told is left out, as all PEs are given the same words here.
        jvm.options(ANY_PE, cache.options(ANY_PE)).forEach(word -> System.out.println(argumentFileWord(word)));
        jvm.program().words().forEach(word -> System.out.println(argumentFileWord(word)));
        return ExitStatus.SUCCESS;
    }

    private static PeCommand command(LaunchOptions options, JobIdentity identity) {
        final Installation installation = Installation.current();
        final PeJvm jvm = jvm(options, installation);
        final CacheUse cache = CacheUse.choose(options.cache(), installation.peCache(), jvm, ERRORS);
        return new PeCommand(jvm, cache::options, options, identity);
    }

    private static PeJvm jvm(LaunchOptions options, Installation installation) {
        final Program program =
                new ProgramFinder(installation).find(options.program(), options.classPath(), options.modulePath());
        return new PeJvm(installation, options, program, JvmSizing.of(options.npes()));
    }

    private static String shellLine(Map<String, String> environment, List<String> command) {
        final StringBuilder line = new StringBuilder();
        environment.forEach((name, value) ->
                line.append(name).append('=').append(quoted(value)).append(' '));
        command.forEach(word -> line.append(quoted(word)).append(' '));
        return line.toString().stripTrailing();
    }

    /**
     * As a file after {@code java @} has it; most words are the same in {@code java $(shmemrun …)}, where no quotes go.
     */
    private static String argumentFileWord(String word) {
        return word.matches("[^\\s\"'#\\\\]+")
                ? word
                : '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * Threads inside native code (the terminal's reader, a pump whose pipe a stray process holds) would keep the JVM
     * waiting for 300 ms and more; with none of them, its own end is the fastest.
     */
    private static void exit(int status) {
        if (ProcFiles.stdinIsControllingTerminal()) {
            Posix.exitNow(status);
        }
        Runtime.getRuntime().halt(status);
    }
}
