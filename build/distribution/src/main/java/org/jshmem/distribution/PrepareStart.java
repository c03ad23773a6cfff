package org.jshmem.distribution;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Makes what lets a job start soon, for the JDK that runs this and for this machine: the native libraries unpacked, and
 * the AOT caches of launcher and PEs, from one real job of two PEs. The build runs it, and so does
 * {@code bin/shmem-prepare}, since the archive has none of that: it fits no other JDK and no other architecture.
 */
public final class PrepareStart {
    private static final String JFFI = "libjffi-1.2.so";
    private static final String JNA = "libjnidispatch.so";

    private static final String PE_CACHE = "pe.aot";
    private static final String LAUNCHER_CACHE = "launcher.aot";
    private static final String RELEASE = "java-release";

    /** For the training program, where its JVM is not the one that is trained. */
    private static final String ONE_CALL = "1";

    /** The archive of the JDK, in place of caches that are there. */
    private static final String NO_CACHE = "-Xshare:auto";

    /** Options for the JVMs of the user. */
    private static final Set<String> JVM_VARIABLES = Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /**
     * Without profiles: from them a JVM compiles everything that it finds in them as soon as it is called, and while
     * the CPUs are busy with that, the PEs wait for one another.
     */
    private static final List<String> TRAINING_OPTIONS =
            List.of("-J-XX:+UnlockDiagnosticVMOptions", "-J-XX:-AOTRecordTraining");

    /** A source file that the launcher compiles, so that its cache holds the compiler too. */
    private static final String SOURCE = "Start.java";

    private final Path home;

    PrepareStart(Path home) {
        this.home = home;
    }

    /**
     * Prepares a distribution.
     *
     * @param args the distribution's directory
     * @throws InterruptedException when somebody interrupts this thread
     */
    @SuppressWarnings("checkstyle:systemout") // it is a command
    public static void main(String[] args) throws InterruptedException {
        final Path home = Path.of(args[0]);
        try {
            new PrepareStart(home).prepare();
            System.out.println("shmem-prepare: made the start caches in " + home.resolve("lib") + " for the JDK "
                    + System.getProperty("java.home"));
        } catch (AccessDeniedException e) {
            System.err.println("shmem-prepare: " + e.getMessage()
                    + " cannot be written; run it as the user who may write to " + home);
            System.exit(1);
        } catch (IOException e) {
            System.err.println(
                    "shmem-prepare: cannot make the start caches in " + home.resolve("lib") + ": " + e.getMessage());
            System.exit(1);
        }
    }

