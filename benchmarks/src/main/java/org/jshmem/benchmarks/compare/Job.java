package org.jshmem.benchmarks.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A command run to its end.
 *
 * @param lines its standard output
 * @param wallNs how long it took
 */
record Job(List<String> lines, long wallNs) {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    /** Between a request and the end, and between the end of the output and that of the process. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final String LOG = "compare.log";

    static Job run(List<String> command, Path directory) {
        return run(command, directory, process -> {});
    }

    /**
     * Runs a command.
     *
     * @param directory where the log of its standard error goes
     * @param whileRunning is given the process as soon as it runs
     */
    static Job run(List<String> command, Path directory, Consumer<Process> whileRunning) {
        final long start = System.nanoTime();
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(Redirect.appendTo(directory.resolve(LOG).toFile()))
                    .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            CompletableFuture<Void> watch = endAfter(TIMEOUT, process);
            whileRunning.accept(process);
            List<String> lines;
            try (BufferedReader output = process.inputReader()) {
                lines = output.lines().toList();
            } finally {
                watch.cancel(false);
            }
            await(process, command, directory);
            return new Job(lines, System.nanoTime() - start);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + String.join(" ", command), e);
        }
    }

    /** Asks it to end, which launchers pass on to what they started; later it is ended. */
    private static CompletableFuture<Void> endAfter(Duration limit, Process process) {
        return CompletableFuture.runAsync(process::destroy, after(limit))
                .thenRunAsync(process::destroyForcibly, after(GRACE));
    }

    private static Executor after(Duration delay) {
        return CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void await(Process process, List<String> command, Path directory) {
        try {
            if (!process.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            if (process.waitFor() != 0) {
                throw new IllegalStateException("exit status " + process.exitValue() + " of "
                        + String.join(" ", command) + "; see " + directory.resolve(LOG));
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException("interrupted while running " + String.join(" ", command), e);
        }
    }
}
