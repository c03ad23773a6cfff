package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jshmem.system.ForeignLauncher.Result;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Start caches: made of a user's program, used, and not used where they do not fit. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(180)
class TrainTest {
    private static final String LOADED = "-J-Xlog:class+load=info:file=loaded-%{pe}";
    private static final String FROM_CACHE = " Version source: shared objects file";

    @TempDir
    private Path directory;

    private Path jar;
    private Path cache;

    @BeforeEach
    void makeProgram() throws IOException {
        jar = directory.resolve("program.jar");
        cache = directory.resolve("program.aot");
        makeJar("first");
    }

    @Test
    void shouldStartFromACacheOfTheProgram() throws Exception {
        final String text = train();
        assertEquals(2, lines(text, "first"), text);
        assertEquals(1, lines(text, "shmemrun: made the start cache " + cache), text);
        assertEquals(Set.of("output", "program.aot", "program.aot.jars", "program.jar"), files());

        final String used = use(LOADED, "-J-XX:AOTMode=on");
        assertEquals(List.of("first", "first"), used.lines().toList());
        for (int pe = 0; pe < 2; pe++) {
            assertTrue(loaded(pe).contains(FROM_CACHE), loaded(pe));
        }
    }

    /** The cache holds what was found hot, and the JVM compiles it by that. */
    @Test
    void shouldHoldProfiles() throws Exception {
        train();
        final String text = use("-J-XX:+PrintFlagsFinal");
        assertTrue(text.matches("(?s).*bool AOTReplayTraining +=\\ true .*"), text);
    }

    @Test
    void shouldTrainWithTheOptionsOfTheUser() throws Exception {
        final String[] options = {"-J-Xmx200m", "-J-XX:+UseParallelGC", "-J--add-opens=java.base/java.lang=ALL-UNNAMED"
        };
        final String text = train(options);
        assertEquals(1, lines(text, "shmemrun: made the start cache "), text);
        final String used =
                use(Stream.concat(Stream.of(options), Stream.of(LOADED)).toArray(String[]::new));
        assertEquals(List.of("first", "first"), used.lines().toList());
        assertTrue(loaded(0).contains(FROM_CACHE), loaded(0));
    }

    @Test
    void shouldSayThatTheJvmRefusesTheCache() throws Exception {
        train();
        final String used = use("-J--add-opens=java.base/java.lang=ALL-UNNAMED");
        assertEquals(2, lines(used, "first"), used);
        assertTrue(used.contains("jdk.module.addopens"), used);
    }

    /** HotSpot itself would take the old class from the cache. */
    @Test
    void shouldNotUseACacheOfAReplacedJar() throws Exception {
        train();
        final FileTime time = Files.getLastModifiedTime(jar);
        makeJar("again");
        Files.setLastModifiedTime(jar, time);
        final String used = use();
        assertEquals(2, lines(used, "again"), used);
        assertEquals(
                1,
                lines(used, "shmemrun: the start cache " + cache + " is not used: " + jar + " has been replaced"),
                used);
        assertEquals(3, used.lines().count(), used);
        train();
        assertEquals(List.of("again", "again"), use().lines().toList());
    }

    @Test
    void shouldMakeNoCacheOfAProgramThatFails() throws Exception {
        train();
        final FileTime time = Files.getLastModifiedTime(cache);
        final String text = job(3, "--train", cache.toString(), "-cp", jar.toString(), "Version", "3");
        assertEquals(1, lines(text, "shmemrun: no start cache " + cache + " was made: the program has failed"), text);
        assertEquals(time, Files.getLastModifiedTime(cache));
        assertEquals(Set.of("output", "program.aot", "program.aot.jars", "program.jar"), files());
    }

    /** During the job, once the program has been recorded, and while the JVM runs that makes the cache. */
    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void shouldLeaveNothingBehindWhenASignalEndsIt(String signal) throws Exception {
        for (String file : List.of("", "recorded", "output")) {
            try (LeftBehind left = new LeftBehind()) {
                end(signal, file, left);
            }
            assertEquals(Set.of("output", "program.jar"), files(), file);
        }
    }

