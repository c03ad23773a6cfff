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

/** A command that runs no longer than it may; its standard error goes to a log. */
final class LimitedProcess implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    /** Between a request and the end, and between the end of the output and that of the process. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final List<String> command;
    private final Path log;
    private final Process process;
    private final CompletableFuture<Void> watch;

    /**
     * Starts it.
     *
     * @param directory where the log goes
     */
    LimitedProcess(List<String> command, Path directory, Redirect input) {
        this.command = command;
        this.log = directory.resolve("compare.log");
        try {
            this.process = new ProcessBuilder(command)
                    .redirectError(Redirect.appendTo(log.toFile()))
                    .redirectInput(input)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + this, e);
        }
        this.watch = CompletableFuture.runAsync(process::destroy, after(TIMEOUT))
                .thenRunAsync(process::destroyForcibly, after(GRACE));
    }

    /** Asks to end first, which launchers pass on to what they started. */
    private static Executor after(Duration delay) {
        return CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    Process process() {
        return process;
    }

    BufferedReader output() {
        return process.inputReader();
    }

    /** Once its output has ended: waits for its end, and throws unless it went well. */
    void await() {
        try {
            if (!process.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            if (process.waitFor() != 0) {
                throw new IllegalStateException("exit status " + process.exitValue() + " of " + this + "; see " + log);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while running " + this, e);
        }
    }

    /** Ends it, if it runs. */
    @Override
    public void close() {
        process.destroy();
        watch.cancel(false);
    }

    @Override
    public String toString() {
        return String.join(" ", command);
    }
}
