package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A PE that nothing but {@code java} starts. */
final class PlainJava {
    private static final long TIMEOUT_SECONDS = 50;

    private PlainJava() {}

    /** Runs a JVM that ends with a status, and returns what it prints on both streams. */
    static String run(Path directory, int status, String... arguments) throws IOException, InterruptedException {
        final Path output = directory.resolve("output");
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(List.of(arguments));
        final Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        final String text = Files.readString(output);
        assertEquals(status, process.exitValue(), () -> command + "\n" + text);
        return text;
    }
}
