package org.jshmem.distribution;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
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

    /** For the training program, where its JVM is not the one that is trained. */
    private static final String ONE_CALL = "1";

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
            System.err.println("shmem-prepare: no start caches in " + home.resolve("lib") + ": " + e.getMessage());
            System.exit(1);
        }
    }

    void prepare() throws IOException, InterruptedException {
        if (!Files.isWritable(home.resolve("lib"))) {
            throw new AccessDeniedException(home.resolve("lib").toString());
        }
        final Path javaHome = home.resolve("lib/java-home");
        Files.deleteIfExists(javaHome);
        final Path release = home.resolve("lib/java-release");
        Files.deleteIfExists(release);
        Files.deleteIfExists(home.resolve("lib/pe.aot"));
        Files.deleteIfExists(home.resolve("lib/pe.aot.jars"));
        Files.deleteIfExists(home.resolve("lib/launcher.aot"));
        addTrainingProgram();
        unpackNativeLibraries();
        // By it bin/shmemrun tells this JDK, for which the caches are, from others.
        Files.copy(Path.of(System.getProperty("java.home"), "release"), release);
        train();
        // Written last: it says that all the rest is there.
        Files.writeString(javaHome, System.getProperty("java.home") + "\n");
    }

    /**
     * A cache fits class paths that begin with all the jars of the one that it was made with, says the JVM's rule, so
     * the jar of the program that trained it stays among those of the PEs. (HotSpot 25 does not look, and would take
     * the cache without it; a later one that keeps the rule would leave the cache out.)
     */
    private void addTrainingProgram() throws IOException {
        Files.copy(
                home.resolve("lib/prepare/training.jar"),
                home.resolve("lib/pe/training.jar"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** Otherwise jffi and JNA would write theirs to a temporary directory at every start. */
    private void unpackNativeLibraries() throws IOException {
        final String architecture = System.getProperty("os.arch").replace("amd64", "x86_64");
        unpack("lib/launcher/jffi-native.jar", "jni/" + architecture + "-Linux/" + JFFI, JFFI);
        unpack("lib/pe/jna.jar", "com/sun/jna/linux-" + architecture.replace('_', '-') + "/" + JNA, JNA);
    }

    private void unpack(String jar, String name, String library) throws IOException {
        final Path target = Files.createDirectories(home.resolve("lib/native")).resolve(library);
        try (ZipFile zip = new ZipFile(home.resolve(jar).toFile())) {
            final ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw new IOException(jar + " has no library for os.arch=" + System.getProperty("os.arch"));
            }
            Files.copy(zip.getInputStream(entry), target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void train() throws IOException, InterruptedException {
        final Path work = Files.createDirectories(home.resolveSibling("training"));
        final List<String> training = new ArrayList<>(TRAINING_OPTIONS);
        training.add("--train");
        training.add(home.resolve("lib/pe.aot").toString());
        if (hasNetwork(work)) {
            runJob(work, "", training, TrainingProgram.NETWORK);
        } else {
            runJob(work, "", training);
        }
        final Path configuration = work.resolve("launcher.aotconf");
        final String record = "-XX:AOTMode=record -XX:AOTConfiguration=" + configuration;
        if (ModuleLayer.boot().findModule("jdk.compiler").isEmpty()) {
            runJob(work, record, List.of(), ONE_CALL);
        } else {
            run(job(work, record, List.of(copyOfSource(work).toString())));
        }
        create(
                configuration,
                home.resolve("lib/launcher.aot"),
                classPath("lib/launcher"),
                List.of("-XX:TieredStopAtLevel=1"));
        // A cache that does not fit would be left out without a word; asked for it, the JVM refuses to start instead.
        runJob(work, "-XX:AOTMode=on", List.of("-J-XX:AOTMode=on"), ONE_CALL);
    }

    private static Path copyOfSource(Path work) throws IOException {
        final Path copy = work.resolve(SOURCE);
        try (InputStream source = PrepareStart.class.getResourceAsStream(SOURCE)) {
            Files.copy(source, copy, StandardCopyOption.REPLACE_EXISTING);
        }
        return copy;
    }

    /** Whether a job over the network runs on this machine: it may lack libfabric. */
    private boolean hasNetwork(Path work) throws IOException, InterruptedException {
        final Process job = job(work, "", List.of("-x", "SHMEM_SHR=off"), ONE_CALL)
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
        final ProcessBuilder job = new ProcessBuilder(command).directory(work.toFile());
        // Settings for the user's jobs are not for this one.
        job.environment().keySet().removeIf(name -> name.startsWith("SHMEM_") || name.startsWith("SMA_"));
        job.environment().put("JSHMEM_JAVA_HOME", System.getProperty("java.home"));
        job.environment().put("JSHMEM_LAUNCHER_OPTIONS", launcherOptions);
        return job;
    }

    private void create(Path configuration, Path cache, String classPath, List<String> options)
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
                "-XX:AOTCache=" + cache,
                "-cp",
                classPath));
        run(new ProcessBuilder(command));
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
