package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When {@code bin/shmemrun} of a checkout builds; its sources are a few files, and {@code mvn} a script. */
@Timeout(60)
@Tag(QuickFilter.FULL)
class CheckoutTest {
    private static final String PROGRAM = "examples/src/main/java/Program.java";

    @TempDir
    private Path directory;

    private Path checkout;

    @BeforeEach
    void layOut() throws IOException {
        checkout = directory.resolve("checkout");
        for (String module : List.of(
                "shmem-api",
                "symmetric-heap",
                "bootstrap",
                "posix",
                "libfabric",
                "transport-shr",
                "examples",
                "oshmem",
                "tck",
                "tck-c",
                "tools",
                "release",
                "build/codegen",
                "build/distribution",
                "bin")) {
            Files.createDirectories(checkout.resolve(module));
        }
        Files.copy(
                Command.home().resolve("bin/shmemrun"),
                checkout.resolve("bin/shmemrun"),
                StandardCopyOption.COPY_ATTRIBUTES);
        write("pom.xml", "pom");
        write(PROGRAM, "one");
        write("examples/src/test/java/ProgramTest.java", "test");
        final Path lib = Files.createDirectories(checkout.resolve("build/distribution/target/jshmem/lib"));
        try (var entries = Files.newDirectoryStream(Command.home().resolve("lib"))) {
            for (Path entry : entries) {
                Files.createSymbolicLink(lib.resolve(entry.getFileName()), entry);
            }
        }
        Files.delete(lib.resolve("java-built"));
        final Path mvn = directory.resolve("path/mvn");
        Files.createDirectories(mvn.getParent());
        Files.writeString(mvn, "#!/bin/sh\necho mvn called >&2\n");
        assertTrue(mvn.toFile().setExecutable(true));
    }

    private void write(String name, String text) throws IOException {
        final Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** What the script prints that is asked for its version. */
    private String run() throws IOException, InterruptedException {
        final Map<String, String> environment = new HashMap<>(System.getenv());
        environment.merge("PATH", directory.resolve("path").toString(), (path, first) -> first + ":" + path);
        return Command.runIn(checkout, environment, directory, 0, "-V");
    }

    private void assertBuilds(String reason) throws Exception {
        final String text = run();
        assertTrue(
                text.startsWith(
                        "shmemrun: building (mvn package), since " + checkout + "/" + reason + "\nmvn called\n"),
                text);
        assertEquals(1, run().lines().count(), "it builds once");
    }

    /** Makes a file a minute newer than what was built. */
    private void touch(String name) throws IOException {
        Files.setLastModifiedTime(
                checkout.resolve(name), FileTime.from(Instant.now().plusSeconds(60)));
    }

    @Test
    void shouldBuildWhereNothingIsBuilt() throws Exception {
        assertBuilds("build/distribution/target/jshmem is missing");
    }

    @Test
    void shouldBuildWhatHasChanged() throws Exception {
        run();
        write(PROGRAM, "two");
        touch(PROGRAM);
        assertBuilds(PROGRAM + " has changed");
    }

    @Test
    void shouldNotBuildForAnotherTimeOrForTests() throws Exception {
        run();
        touch(PROGRAM);
        assertEquals(1, run().lines().count());
        write("examples/src/test/java/ProgramTest.java", "other");
        touch("examples/src/test/java/ProgramTest.java");
        assertEquals(1, run().lines().count());
    }

    @Test
    void shouldKnowACopyForBuilt() throws Exception {
        run();
        final Path copy = directory.resolve("copy");
        final Process process = new ProcessBuilder("cp", "-r", checkout.toString(), copy.toString())
                .inheritIO()
                .start();
        assertEquals(0, process.waitFor());
        checkout = copy;
        touch(PROGRAM);
        assertEquals(1, run().lines().count());
    }

    /** Each file there is a command. */
    @Test
    void shouldHaveCommandsInBin() throws IOException {
        try (var files = Files.list(Path.of("../../bin"))) {
            assertEquals(
                    List.of(), files.filter(file -> !Files.isExecutable(file)).toList());
        }
    }
}
