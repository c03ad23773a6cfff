package org.jshmem.benchmarks.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
            whileRunning.accept(process);
            List<String> lines;
            try (BufferedReader output = process.inputReader()) {
                lines = output.lines().toList();
            }
            await(process, command, directory);
            return new Job(lines, System.nanoTime() - start);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + String.join(" ", command), e);
        }
    }

    private static void await(Process process, List<String> command, Path directory) {
        try {
            if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
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
