package org.jshmem.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The output of a command that must end with status 0. It goes to a file, so that a process which the command has
 * started and left behind does not delay the test.
 */
public final class CommandOutput {
    private CommandOutput() {}

    /**
     * Runs a command without input to its end.
     *
     * @param directory where the file {@code output} is written
     * @param limitSeconds how long the command may take
     * @param command with its arguments
     * @return standard output and standard error
     * @throws IOException if the command cannot be started
     * @throws InterruptedException if the test has timed out
     */
    public static String of(Path directory, int limitSeconds, List<String> command)
            throws IOException, InterruptedException {
        final Path output = directory.resolve("output");
        final Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile())
                .start();
        final boolean ended;
        try {
            ended = process.waitFor(limitSeconds, TimeUnit.SECONDS);
        } finally {
            process.destroyForcibly().waitFor();
        }
        final String text = Files.readString(output);
        if (!ended || process.exitValue() != 0) {
            throw new AssertionError(command + (ended ? " failed" : " did not end") + "\n" + text);
        }
        return text;
    }
}
