package org.jshmem.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs the stress tests of this build's classes in JVMs of their own, each for the milliseconds of
 * {@code -Djshmem.jcstress.ms}. A lost wake-up or link makes them hang.
 */
@Tag(QuickFilter.FULL)
class JcstressTest {
    private static final Path RESULTS = Path.of("target/jcstress");
    private static final Path CLASSES = Path.of("target/classes");
    /** Tests with outcomes that are allowed but rare are listed as interesting ones. */
    private static final Pattern SOME_PASSED = Pattern.compile("(Interesting|All remaining) tests: [1-9]");

    private static final int ITERATIONS = 3;

    /** The classes of tests. */
    private static List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            return files.map(CLASSES::relativize)
                    .map(Path::toString)
                    .filter(name -> name.endsWith("Stress.class"))
                    .map(name -> name.replace(".class", "").replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }

    @Test
    @Timeout(value = 4, unit = TimeUnit.MINUTES)
    void shouldShowNoForbiddenOutcome() throws IOException, InterruptedException {
        final List<String> names = Draw.ofThisBuild().oneOf(names());
        Files.createDirectories(RESULTS);
        final Path output = RESULTS.resolve("output.txt");
        final Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.openjdk.jcstress.Main",
                        "-t",
                        String.join("|", names),
                        "-time",
                        Integer.toString(Integer.getInteger("jshmem.jcstress.ms") / ITERATIONS),
                        "-iters",
                        Integer.toString(ITERATIONS),
                        "-f",
                        "1",
                        "-fsm",
                        "1",
                        "-sc",
                        "false",
                        "-strideCount",
                        "10",
                        "-r",
                        ".",
                        "-jvmArgs",
                        "--enable-native-access=ALL-UNNAMED")
                .directory(RESULTS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            final int status = process.waitFor();
            final String text = Files.readString(output);
            assertEquals(0, status, text);
            assertTrue(text.contains("RUN RESULTS"), text);
            assertTrue(text.contains("Failed tests: No matches."), text);
            assertTrue(text.contains("Error tests: No matches."), text);
            assertTrue(SOME_PASSED.matcher(text).find(), text);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
