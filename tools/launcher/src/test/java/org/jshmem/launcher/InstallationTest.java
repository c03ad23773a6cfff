package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the files of a job come from: a distribution, or the launcher's own class path. */
@Timeout(30)
class InstallationTest {
    @TempDir
    private Path home;

    private Path file(String name) throws IOException {
        final Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }

    @Test
    void shouldFindTheJarsOfADistribution() throws IOException {
        final Path b = file("lib/pe/b.jar");
        final Path a = file("lib/pe/a.jar");
        file("lib/pe/text");
        final Path tool = file("lib/tools/tool.jar");
        final Path info = file("lib/info/info.jar");
        final Path shell = file("lib/shell/shell.jar");
        final Path console = file("lib/shell/console.jar");
        final Path extra = file("lib/shell/xtra.jar");
        final Distribution distribution = new Distribution(home);
        assertEquals(List.of(a, b), distribution.peClassPath());
        assertEquals(List.of(tool), distribution.toolClassPath());
        assertEquals(List.of(tool), distribution.traceClassPath());
        assertEquals(List.of(tool, info), distribution.watcherClassPath());
        assertEquals(List.of(shell, console, extra), distribution.shellClassPath());
        assertEquals(home.resolve("lib/examples.jar"), distribution.examplesJar());
        assertEquals(home.resolve("lib/native"), distribution.nativeLibraries());
        assertEquals(new StartCache(home.resolve("lib/pe.aot")), distribution.peCache());
    }

    @Test
    void shouldSayThatADistributionIsIncomplete() throws IOException {
        file("lib/tools");
        for (Supplier<List<Path>> wanted : List.<Supplier<List<Path>>>of(
                new Distribution(home)::peClassPath, new Distribution(home)::toolClassPath)) {
            final String message =
                    assertThrows(UsageException.class, wanted::get).getMessage();
            assertTrue(
                    message.matches("jshmem.home=" + home + " has no lib/(pe|tools) \\(.*\\); build it by mvn package"),
                    message);
        }
    }

    /** Without the entries that do not exist, of which build tools name some. */
    @Test
    void shouldTakeTheLaunchersOwnClassPath() {
        final String property = "java.class.path";
        final String before = System.getProperty(property);
        try {
            System.setProperty(
                    property, String.join(File.pathSeparator, home.toString(), home + "/none", before.split(":")[0]));
            assertEquals(List.of(home, Path.of(before.split(":")[0])), new OwnClassPath().peClassPath());
        } finally {
            System.setProperty(property, before);
        }
    }

    @Test
    void shouldSayWhatItsOwnClassPathLacks() {
        final OwnClassPath own = new OwnClassPath();
        assertEquals(List.of(), own.toolClassPath());
        assertNull(own.examplesJar());
        assertNull(own.nativeLibraries());
        assertNull(own.peCache());
        assertLacks("--monitor and --report need the artifact org.jshmem:monitor", own::watcherClassPath);
        assertLacks("--trace needs the artifact org.jshmem:trace", own::traceClassPath);
        assertLacks("--shell needs a distribution of JSHMEM", own::shellClassPath);
    }

    private static void assertLacks(String beginning, Supplier<List<Path>> wanted) {
        final String message = assertThrows(UsageException.class, wanted::get).getMessage();
        assertTrue(message.startsWith(beginning), message);
    }

    /** As users choose one for their PEs. */
    @ParameterizedTest
    @ValueSource(strings = {"Serial", "Parallel", "G1", "Z", "Epsilon"})
    @Tag(QuickFilter.FULL)
    void shouldStartAJvmWhateverCollectorTheEnvironmentNames(String collector) throws Exception {
        final String options = "-XX:+UnlockExperimentalVMOptions -XX:+Use" + collector + "GC";
        for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
            final boolean isLast = variable.equals("_JAVA_OPTIONS");
            final List<String> command = new ArrayList<>(Installation.serialJavaCommand(isLast ? options : "-Xmx1g"));
            command.addAll(List.of("-XX:+PrintFlagsFinal", "-version"));
            final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().put(variable, options);
            final Process process = builder.start();
            final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), said);
            final String used = isLast ? collector : "Serial";
            assertTrue(said.matches("(?s).*bool Use" + used + "GC +=\\ true.*"), said);
        }
    }

    /** Names that begin or end like those of collectors. */
    @Test
    void shouldChooseTheCollectorWhereTheEnvironmentNamesNone() {
        assertTrue(Installation.serialJavaCommand("-XX:+UseStringDeduplication -XX:ParallelGCThreads=2"
                        + " -XX:+UseDynamicNumberOfGCThreads -XX:+UseMaximumCompactionOnSystemGC")
                .contains("-XX:+UseSerialGC"));
    }

    @Test
    void shouldTakeTheDistributionThatIsNamed() {
        assertInstanceOf(OwnClassPath.class, Installation.current());
        try {
            System.setProperty(Distribution.HOME_PROPERTY, home.toString());
            assertEquals(new Distribution(home), Installation.current());
        } finally {
            System.clearProperty(Distribution.HOME_PROPERTY);
        }
    }
}
