package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which JDK {@code shmemrun} takes. A JDK of these tests is a file {@code release}, and a {@code java} that runs the
 * real one.
 */
@Tag(QuickFilter.FULL)
@Tag(Draw.DRAWN)
@Timeout(120)
class AnyJdkTest {
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));
    private static final String NOT_USED = "shmemrun: the start caches in " + Command.home() + "/lib are not used: ";

    @TempDir
    private Path directory;

    /** The second: one that was updated in its directory. */
    @ParameterizedTest
    @ValueSource(strings = {"26-ea", "25.0.999", "100.0.1"})
    void shouldTakeALaterJdkWithoutTheCaches(String version) throws Exception {
        final Path jdk = jdk("jdk", "JAVA_VERSION=\"" + version + "\"\n");
        final String text = hello(Command.home(), Map.of("JSHMEM_JAVA_HOME", jdk.toString()));
        assertEquals(
                NOT_USED + "another JDK made them than " + jdk + " of version " + version,
                text.substring(0, text.indexOf(';')),
                text);
        assertEquals(3, text.lines().count(), text);
        assertTrue(isUsed("jdk"));
        assertFalse(hasLibraryFromCache());
    }

    @Test
    void shouldUseTheCachesWithTheJdkThatMadeThem() throws Exception {
        final Path jdk = jdk("jdk", Files.readString(JAVA_HOME.resolve("release")));
        final String text = hello(Command.home(), Map.of("JSHMEM_JAVA_HOME", jdk.toString()));
        assertEquals(2, text.lines().count(), text);
        assertTrue(isUsed("jdk"));
        assertTrue(hasLibraryFromCache());
    }

    @ParameterizedTest
    @ValueSource(strings = {"24.0.2", "17", "1.8.0_402"})
    void shouldRefuseAnOlderJdkByItsVersion(String version) throws Exception {
        final Path jdk = jdk("jdk", "IMPLEMENTOR=\"None\"\nJAVA_VERSION=\"" + version + "\"");
        assertRefused(jdk, "is JDK " + version + ", not a JDK 25 or later; correct or unset it");
    }

    @Test
    void shouldRefuseWhatIsNoJdk() throws Exception {
        assertRefused(directory, "is not a JDK 25 or later; correct or unset it");
        assertRefused(jdk("jdk", "JAVA_VERSION=\"later\"\n"), "is JDK later, not a JDK 25 or later");
    }

    /** {@code JAVA_HOME} comes before the path, unless it is older. */
    @ParameterizedTest
    @CsvSource({"26, 27, first", "21.0.4, 27.0.1, second"})
    void shouldFindALaterJdk(String first, String second, String used) throws Exception {
        final Path home = withoutCaches();
        jdk("first", "JAVA_VERSION=\"" + first + "\"\n");
        jdk("second", "JAVA_VERSION=\"" + second + "\"\n");
        final String text = hello(
                home,
                Map.of(
                        "JAVA_HOME",
                        directory.resolve("first").toString(),
                        "PATH",
                        directory.resolve("second/bin") + ":/usr/bin:/bin"));
        assertEquals(2, text.lines().count(), text);
        assertEquals(used.equals("first"), isUsed("first"));
        assertEquals(used.equals("second"), isUsed("second"));
    }

    private String hello(Path home, Map<String, String> environment) throws IOException, InterruptedException {
        return Command.runIn(
                home,
                environment,
                directory,
                0,
                "-np",
                "2",
                "-J-Xlog:class+load=info:file=" + directory + "/loaded-%{pe}",
                "hello");
    }

    private void assertRefused(Path jdk, String message) throws IOException, InterruptedException {
        final Map<String, String> environment = Map.of("JSHMEM_JAVA_HOME", jdk.toString());
        final String text = Command.runIn(Command.home(), environment, directory, 1, "-np", "2", "hello");
        assertTrue(text.startsWith("shmemrun: JSHMEM_JAVA_HOME=" + jdk + " " + message), text);
        assertEquals(1, text.lines().count(), text);
    }

    private boolean hasLibraryFromCache() throws IOException {
        return Files.readString(directory.resolve("loaded-0"))
                .contains(" org.jshmem.spi.ShmemProvider source: shared objects file");
    }

    private boolean isUsed(String name) {
        return Files.exists(directory.resolve(name).resolve("used"));
    }

    private Path jdk(String name, String release) throws IOException {
        final Path home = directory.resolve(name);
        final Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(home.resolve("release"), release);
        Files.writeString(
                java, "#!/bin/sh\n: > '" + home + "/used'\nexec '" + JAVA_HOME.resolve("bin/java") + "' \"$@\"\n");
        assertTrue(java.toFile().setExecutable(true));
        return home;
    }

    /** A distribution of the same jars that no JDK has prepared. */
    private Path withoutCaches() throws IOException, InterruptedException {
        final Path home = directory.resolve("jshmem");
        Files.createDirectories(home.resolve("lib"));
        for (String name : List.of("bin", "lib/pe", "lib/launcher", "lib/examples.jar")) {
            final Process copy = new ProcessBuilder(
                            "cp",
                            "-a",
                            Command.home().resolve(name).toString(),
                            home.resolve(name).toString())
                    .start();
            assertEquals(0, copy.waitFor());
        }
        return home;
    }
}
