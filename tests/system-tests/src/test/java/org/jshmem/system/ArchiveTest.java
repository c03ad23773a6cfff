package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archive, unpacked where no checkout is, with nothing in the environment. */
@Tag(QuickFilter.FULL)
@Timeout(180)
class ArchiveTest {
    private static final String FROM_CACHE = " org.jshmem.spi.ShmemProvider source: shared objects file";
    private static final List<String> SCRIPTS =
            List.of("shmem-info", "shmem-prepare", "shmem-top", "shmem-trace", "shmemrun", "tck");

    @TempDir
    private Path directory;

    private Path home;

    @BeforeEach
    void unpack() throws IOException, InterruptedException {
        final Path archive = archive(".tar.gz");
        final Process tar = new ProcessBuilder("tar", "-xzf", archive.toString())
                .directory(directory.toFile())
                .inheritIO()
                .start();
        assertEquals(0, tar.waitFor());
        home = directory.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldRunAnExample() throws Exception {
        final String text = Command.runIn(home, environment(), directory, 0, "-np", "2", "hello");
        assertEquals(
                List.of("Hello, world, I am 0 of 2", "Hello, world, I am 1 of 2"),
                text.lines().sorted().toList());
    }

    /** The first start says nothing of caches; after {@code shmem-prepare} they are there and used. */
    @Tag(Draw.DRAWN)
    @Test
    @Tag(QuickFilter.FULL)
    void shouldMakeStartCaches() throws Exception {
        home = Files.move(home, directory.resolve("with a blank"));
        assertFalse(usesCache());
        final Set<String> before = files(home);
        assertTrue(
                script("shmem-prepare", 0).startsWith("shmem-prepare: made the start caches in " + home + "/lib for"));
        final Set<String> made = files(home);
        made.removeAll(before);
        assertEquals(Set.of("java-home", "java-release", "launcher.aot", "pe.aot", "pe.aot.jars"), names(made, "lib/"));
        assertTrue(usesCache());
    }

    @Test
    void shouldSayWhatItIs() throws Exception {
        assertTrue(script("shmem-info", 0).startsWith("JSHMEM "));
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldRunTheConformanceKit() throws Exception {
        final String text =
                script("tck", 0, "run", "put:Longs", "--transport", "shr", "--html", directory + "/report.html");
        assertTrue(text.matches("(?s).*put and get +1/1 .*"), text);
        assertTrue(Files.readString(directory.resolve("report.html")).contains("all 1 that were run passed"), text);
    }

    /** The libraries of a PE are those that a user may need; the examples are there to be read. */
    @Test
    void shouldHoldWhatFitsAnyMachine() throws Exception {
        final Set<String> files = files(home);
        assertEquals(Set.copyOf(SCRIPTS), names(files, "bin/"));
        assertEquals(Set.of("examples.jar"), names(files, "lib/"));
        assertFalse(files.contains("lib/pe/training.jar"));
        assertTrue(files.containsAll(Set.of(
                "README.md",
                "CHANGELOG.md",
                "LICENSE",
                "NOTICE",
                "docs/design.md",
                "examples/org/jshmem/examples/Hello.java",
                "samples/tutorial/Picture.java",
                "samples/maven/pom.xml",
                "lib/pe/shmem-api.jar")));
    }

    /** A library that is added needs its line, and a text that is named needs to be there. */
    @Test
    void shouldNameTheLicenceOfEachLibrary() throws Exception {
        final String notice = Files.readString(home.resolve("NOTICE"));
        final Set<String> files = files(home);
        final Set<String> own = Set.of(
                "launcher",
                "profiler",
                "monitor",
                "trace",
                "shell",
                "shmem-info",
                "prepare",
                "training",
                "examples",
                "tck",
                "tck-c");
        final Set<String> modules = Set.of(
                "bootstrap",
                "libfabric",
                "oshmem",
                "posix",
                "shmem-api",
                "shmem-flow",
                "shmem-internal",
                "symmetric-heap",
                "transport-none",
                "transport-ofi",
                "transport-shmem",
                "transport-shr");
        for (String file : files) {
            if (file.endsWith(".jar")) {
                final String library = file.substring(file.lastIndexOf('/') + 1, file.length() - ".jar".length());
                assertTrue(
                        own.contains(library)
                                || modules.contains(library)
                                || notice.matches("(?s).*(\n  |, )" + library + "(,| ).*"),
                        library);
            }
        }
        final Set<String> texts = names(files, "licenses/");
        assertEquals(
                Stream.of(notice.split("[\\s,]+", -1))
                        .filter(word -> word.endsWith(".txt"))
                        .collect(Collectors.toSet()),
                texts);
    }

    /** Whatever unpacks it: scripts that may be executed, and no links. */
    @Test
    void shouldHoldTheSameAsZip() throws Exception {
        try (FileSystem zip = FileSystems.newFileSystem(archive(".zip"), Map.of("enablePosixFileAttributes", "true"))) {
            final Path root = zip.getPath("/", home.getFileName().toString());
            assertEquals(files(home), files(root));
            for (String name : SCRIPTS) {
                assertEquals(
                        "rwxr-xr-x",
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(
                                root.resolve("bin").resolve(name))));
                assertTrue(Files.isExecutable(home.resolve("bin").resolve(name)));
                assertFalse(Files.isSymbolicLink(home.resolve("bin").resolve(name)));
            }
        }
    }

    private boolean usesCache() throws IOException, InterruptedException {
        final String loaded = directory + "/loaded-%{pe}";
        final String text = Command.runIn(
                home, environment(), directory, 0, "-np", "2", "-J-Xlog:class+load=info:file=" + loaded, "hello");
        assertEquals(2, text.lines().count(), text);
        return Files.readString(directory.resolve("loaded-0")).contains(FROM_CACHE);
    }

    private String script(String name, int status, String... words) throws IOException, InterruptedException {
        final Path output = directory.resolve("output");
        final List<String> command = new ArrayList<>(List.of(home + "/bin/" + name));
        command.addAll(List.of(words));
        final ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment());
        final int ended = builder.start().waitFor();
        final String text = Files.readString(output);
        assertEquals(status, ended, text);
        return text;
    }

    /** Empty, where the JDK of these tests is in a place where one is looked for. */
    private static Map<String, String> environment() {
        final String java = System.getProperty("java.home");
        return Path.of(java).getParent().equals(Path.of("/usr/lib/jvm")) ? Map.of() : Map.of("JSHMEM_JAVA_HOME", java);
    }

    private static Path archive(String ending) throws IOException {
        try (Stream<Path> files = Files.list(Command.home().getParent())) {
            final List<Path> found = files.filter(
                            file -> file.getFileName().toString().startsWith("jshmem-"))
                    .filter(file -> file.getFileName().toString().endsWith(ending))
                    .toList();
            assertEquals(1, found.size(), found.toString());
            return found.get(0);
        }
    }

    private static Set<String> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Of the files in one directory. */
    private static Set<String> names(Set<String> files, String directory) {
        return files.stream()
                .filter(file -> file.startsWith(directory))
                .map(file -> file.substring(directory.length()))
                .filter(name -> name.indexOf('/') < 0)
                .collect(Collectors.toSet());
    }
}
