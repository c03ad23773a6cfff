package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.ProcessTree;
import org.jshmem.testing.Requirement;

/**
 * {@code shmemrun} of the laid-out distribution, as a user calls it. A job whose PEs share no memory requires the
 * network. A job that leaves a process, a file or a socket behind fails, whatever it prints.
 */
final class Command {
    private static final Path HOME =
            Path.of("../../build/distribution/target/jshmem").toAbsolutePath().normalize();
    private static final long TIMEOUT_SECONDS = 100;

    private Command() {}

    /** The laid-out distribution. */
    static Path home() {
        return HOME;
    }

    /** Runs a job that ends with a status, and returns what it prints on both streams. */
    static String run(Path directory, int status, String... arguments) throws IOException, InterruptedException {
        return runIn(HOME, directory, status, arguments);
    }

    /** The same, by the launcher of another distribution. */
    static String runIn(Path home, Path directory, int status, String... arguments)
            throws IOException, InterruptedException {
        return runIn(home, System.getenv(), directory, status, arguments);
    }

    /** The same, with nothing else in its environment. */
    static String runIn(Path home, Map<String, String> environment, Path directory, int status, String... arguments)
            throws IOException, InterruptedException {
        final Path output = directory.resolve("output");
        final int ended = start(home, environment, false, output, directory, arguments);
        return checked(status, ended, output, arguments);
    }

    /** Runs a job that may leave something behind, which the caller ends. */
    static String runLeaving(Path directory, int status, String... arguments) throws IOException, InterruptedException {
        final Path output = directory.resolve("output");
        final int ended = start(HOME, System.getenv(), true, output, directory, arguments);
        return checked(status, ended, output, arguments);
    }

    private static String checked(int status, int ended, Path output, String... arguments) throws IOException {
        final String text = Files.readString(output);
        assertEquals(status, ended, () -> List.of(arguments) + "\n" + text);
        return text;
    }

    /** Runs a job that ends, however, and returns what it prints on both streams. */
    static String runAnyway(Path directory, String... arguments) throws IOException, InterruptedException {
        final Path output = directory.resolve("output");
        start(HOME, System.getenv(), false, output, directory, arguments);
        return Files.readString(output);
    }

    private static int start(
            Path home,
            Map<String, String> environment,
            boolean leaves,
            Path output,
            Path directory,
            String... arguments)
            throws IOException, InterruptedException {
        if (List.of(arguments).contains("SHMEM_SHR=off")) {
            Requirement.NETWORK.need();
        }
        final List<String> command = new ArrayList<>(List.of(home + "/bin/shmemrun"));
        command.addAll(Arrays.asList(arguments));
        final ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        try (LeftBehind left = new LeftBehind()) {
            left.mark(builder.environment());
            final Process process = builder.start();
            await(process, command, output);
            if (!leaves) {
                left.assertNothing(process.pid(), command + "\n" + Files.readString(output));
            }
            return process.exitValue();
        }
    }

    private static void await(Process process, List<String> command, Path output)
            throws IOException, InterruptedException {
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            final String tree = ProcessTree.of(process.toHandle());
            process.destroy();
            process.waitFor();
            fail("not ended after " + TIMEOUT_SECONDS + " s: " + command + "\n" + Files.readString(output) + tree);
        }
    }
}
