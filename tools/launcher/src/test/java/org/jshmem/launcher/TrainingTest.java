package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What keeps a start cache from being made; TrainTest makes one. */
@Timeout(60)
class TrainingTest {
    @TempDir
    private Path directory;

    private Path jar;
    private Path cache;
    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

    @BeforeEach
    void makeDistribution() throws IOException {
        Files.createDirectories(directory.resolve("home/lib/pe"));
        jar = Files.createFile(directory.resolve("program.jar"));
        cache = Files.createDirectory(directory.resolve("caches")).resolve("program.aot");
    }

    private PeJvm jvm(Path entry, String... words) {
        final String[] line = Stream.concat(Stream.of("-np", "2"), Stream.concat(Stream.of(words), Stream.of("Main")))
                .toArray(String[]::new);
        final LaunchOptions options = new CommandLineParser(Map.of()).parse(line);
        final Program program = new Program("Main", List.of(entry), List.of());
        return new PeJvm(new Distribution(directory.resolve("home")), options, program, new JvmSizing(2, 2));
    }

    private static String refused(String name, PeJvm jvm) {
        return assertThrows(UsageException.class, () -> Training.prepare(name, jvm))
                .getMessage();
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(cache.getParent())) {
            return files.toList();
        }
    }

    private int finish(Training training, int status) throws InterruptedException {
        return training.finish(status, new PrintStream(messages, true, StandardCharsets.UTF_8));
    }

    private String said() {
        return messages.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({"-XX:AOTMode=off", "-XX:AOTCache=x", "-Xshare:off", "-XX:SharedArchiveFile=x"})
    void shouldNotTrainWithAnotherArchive(String option) {
        assertEquals(
                "--train a.aot and -J" + option + " exclude one another; leave one out",
                refused("a.aot", jvm(jar, "-J" + option)));
    }

    @Test
    void shouldNotTrainWithAnArchiveOfTheEnvironment() {
        assertEquals(
                "--train a.aot and -Xshare:off in the environment exclude one another; leave one out",
                refused("a.aot", jvm(jar, "-x", "JAVA_TOOL_OPTIONS=-Xshare:off")));
    }

    @ParameterizedTest
    @CsvSource({
        "a:b, takes no cache with : in its path",
        "%pa%p, reads %p and %t in the path",
        "%ta%t, reads %p and %t in the path"
    })
    void shouldNotTrainAtAPathThatTheJvmDoesNotTake(String parent, String reason) throws IOException {
        final Path name = Files.createDirectory(directory.resolve(parent)).resolve("c.aot");
        assertEquals(
                "--train " + name + ": the JVM " + reason + ", which is " + name + "; use another one",
                refused(name.toString(), jvm(jar)));
    }

    @Test
    void shouldTrainWithJarsOnly() throws IOException {
        final Path classes = Files.createDirectory(directory.resolve("classes"));
        assertTrue(refused("a.aot", jvm(classes))
                .startsWith("--train a.aot: the class path has the directory " + classes));
    }

    @Test
    void shouldNeedAFileThatItCanWrite() throws IOException {
        final String parent = cache.getParent().toString();
        assertEquals(
                "--train " + parent + " is a directory; name a file, for instance " + parent + "/program.aot",
                refused(parent, jvm(jar)));
        assertTrue(refused("/", jvm(jar)).startsWith("--train / is a directory; "));
        final String nowhere = directory + "/none/a.aot";
        final String message = refused(nowhere, jvm(jar));
        assertTrue(message.startsWith("--train " + nowhere + " cannot be written ("), message);
        assertEquals(List.of(), left());
    }

    @Test
    void shouldHavePe0Record() throws Exception {
        final Training training = Training.prepare(cache.toString(), jvm(jar));
        final Path work = left().getFirst();
        assertEquals(List.of(), training.options(1));
        assertEquals(
                List.of(
                        "-XX:AOTMode=record",
                        "-XX:AOTConfiguration=" + work.resolve("recorded"),
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-DisplayVMOutput",
                        "-Xlog:aot=off,cds=off"),
                training.options(0));
        finish(training, 0);
    }

    /** The status of the job stays, unless that was a success. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 1 | PE 0 has recorded nothing, as a JVM does when it ends by globalExit or Runtime.halt; let its"
                        + " main method return",
                "5 | 5 | the program has failed",
            })
    void shouldSayThatNothingWasRecorded(int status, int expected, String reason) throws Exception {
        final Training training = Training.prepare(cache.toString(), jvm(jar));
        assertEquals(1, left().size());
        assertEquals(expected, finish(training, status));
        assertEquals("shmemrun: no start cache " + cache + " was made: " + reason + "\n", said());
        assertEquals(List.of(), left());
    }

    @Test
    void shouldPassOnWhatTheJvmSays() throws Exception {
        final Training training = Training.prepare(cache.toString(), jvm(jar));
        Files.writeString(left().getFirst().resolve("recorded"), "no records");
        assertEquals(1, finish(training, 0));
        assertTrue(
                said().startsWith("shmemrun: no start cache " + cache
                        + " was made: the JVM ended with exit status 1 and" + " said:\n"),
                said());
        assertTrue(said().lines().count() > 1, said());
        assertEquals(List.of(), left());
    }
}