    /** Makes everything in a directory of its own first, so that caches that are there stay if it fails. */
    void prepare() throws IOException, InterruptedException {
        final Path lib = home.resolve("lib");
        if (!Files.isWritable(lib)) {
            throw new AccessDeniedException(lib.toString());
        }
        final Path work = Files.createTempDirectory(lib, "prepare.");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(work))); // runs after Ctrl-C, too
        // By it bin/shmemrun tells this JDK, for which the caches are, from others.
        Files.copy(Path.of(System.getProperty("java.home"), "release"), work.resolve(RELEASE));
        addTrainingProgram(work);
        unpackNativeLibraries(work);
        train(work);
        install(work);
    }

    private void install(Path work) throws IOException {
        final Path javaHome = home.resolve("lib/java-home");
        Files.deleteIfExists(javaHome);
        // A cache without it is not used.
        final String contents = PE_CACHE + ".jars";
        Files.deleteIfExists(home.resolve("lib").resolve(contents));
        for (String name : List.of(PE_CACHE, contents, LAUNCHER_CACHE, RELEASE)) {
            Files.move(work.resolve(name), home.resolve("lib").resolve(name), StandardCopyOption.ATOMIC_MOVE);
        }
        // Written last: it says that all the rest is there.
        Files.writeString(javaHome, System.getProperty("java.home") + "\n");
    }

    private static void delete(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("shmem-prepare: " + directory + " could not be deleted: " + e);
        }
    }

    /**
     * A cache fits class paths that begin with all the jars of the one that it was made with, says the JVM's rule, so
     * the jar of the program that trained it stays among those of the PEs. (HotSpot 25 does not look, and would take
     * the cache without it; a later one that keeps the rule would leave the cache out.)
     */
    private void addTrainingProgram(Path work) throws IOException {
        final Path program = home.resolve("lib/prepare/training.jar");
        final Path copy = home.resolve("lib/pe/training.jar");
        if (!Files.exists(copy) || Files.mismatch(program, copy) >= 0) {
            Files.move(Files.copy(program, work.resolve("training.jar")), copy, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Otherwise jffi and JNA would write theirs to a temporary directory at every start. */
    private void unpackNativeLibraries(Path work) throws IOException {
        final String architecture = System.getProperty("os.arch").replace("amd64", "x86_64");
        unpack("lib/launcher/jffi-native.jar", "jni/" + architecture + "-Linux/" + JFFI, work.resolve(JFFI));
        unpack("lib/pe/jna.jar", "com/sun/jna/linux-" + architecture.replace('_', '-') + "/" + JNA, work.resolve(JNA));
        final Path target = Files.createDirectories(home.resolve("lib/native"));
        for (String library : List.of(JFFI, JNA)) {
            Files.move(work.resolve(library), target.resolve(library), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private void unpack(String jar, String name, Path library) throws IOException {
        try (ZipFile zip = new ZipFile(home.resolve(jar).toFile())) {
            final ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw new IOException(jar + " has no library for os.arch=" + System.getProperty("os.arch"));
            }
            Files.copy(zip.getInputStream(entry), library);
        }
    }

    /** Options of the launcher name files in its working directory, since they are split at blanks. */
    private void train(Path work) throws IOException, InterruptedException {
        final List<String> training = new ArrayList<>(TRAINING_OPTIONS);
        training.addAll(List.of("--train", PE_CACHE));
        if (hasNetwork(work)) {
            runJob(work, NO_CACHE, training, TrainingProgram.NETWORK);
        } else {
            runJob(work, NO_CACHE, training);
        }
        final String configuration = "launcher.aotconf";
        final String record = "-XX:AOTMode=record -XX:AOTConfiguration=" + configuration;
        if (ModuleLayer.boot().findModule("jdk.compiler").isEmpty()) {
            runJob(work, record, List.of("--cache", PE_CACHE), ONE_CALL);
        } else {
            copySource(work);
            run(job(work, record, List.of("--cache", PE_CACHE, SOURCE)));
        }
        create(work, configuration, classPath("lib/launcher"), List.of("-XX:TieredStopAtLevel=1"));
        // A cache that does not fit would be left out without a word; asked for it, the JVM refuses to start instead.
        runJob(
                work,
                "-XX:AOTMode=on -XX:AOTCache=" + LAUNCHER_CACHE,
                List.of("--cache", PE_CACHE, "-J-XX:AOTMode=on"),
                ONE_CALL);
    }

    private static void copySource(Path work) throws IOException {
        try (InputStream source = PrepareStart.class.getResourceAsStream(SOURCE)) {
            Files.copy(source, work.resolve(SOURCE));
        }
    }

    /** Whether a job over the network runs on this machine: it may lack libfabric. */
    private boolean hasNetwork(Path work) throws IOException, InterruptedException {
        final Process job = job(work, NO_CACHE, List.of("-J" + NO_CACHE, "-x", "SHMEM_SHR=off"), ONE_CALL)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        job.getOutputStream().close();
        return job.waitFor() == 0;
    }

    /** Runs a job that has to end well. */
    private void runJob(Path work, String launcherOptions, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        run(job(work, launcherOptions, options, arguments));
    }

    /** A job of the training program. */
    private ProcessBuilder job(Path work, String launcherOptions, List<String> options, String... arguments) {
        final List<String> words = new ArrayList<>(options);
        // A class path without entries: a cache takes no directories, and the PEs' own jars hold the program.
        words.addAll(List.of("-cp", home.resolve("lib/native") + "/*", TrainingProgram.class.getName()));
        words.addAll(List.of(arguments));
        return job(work, launcherOptions, words);
    }

    private ProcessBuilder job(Path work, String launcherOptions, List<String> words) {
        final List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/shmemrun").toString());
        command.addAll(List.of("-np", "2", "--timeout", "120"));
        command.addAll(words);
        final ProcessBuilder job = process(work, command);
        job.environment().put("JSHMEM_JAVA_HOME", System.getProperty("java.home"));
        job.environment().put("JSHMEM_LAUNCHER_OPTIONS", launcherOptions);
        return job;
    }

    /** Settings for the jobs and JVMs of the user are not for these. */
    private static ProcessBuilder process(Path work, List<String> command) {
        final ProcessBuilder process = new ProcessBuilder(command).directory(work.toFile());
        process.environment()
                .keySet()
                .removeIf(name -> name.startsWith("SHMEM_") || name.startsWith("SMA_") || JVM_VARIABLES.contains(name));
        return process;
    }

    private void create(Path work, String configuration, String classPath, List<String> options)
            throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:AOTMode=create",
                "-XX:AOTConfiguration=" + configuration,
                "-XX:AOTCache=" + LAUNCHER_CACHE,
                "-cp",
                classPath));
        run(process(work, command));
    }

    private String classPath(String directory) throws IOException {
        return jars(home.resolve(directory)).stream().map(Path::toString).collect(Collectors.joining(":"));
    }

    /** The jars of a directory, in the order in which they stand on class paths: that of their names. */
    static List<Path> jars(Path directory) throws IOException {
        final List<Path> jars = new ArrayList<>();
        try (var entries = Files.newDirectoryStream(directory, "*.jar")) {
            entries.forEach(jars::add);
        }
        Collections.sort(jars);
        return jars;
    }

    private static void run(ProcessBuilder command) throws IOException, InterruptedException {
        final Process process = command.redirectErrorStream(true).start();
        process.getOutputStream().close();
        final byte[] output = process.getInputStream().readAllBytes();
        if (process.waitFor() != 0) {
            System.err.write(output);
            throw new IOException("exit status " + process.exitValue() + " of " + command.command());
        }
    }
}