    /** Ends the launcher once there is such a file in its directory. */
    private void end(String signal, String file, LeftBehind left) throws Exception {
        final ProcessBuilder builder = new ProcessBuilder(
                        "env",
                        "--default-signal=INT,TERM",
                        Command.home() + "/bin/shmemrun",
                        "-np",
                        "2",
                        "--train",
                        cache.toString(),
                        "-cp",
                        jar.toString(),
                        "Version")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile());
        left.mark(builder.environment());
        final Process launcher = builder.start();
        try {
            while (launcher.isAlive() && !isAtWork(file)) {
                Thread.sleep(1);
            }
            assertEquals(
                    0,
                    new ProcessBuilder("bash", "-c", "kill -" + signal + " " + launcher.pid())
                            .start()
                            .waitFor());
            launcher.waitFor();
        } finally {
            launcher.destroyForcibly();
        }
        final String text = Files.readString(directory.resolve("output"));
        assertEquals(signal.equals("INT") ? 130 : 143, launcher.exitValue(), text);
        left.assertNothing(launcher.pid(), text);
    }

    private boolean isAtWork(String file) throws IOException {
        try (var directories = Files.newDirectoryStream(directory, "program.aot.*")) {
            for (Path work : directories) {
                if (Files.exists(work.resolve(file))) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void shouldExplainWhyItCannotTrain() throws Exception {
        final Path classes = Files.createDirectory(directory.resolve("classes"));
        final String path = jar + ":" + classes;
        assertMistake("the class path has the directory " + classes, "--train", cache.toString(), "-cp", path);
        assertMistake(
                "--train " + directory + " is a directory", "--train", directory.toString(), "-cp", jar.toString());
        assertMistake("--train /no/such.aot cannot be written", "--train", "/no/such.aot", "-cp", jar.toString());
        assertMistake(
                "--train c and -J-Xshare:off exclude one another",
                "--train",
                "c",
                "-J-Xshare:off",
                "-cp",
                jar.toString());
        assertFalse(Files.exists(cache));
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI"})
    void shouldServeOtherLaunchers(ForeignLauncher launcher) throws Exception {
        launcher.need();
        train();
        final String words = job(
                0,
                "--cache",
                cache.toString(),
                "--print-java-options",
                "-J-Xlog:class+load=info:file=loaded",
                "-cp",
                jar.toString(),
                "Version");
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(words.lines().toList());
        final Result result = launcher.run(directory, 2, Map.of(), command.toArray(String[]::new));
        assertEquals(0, result.status(), result.text());
        assertEquals(List.of("first", "first"), result.text().lines().toList());
        assertTrue(loaded().contains(FROM_CACHE), loaded());
    }

    /** Whatever java takes from a file of arguments. */
    @Test
    void shouldPrintWordsForAnArgumentFile() throws Exception {
        final String words =
                job(0, "--print-java-options", "-J-Da=b \"c\"", "-J-Db=^[a|b]{2}$", "-cp", jar.toString(), "Version");
        final Path file = Files.writeString(directory.resolve("words"), words);
        assertTrue(words.contains("\"-Da=b \\\"c\\\"\"\n"), words);
        assertTrue(words.contains("\n-Db=^[a|b]{2}$\n"), words);
        final Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + file)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        final String text = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, java.waitFor(), text);
        assertEquals("first\n", text);
    }

    @Test
    void shouldPrintTheSameForAllPes() throws Exception {
        assertMistake(
                "-J-Da=%{pe} differs from PE to PE", "--print-java-options", "-J-Da=%{pe}", "-cp", jar.toString());
    }

    private void assertMistake(String message, String... options) throws IOException, InterruptedException {
        final String text =
                job(2, Stream.concat(Stream.of(options), Stream.of("Version")).toArray(String[]::new));
        assertTrue(text.startsWith("shmemrun: ") && text.contains(message), text);
    }

    private String train(String... options) throws IOException, InterruptedException {
        return program("--train", options);
    }

    private String use(String... options) throws IOException, InterruptedException {
        return program("--cache", options);
    }

    private String program(String option, String... options) throws IOException, InterruptedException {
        final List<String> arguments = new ArrayList<>(List.of(option, cache.toString()));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("-cp", jar.toString(), "Version"));
        return job(0, arguments.toArray(String[]::new));
    }

    private String job(int status, String... arguments) throws IOException, InterruptedException {
        final List<String> all = new ArrayList<>(List.of("-np", "2"));
        all.addAll(List.of(arguments));
        return Command.run(directory, status, all.toArray(String[]::new));
    }

    private String loaded(int pe) throws IOException {
        return Files.readString(directory.resolve("loaded-" + pe));
    }

    private String loaded() throws IOException {
        return Files.readString(directory.resolve("loaded"));
    }

    private Set<String> files() throws IOException {
        try (var files = Files.list(directory)) {
            return new TreeSet<>(
                    files.map(file -> file.getFileName().toString()).toList());
        }
    }

    private static long lines(String text, String beginning) {
        return text.lines().filter(line -> line.startsWith(beginning)).count();
    }

    private void makeJar(String word) throws IOException {
        WordProgram.write(jar, "Version", word);
    }
}
