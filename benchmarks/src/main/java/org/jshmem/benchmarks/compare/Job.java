package org.jshmem.benchmarks.compare;

import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A command run to its end.
 *
 * @param lines its standard output
 * @param wallNs how long it took
 */
record Job(List<String> lines, long wallNs) {
    private static final File NOTHING = new File("/dev/null");

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
        try (var process = new LimitedProcess(command, directory, Redirect.from(NOTHING), LimitedProcess.LIMIT)) {
            whileRunning.accept(process.process());
            List<String> lines = process.output().lines().toList();
            process.await();
            return new Job(lines, System.nanoTime() - start);
        }
    }

    /**
     * Runs a command that may fail.
     *
     * @param directory where the log of its standard error goes
     * @param limit when it is ended
     * @return empty if it has to be ended, or ends with another exit status than 0
     */
    static Optional<Job> ifItEnds(List<String> command, Path directory, Duration limit) {
        final long start = System.nanoTime();
        try (var process = new LimitedProcess(command, directory, Redirect.from(NOTHING), limit)) {
            final List<String> lines = process.output().lines().toList();
            return process.endsWell() ? Optional.of(new Job(lines, System.nanoTime() - start)) : Optional.empty();
        }
    }
}
