package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jshmem.system.ForeignLauncher.Result;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs on this machine by the launchers of clusters: the examples, and all but their ends. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class LaunchersTest {
    private static final List<String> EXAMPLES =
            List.of("hello", "ring", "heat", "lock-counter", "teams", "transpose", "atomic-scenarios");

    @TempDir
    private Path directory;

    static Stream<Arguments> examples() {
        return ExamplesTest.examplesOnFourPes()
                .filter(example -> EXAMPLES.contains(words(example)[0]))
                .flatMap(example -> Stream.of(
                                ForeignLauncher.HYDRA, ForeignLauncher.HYDRA_PORT, ForeignLauncher.OPEN_MPI)
                        .filter(launcher -> launcher != ForeignLauncher.HYDRA_PORT || words(example)[0].equals("ring"))
                        .map(launcher -> Arguments.of(launcher, example.get()[0], example.get()[2])));
    }

    private static String[] words(Arguments example) {
        return ((String) example.get()[0]).split(" ", -1);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("examples")
    void shouldRunTheExamples(ForeignLauncher launcher, String example, List<String> expected) throws Exception {
        final String[] words = example.split(" ", -1);
        words[0] = mainClass(words[0]);
        final Result result = launcher.run(directory, 4, ForeignLauncher.plainJava(words));
        assertEquals(0, result.status(), result.text());
        assertEquals(
                ExamplesTest.sorted(expected),
                ExamplesTest.sorted(result.text()
                        .lines()
                        .map(ExamplesTest::withoutNumbersOfThisRun)
                        .toList()));
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "HYDRA_PORT", "OPEN_MPI", "OSHRUN"})
    void shouldStartAgainAndEndInGoodOrder(ForeignLauncher launcher) throws Exception {
        final Result result = launcher.ends(directory, "again");
        assertEquals(0, result.status(), result.text());
        assertEquals(List.of("fine", "fine", "fine"), result.text().lines().toList());
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "HYDRA_PORT", "OPEN_MPI", "OSHRUN"})
    void shouldSayWhatItHasChosen(ForeignLauncher launcher) throws Exception {
        final Result result =
                launcher.run(directory, 2, Map.of("SHMEM_INFO", "1"), ForeignLauncher.java(Ends.class.getName(), "no"));
        assertEquals(0, result.status(), result.text());
        final String expected = switch (launcher) {
            case HYDRA -> "bootstrap PMI-1 \\(descriptor \\d+\\), 1 node";
            case HYDRA_PORT -> "bootstrap PMI-1 \\(TCP \\S+:\\d+\\), 1 node";
            case OSHRUN -> "bootstrap OpenSHMEM library liboshmem\\.so\\.40 \\(\\S.*\\), 1 node";
            default -> "bootstrap PMIx \\(\\S.*\\), 1 node";
        };
        assertTrue(result.text().lines().anyMatch(line -> line.strip().matches(expected)), result.text());
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI"})
    void shouldNameThePeThatDoesNotComeToInit(ForeignLauncher launcher) throws Exception {
        final Result result = launcher.run(
                directory,
                3,
                Map.of("SHMEM_INIT_TIMEOUT", "8"),
                ForeignLauncher.java(Absent.class.getName(), "sleep", "3"));
        assertEquals(124, result.status(), result.text());
        result.assertContains(
                "waited for longer than SHMEM_INIT_TIMEOUT=8 seconds for the other PEs to call init(); not there: PE 2"
                        + " of this node");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HYDRA    | PMI_SIZE  | 0         | PMI_SIZE=0 is not a number of PEs from 1 to",
                "HYDRA    | PMI_SIZE  | -1        | PMI_SIZE=-1 is not a number of PEs",
                "HYDRA    | PMI_SIZE  | 100000000 | PMI_SIZE=100000000 is not a number of PEs",
                "HYDRA    | PMI_RANK  | 9         | PMI_RANK=9 is not a PE from 0 to 1, as PMI_SIZE=2",
                "OPEN_MPI | PMIX_RANK | -1        | PMIX_RANK=-1 is not a PE",
                "OPEN_MPI | PMIX_RANK | 9         | PMIX_RANK=9",
            })
    void shouldRejectNumbersThatAreNone(ForeignLauncher launcher, String variable, String value, String message)
            throws Exception {
        final Result result =
                launcher.run(directory, 2, Map.of(variable, value), ForeignLauncher.java(Ends.class.getName(), "no"));
        assertNotEquals(0, result.status(), result.text());
        result.assertContains(message);
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "HYDRA_PORT", "OPEN_MPI", "OSHRUN"})
    void shouldTellAProgramThatAPeStartsThatItIsNone(ForeignLauncher launcher) throws Exception {
        final Result result = launcher.ends(directory, "child");
        assertEquals(0, result.status(), result.text());
        result.assertContains(
                switch (launcher) {
                    case HYDRA -> "is not an open socket of this process";
                    case HYDRA_PORT -> "another process is the PE that PMI_PORT speaks of";
                    default -> "another process is the PE that PMIX_NAMESPACE speaks of";
                });
        result.assertContains("set SHMEM_BOOTSTRAP=single for a job of its own");
        assertEquals(3, result.text().lines().filter("fine"::equals).count(), result.text());
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "HYDRA_PORT", "OPEN_MPI", "OSHRUN"})
    void shouldLetAProgramThatAPeStartsBeAJobOfItsOwn(ForeignLauncher launcher) throws Exception {
        final Result result = launcher.ends(directory, "childAlone");
        assertEquals(0, result.status(), result.text());
        assertEquals(
                List.of("fine", "fine", "fine", "fine"), result.text().lines().toList());
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN"})
    void shouldGoOnWithoutTheFlag(ForeignLauncher launcher) throws Exception {
        final String[] java = Stream.of(ForeignLauncher.plainJava(Ends.class.getName(), "no"))
                .filter(word -> !word.startsWith("--enable-native-access"))
                .toArray(String[]::new);
        final Result result = launcher.run(directory, 1, java);
        assertEquals(0, result.status(), result.text());
        result.assertContains("WARNING: Use --enable-native-access=ALL-UNNAMED");
        result.assertContains("fine");
    }

    /** PE 1 is that of nobody, who has to read what it runs. */
    @Test
    void shouldSayThatAPeRunsAsAnotherUser() throws Exception {
        ForeignLauncher.HYDRA.need();
        Requirement.HOSTS.need(); // root
        final Path program = readableProgram();
        final String java = Path.of(System.getProperty("java.home"), "bin", "java") + " -XX:+UseSerialGC"
                + " --enable-native-access=ALL-UNNAMED -cp " + program + "/*:" + program + " " + Ends.class.getName()
                + " no";
        final Result result = ForeignLauncher.HYDRA.run(
                directory,
                2,
                Map.of(),
                "sh",
                "-c",
                "[ $PMI_RANK = 0 ] || nobody='setpriv --reuid 65534 --regid 65534 --clear-groups'; cd " + program
                        + "; exec $nobody " + java);
        assertNotEquals(0, result.status(), result.text());
        result.assertContains(
                "the first PE of this node runs as user 0, and this PE as user 65534; run both as one user");
    }

    private Path readableProgram() throws IOException {
        final Path program = Files.createDirectories(directory.resolve("program/org/jshmem/system"))
                .getParent()
                .getParent()
                .getParent();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Stream<Path> jars = Files.list(Command.home().resolve("lib/pe"))) {
            for (Path jar :
                    jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
                Files.copy(jar, program.resolve(jar.getFileName()));
            }
        }
        final String name = Ends.class.getName().replace('.', '/') + ".class";
        Files.copy(Path.of("target/test-classes", name), program.resolve(name));
        return program;
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI"})
    void shouldSayWhatAForcedBootstrapMisses(ForeignLauncher launcher) throws Exception {
        final String other = launcher == ForeignLauncher.HYDRA ? "pmix" : "pmi1";
        final Result result = launcher.run(
                directory, 1, Map.of("SHMEM_BOOTSTRAP", other), ForeignLauncher.java(Ends.class.getName(), "no"));
        assertNotEquals(0, result.status(), result.text());
        result.assertContains("SHMEM_BOOTSTRAP=" + other + " and the environment has no PMI");
    }

    /** From the table in the jar of the examples. */
    private static String mainClass(String example) throws IOException {
        try (JarFile jar = new JarFile(ForeignLauncher.examples().toFile())) {
            final Properties table = new Properties();
            try (Reader in = new StringReader(new String(
                    jar.getInputStream(jar.getEntry("META-INF/jshmem/examples.properties"))
                            .readAllBytes(),
                    StandardCharsets.UTF_8))) {
                table.load(in);
            }
            return new ArrayList<>(Arrays.asList(table.getProperty(example).split("\\|", -1))).get(0);
        }
    }
}
