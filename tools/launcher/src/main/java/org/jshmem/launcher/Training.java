package org.jshmem.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a start cache of a user's program: PE 0 of a job records what it loads, links and finds hot, and another JVM
 * makes the cache of that once the job has ended well. Everything is written to a directory beside the cache, so that a
 * cache that is there stays as it is until the new one is complete.
 */
final class Training {
    private static final int RECORDING_PE = 0;

    private final StartCache cache;
    private final PeJvm jvm;

    /** Null as long as there is none. */
    private Path work;

    /** The JVM that makes or tries the cache; null before. */
    private Process running;

    private boolean isAbandoned;

    private Training(StartCache cache, PeJvm jvm) {
        this.cache = cache;
        this.jvm = jvm;
    }

    /**
     * Prepares the training, or says what is in its way.
     *
     * @param name the cache, as the command line names it
     */
    static Training prepare(String name, PeJvm jvm) throws InterruptedException {
        final String mode = jvm.firstOption(List.of("-XX:AOTMode"));
        final String archiveOption = mode == null ? jvm.archiveOption() : mode;
        if (archiveOption != null) {
            throw new UsageException(
                    "--train " + name + " and " + archiveOption + " exclude one another; leave one out");
        }
        if (jvm.program().module() != null) {
            throw new UsageException("--train " + name
                    + " makes a cache of a class path, and -m runs modules; write -cp" + " and the class");
        }
        for (Path entry : jvm.classPath()) {
            if (!Files.isRegularFile(entry)) {
                throw new UsageException("--train " + name + ": the class path has the directory " + entry
                        + ", and a cache takes only jars; make one: jar --create --file program.jar -C " + entry
                        + " .");
            }
        }
        final Training training = new Training(cache(name), jvm);
        LauncherSignals.endAfter(training::abandon); // before there is anything that a signal would leave behind
        try {
            training.makeDirectory();
            return training;
        } catch (IOException e) {
            throw new UsageException("--train " + name + " cannot be written (" + e
                    + "); name a file in a directory that you may write to");
        }
    }

    private synchronized void makeDirectory() throws IOException, InterruptedException {
        goOn();
        final Path file = cache.file();
        work = Files.createTempDirectory(file.getParent(), file.getFileName() + ".");
    }

    private static StartCache cache(String name) {
        final StartCache cache = StartCache.named("--train", name);
        if (Files.isDirectory(cache.file()) || cache.file().getFileName() == null) {
            throw new UsageException(
                    "--train " + name + " is a directory; name a file, for instance " + name + "/program.aot");
        }
        final String path = cache.file().toString();
        if (path.contains("%p") || path.contains("%t")) {
            throw new UsageException("--train " + name + ": the JVM reads %p and %t in the path, which is " + path
                    + "; use another one");
        }
        return cache;
    }

    /** Options of one PE's JVM. */
    List<String> options(int pe) {
        return pe == RECORDING_PE
                ? List.of(
                        "-XX:AOTMode=record",
                        "-XX:AOTConfiguration=" + configuration(),
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-DisplayVMOutput",
                        "-Xlog:aot=off,cds=off")
                : List.of();
    }

    private Path configuration() {
        return work.resolve("recorded");
    }

    /**
     * Makes the cache after the job.
     *
     * @param status the job's exit status
     * @param messages where it says what became of it
     * @return the exit status of all
     */
    int finish(int status, PrintStream messages) throws InterruptedException {
        LauncherSignals.endAfter(this::abandon);
        try {
            final String failure = status == ExitStatus.SUCCESS ? create() : "the program has failed";
            if (failure == null) {
                messages.println("shmemrun: made the start cache " + cache.file() + " of "
                        + (Files.size(cache.file()) >> 20) + " MiB; use it by --cache " + cache.file());
                return status;
            }
            messages.println("shmemrun: no start cache " + cache.file() + " was made: " + failure);
        } catch (IOException e) {
            messages.println("shmemrun: no start cache " + cache.file() + " was made: " + e);
        } finally {
            delete(messages);
        }
        return status == ExitStatus.SUCCESS ? ExitStatus.FAILURE : status;
    }

    /** Why there is no cache, or null if there is. */
    private String create() throws IOException, InterruptedException {
        if (!Files.isRegularFile(configuration())) {
            return "PE " + RECORDING_PE
                    + " has recorded nothing, as a JVM does when it ends by globalExit or Runtime.halt;"
                    + " let its main method return";
        }
        final List<String> contents = StartCache.contents(jvm.jars());
        final Path made = work.resolve("cache");
        String failure =
                run(List.of("-XX:AOTMode=create", "-XX:AOTConfiguration=" + configuration(), "-XX:AOTCache=" + made));
        if (failure == null) {
            // A cache that does not fit would be left out without a word; asked for it, the JVM refuses to start
            // instead.
            failure = run(List.of("-XX:AOTMode=on", "-XX:AOTCache=" + made), "-version");
        }
        if (failure == null) {
            install(made, contents);
        }
        return failure;
    }

    private void install(Path made, List<String> contents) throws IOException {
        final Path contentsFile = Files.write(work.resolve("contents"), contents);
        // A cache without it is not used, so whoever starts a job meanwhile does without.
        Files.deleteIfExists(cache.contentsFile());
        Files.move(made, cache.file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.move(contentsFile, cache.contentsFile(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Runs a JVM with the PE's options; returns what it says when it fails, else null. */
    private String run(List<String> cacheOptions, String... words) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Installation.javaCommand().toString());
        command.addAll(jvm.options(RECORDING_PE, cacheOptions));
        command.addAll(List.of(words));
        final Path output = work.resolve("output");
        final Process process =
                start(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()));
        final int status = process.waitFor();
        goOn();
        return status == ExitStatus.SUCCESS
                ? null
                : "the JVM " + ExitStatus.describe(status) + " and said:" + System.lineSeparator()
                        + Files.readString(output, StandardCharsets.ISO_8859_1).strip();
    }

    private synchronized Process start(ProcessBuilder builder) throws IOException, InterruptedException {
        goOn();
        running = builder.start();
        return running;
    }

    /** Returns unless a signal ends the launcher. */
    private synchronized void goOn() throws InterruptedException {
        while (isAbandoned) {
            wait();
        }
    }

    /** What a launcher does last that a signal ends. */
    private void abandon() {
        final Process process;
        synchronized (this) {
            isAbandoned = true;
            process = running;
        }
        try {
            if (process != null) {
                process.destroyForcibly().waitFor();
            }
            deleteWork();
        } catch (IOException | InterruptedException e) {
            // Nobody waits for it.
        }
    }

    private void delete(PrintStream messages) {
        try {
            deleteWork();
        } catch (IOException e) {
            messages.println("shmemrun: " + work + " cannot be deleted: " + e);
        }
    }

    private void deleteWork() throws IOException {
        if (work == null) {
            return;
        }
        try (var files = Files.newDirectoryStream(work)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(work);
    }
}
