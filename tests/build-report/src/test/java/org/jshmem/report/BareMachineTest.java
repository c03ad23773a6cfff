package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.Modules;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A machine with a JDK and nothing else, as {@code bin/bare} shows it: the first command of the README works, and of
 * the test classes that require something no test fails. Each build runs its part of their tests.
 */
@Tag(QuickFilter.FULL)
class BareMachineTest {
    private static final long LIMIT_S = 300;
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    /** The declaration of a test method. */
    private static final Pattern TEST = Pattern.compile("^    [\\w<>]+ (should\\w+)\\(", Pattern.MULTILINE);

    @TempDir
    private Path directory;

    @Test
    void shouldRunAnExample() throws Exception {
        Requirement.OVERLAY.need();
        final String output = bare(ROOT, ROOT + "/bin/shmemrun", "-np", "4", "hello");
        assertTrue(output.contains("I am 3 of 4"), output);
    }

    /** But for what the kernel gives. */
    @Test
    void shouldLackWhatTestsRequire() throws Exception {
        Requirement.OVERLAY.need();
        final String output = bare(
                Path.of("").toAbsolutePath(),
                java(),
                "-cp",
                System.getProperty("java.class.path"),
                MissingRequirements.class.getName());
        assertEquals(EnumSet.complementOf(EnumSet.of(Requirement.NAMESPACES, Requirement.OVERLAY)) + "\n", output);
    }

    /** Prints what a machine lacks. */
    static final class MissingRequirements {
        private MissingRequirements() {}

        static void main() {
            System.out.println(Arrays.stream(Requirement.values())
                    .filter(requirement -> requirement.missing() != null)
                    .toList());
        }
    }

    /** By module. */
    static Stream<Path> modules() throws IOException {
        return Modules.of(ROOT).stream()
                .filter(module ->
                        !module.endsWith("build-report") && !testsOf(module).isEmpty());
    }

    @ParameterizedTest(allowZeroInvocations = true) // a part may have no such test
    @MethodSource("modules")
    @Timeout(360)
    void shouldFailNoTest(Path module) throws Exception {
        Requirement.OVERLAY.need();
        final String classPath = classPath(module);
        final List<String> command = new ArrayList<>(List.of(
                java(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Djshmem.left-out.file=" + directory.resolve("left-out"),
                "-Djshmem.test.cp=" + classPath,
                "-Djshmem.tck.cp=" + ROOT.resolve("tck/target/classes"),
                "-Djunit.jupiter.execution.parallel.enabled=true",
                "-Djunit.jupiter.execution.parallel.mode.default=same_thread",
                "-Djunit.jupiter.execution.parallel.mode.classes.default=concurrent",
                "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
                "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=2",
                "-cp",
                classPath,
                "org.jshmem.testing.Play"));
        command.addAll(testsOf(module));
        bare(module, command.toArray(String[]::new));
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * This build's part of the tests of classes that call a requirement, or a helper that does, as the one for jobs
     * whose PEs share no memory.
     */
    private static List<String> testsOf(Path module) {
        final Path sources = module.resolve("src/test/java");
        if (!Files.isDirectory(sources)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith("Test.java"))
                    .flatMap(file -> testsOf(
                            sources.relativize(file)
                                    .toString()
                                    .replace(".java", "")
                                    .replace(File.separatorChar, '.'),
                            read(file)))
                    .filter(Draw.ofThisBuild()::has)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Stream<String> testsOf(String name, String source) {
        return requires(source)
                ? TEST.matcher(source)
                        .results()
                        .map(test -> name + "#" + test.group(1))
                        .distinct()
                : Stream.empty();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean requires(String source) {
        // A bare machine has namespaces.
        final String text = source.replace("Requirement.NAMESPACES.need()", "");
        return !text.contains("package org.jshmem.testing;")
                && (text.contains("Requirement.")
                        || text.contains(".need")
                        || text.contains("SHMEM_SHR=off")
                        || text.contains("\"off, "));
    }

    /**
     * The module's classes, those of all modules, and the libraries of the distribution, of the tests and of this test.
     */
    private static String classPath(Path module) throws IOException {
        final List<String> entries = new ArrayList<>(List.of(
                module.resolve("target/test-classes").toString(),
                module.resolve("target/classes").toString()));
        Modules.of(ROOT).stream()
                .map(other -> other.resolve("target/classes"))
                .filter(Files::isDirectory)
                .forEach(classes -> entries.add(classes.toString()));
        try (Stream<Path> libraries = Files.walk(ROOT.resolve("build/distribution/target/jshmem/lib"))) {
            libraries.filter(file -> file.toString().endsWith(".jar")).forEach(jar -> entries.add(jar.toString()));
        }
        entries.add(System.getProperty("java.class.path"));
        return entries.stream().distinct().collect(Collectors.joining(File.pathSeparator));
    }

    private String bare(Path in, String... words) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of(ROOT + "/bin/bare"));
        command.addAll(List.of(words));
        final Path output = directory.resolve("output");
        final Process process = new ProcessBuilder(command)
                .directory(in.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile())
                .start();
        final boolean ended = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        final String text = Files.readString(output);
        assertTrue(ended, () -> "not ended: " + command + "\n" + text);
        assertEquals(0, process.exitValue(), () -> String.join(" ", words) + "\n" + text);
        return text;
    }
}
