package org.jshmem.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** From tests that are left out to the table that says so. */
class LeftOutTest {
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();

    @TempDir
    private Path root;

    /** Not tests of the project; run by the tests below. */
    static final class Played {
        static final class Some {
            @Test
            void passes() {}

            @Test
            void lacks() {
                leaveOut();
            }

            @TestFactory
            Stream<DynamicTest> made() {
                return Stream.of(1, 2, 3).map(i -> DynamicTest.dynamicTest("made " + i, Some::leaveOut));
            }

            @Test
            @Disabled("it rains")
            void disabled() {}

            @SuppressWarnings("DoNotCallSuggester")
            private static void leaveOut() {
                throw new MissingRequirementException(Requirement.HYDRA, "there is no such launcher");
            }
        }

        static final class WholeClass {
            @BeforeAll
            static void assume() {
                assumeTrue(false, "no luck");
            }

            @Test
            void one() {}

            @Test
            void other() {}
        }
    }

    private List<String> play(Class<?>... classes) throws Exception {
        final Path file = root.resolve("module").resolve(LeftOut.FILE);
        final LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Stream.of(classes).map(each -> selectClass(each)).toList())
                .build();
        LauncherFactory.create(LauncherConfig.builder()
                        .enableTestExecutionListenerAutoRegistration(false)
                        .addTestExecutionListeners(new LeftOutListener(file, new PrintStream(told, true, UTF_8)))
                        .build())
                .execute(request);
        return Files.readAllLines(file);
    }

    @Test
    void shouldCountEveryTestThatIsLeftOut() throws Exception {
        final List<String> lines = play(Played.Some.class, Played.WholeClass.class);
        assertEquals("tests\t8", lines.getFirst());
        assertEquals(
                List.of(
                        "-\tAssumption failed: no luck\t-\t2",
                        "-\tit rains\t-\t1",
                        "hydra\tthere is no such launcher\tmpich\t4"),
                lines.stream().skip(1).sorted().toList());
        assertTrue(
                told.toString(UTF_8)
                        .contains("4 tests left out: there is no such launcher (Debian: apt-get install mpich)"),
                () -> told.toString(UTF_8));
    }

    @Test
    void shouldAddUpAllModules() throws Exception {
        final LeftOutTable table = new LeftOutTable();
        table.add(List.of("tests\t10", "hydra\tthere is no mpiexec.hydra\tmpich\t3"));
        table.add(List.of("tests\t5", "-\tit rains\t-\t1", "hydra\tthere is no mpiexec.hydra\tmpich\t2"));
        final List<String> lines = table.toString().lines().toList();
        assertEquals(4, lines.size(), table::toString);
        assertTrue(lines.getFirst().startsWith("15 tests; 6 were left out"), table::toString);
        assertEquals("hydra            5  there is no mpiexec.hydra  mpich", lines.getLast());
    }

    @Test
    void shouldSayThatNothingIsLeftOut() {
        final LeftOutTable table = new LeftOutTable();
        table.add(List.of("tests\t10"));
        assertEquals("10 tests; none was left out\n", table.toString());
    }

    @Test
    void shouldPassOverWhatAnEarlierBuildWrote() throws Exception {
        final Path file = root.resolve("old").resolve(LeftOut.FILE);
        Files.createDirectories(file.getParent());
        Files.writeString(root.resolve("pom.xml"), "<module>old</module>");
        Files.writeString(root.resolve("old/pom.xml"), "");
        Files.write(file, List.of("tests\t7"));
        final Instant now = Instant.now();
        Files.setLastModifiedTime(file, FileTime.from(now.minusSeconds(60)));
        final LeftOutTable table = new LeftOutTable();
        table.read(root, now);
        assertFalse(table.toString().contains("7"), table::toString);
    }
}
