package org.jshmem.benchmarks.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A command that runs no longer than it may; its standard error goes to a log. */
final class LimitedProcess implements AutoCloseable {
    /** What no command takes, nor anything that is asked of one. */
    static final Duration LIMIT = Duration.ofMinutes(5);

    /** Between a request and the end, and between the end of the output and that of the process. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final List<String> command;
    private final Path log;
    private final Duration limit;
    private final Process process;
    private CompletableFuture<Void> inTime;

    /**
     * Starts it.
     *
     * @param directory where the log goes
     */
    LimitedProcess(List<String> command, Path directory, Redirect input, Duration limit) {
        this.command = command;
        this.limit = limit;
        this.log = directory.resolve("compare.log");
        try {
            this.process = new ProcessBuilder(command)
                    .redirectError(Redirect.appendTo(log.toFile()))
                    .redirectInput(input)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + this, e);
        }
        this.inTime = watch();
    }

    private CompletableFuture<Void> watch() {
        final CompletableFuture<Void> watched = new CompletableFuture<>();
        watched.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).exceptionally(late -> end());
        return watched;
    }

    /** Asks to end first, which launchers pass on to what they started. */
    private Void end() {
        process.destroy();
        CompletableFuture.delayedExecutor(GRACE.toMillis(), TimeUnit.MILLISECONDS)
                .execute(process::destroyForcibly);
        return null;
    }

    /** Lets it run as long again, from now on. */
    void extend() {
        inTime.complete(null);
        inTime = watch();
    }

    Process process() {
        return process;
    }

    BufferedReader output() {
        return process.inputReader();
    }

    /** Once its output has ended: waits for its end, and throws unless it went well. */
    void await() {
        if (!endsWell()) {
            throw new IllegalStateException("exit status " + process.exitValue() + " of " + this + "; see " + log);
        }
    }

    /** Once its output has ended: waits for its end. */
    boolean endsWell() {
        try {
            if (!process.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while running " + this, e);
        }
    }

    /** Ends it, if it runs. */
    @Override
    public void close() {
        process.destroy();
        inTime.complete(null);
    }

    @Override
    public String toString() {
        return String.join(" ", command);
    }
}
