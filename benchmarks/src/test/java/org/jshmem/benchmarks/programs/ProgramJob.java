package org.jshmem.benchmarks.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A job of one PE that runs a program. */
public final class ProgramJob {
    private ProgramJob() {}

    /**
     * Runs it to its end.
     *
     * @param main the class with its main method
     * @param arguments of the program
     * @return the passes that it has printed
     */
    public static List<PassTime> passes(Class<?> main, String... arguments) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            final List<String> lines = process.inputReader().lines().toList();
            assertTrue(process.waitFor(10, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue(), lines::toString);
            return lines.stream().map(PassTime::parse).flatMap(Optional::stream).toList();
        } finally {
            process.destroyForcibly();
        }
    }
}
