package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jshmem.testing.Descriptors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Class paths and jars, as the java command reads them. */
@Timeout(60)
class ProgramFinderTest {
    private static final String CLASS_FILE = "app/Main.class";

    @TempDir
    private Path directory;

    private Path app;
    private Path other;
    private ProgramFinder finder;

    @BeforeEach
    void makeJars() throws IOException {
        final Path home = directory.resolve("home");
        Files.createDirectories(home.resolve("lib/pe"));
        finder = new ProgramFinder(new Distribution(home));
        final Path jars = Files.createDirectory(directory.resolve("jars"));
        other = jar(jars.resolve("b.JAR"), null, "other/Other.class");
        app = jar(jars.resolve("a.jar"), " app.Main ", CLASS_FILE);
        Files.writeString(jars.resolve("c.txt"), "no jar");
    }

    private static Path jar(Path file, String mainClass, String... entries) throws IOException {
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (String entry : entries) {
                jar.putNextEntry(new JarEntry(entry));
            }
        }
        return file;
    }

    @Test
    void shouldTakeAllJarsOfADirectoryInOrder() {
        final Program program = finder.find(List.of("app.Main", "one", "two"), directory.resolve("jars") + "/*", null);
        assertEquals(List.of(app, other), program.classPath());
        assertEquals("app.Main", program.mainClass());
        assertEquals(List.of("one", "two"), program.arguments());
    }

    @Test
    void shouldKeepTheOrderOfEntries() {
        final List<Path> path =
                ProgramFinder.classPath(other + "::" + directory + ":" + directory.resolve("jars") + "/*");
        assertEquals(List.of(other, Path.of("."), directory, app, other), path);
    }

    @Test
    void shouldSayWhichEntryIsNotThere() {
        for (String missing : List.of(directory + "/none", directory + "/none/*", app + "/*")) {
            final var error = assertThrows(UsageException.class, () -> ProgramFinder.classPath(app + ":" + missing));
            assertTrue(error.getMessage().startsWith("-cp entry " + missing + " "), error.getMessage());
        }
    }

    @Test
    void shouldSayWhereItHasLookedForAClass() {
        final String path = app + ":" + directory;
        final var error = assertThrows(UsageException.class, () -> finder.find(List.of("no.Such"), path, null));
        assertTrue(
                error.getMessage().startsWith("class=no.Such is not on the class path -cp " + path + "; "),
                error.getMessage());
    }

    @Test
    void shouldTakeTheVariableWithoutEntriesThatAreNotThere() {
        assertEquals(List.of(Path.of(".")), ProgramFinder.defaultClassPath(null));
        assertEquals(List.of(Path.of(".")), ProgramFinder.defaultClassPath(""));
        assertEquals(
                List.of(app, Path.of("."), app, other, directory),
                ProgramFinder.defaultClassPath(app + "::" + directory + "/none:" + directory + "/none/*:" + app + "/*:"
                        + directory + "/non*:" + directory.resolve("jars") + "/*:" + directory));
        assertEquals(List.of(app, Path.of(".")), ProgramFinder.defaultClassPath(app + ":"));
        assertEquals(List.of(Path.of("."), app), ProgramFinder.defaultClassPath(":" + app));
    }

    /** As IDEs shorten a class path. */
    @Test
    void shouldFindAClassByTheManifestOfAJar() throws IOException {
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, other.toUri() + " jars/a.jar");
        final Path names = directory.resolve("names.jar");
        new JarOutputStream(Files.newOutputStream(names), manifest).close();
        final Program program = finder.find(List.of("app.Main"), names.toString(), null);
        assertEquals("app.Main", program.mainClass());
        assertEquals(List.of(names), program.classPath());
        assertEquals(
                "other.Other",
                finder.find(List.of("other.Other"), names.toString(), null).mainClass());
    }

    /** As a directory of classes or of resources; the JVM takes a name without the slash for a jar. */
    @Test
    void shouldFindAClassInADirectoryThatAManifestNames() throws IOException {
        final Path classes = Files.createDirectories(directory.resolve("classes/in"));
        Files.createFile(classes.resolve("Directory.class"));
        final Path with = withAttribute("with.jar", "Class-Path", "classes/");
        final Path without = withAttribute("without.jar", "Class-Path", "classes");
        final List<String> words = List.of("in.Directory");
        assertEquals(List.of(with), finder.find(words, with.toString(), null).classPath());
        assertThrows(UsageException.class, () -> finder.find(words, without.toString(), null));
    }

    @Test
    void shouldTakeSlashesInTheNameOfAClass() throws IOException {
        assertEquals(
                "app.Main",
                finder.find(List.of("app/Main"), app.toString(), null).mainClass());
        final Path jar = withAttribute("slashes.jar", "Main-Class", "app/Main");
        assertEquals(
                "app.Main",
                finder.find(List.of("-jar", jar.toString()), null, null).mainClass());
        assertRefused("program=src/No.java: there is no such file", "src/No.java");
        assertRefused("class=no/Such is not on the class path", "no/Such");
    }

    /** What names no package of this JDK is passed over. */
    @Test
    void shouldReadWhatAManifestOpens() throws IOException {
        final Path jar = directory.resolve("opens.jar");
        final Manifest manifest = manifest("Main-Class", "app.Main");
        manifest.getMainAttributes()
                .putValue("Add-Opens", " java.base/java.lang  java.base/no.such no.such/java.lang java.base a/b/c ");
        manifest.getMainAttributes().putValue("Add-Exports", "java.base/sun.nio.ch java.base/jdk.internal.misc");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        assertEquals(
                List.of(
                        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                        "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED"),
                finder.find(List.of("-jar", jar.toString()), null, null).jvmOptions());
        assertEquals(
                List.of(),
                finder.find(List.of("app.Main"), jar + ":" + app, null).jvmOptions());
    }

    private Path withAttribute(String name, String attribute, String value) throws IOException {
        final Path jar = directory.resolve(name);
        new JarOutputStream(Files.newOutputStream(jar), manifest(attribute, value)).close();
        return jar;
    }

    private static Manifest manifest(String attribute, String value) {
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue(attribute, value);
        return manifest;
    }

    @Test
    void shouldRunAJarBesideAClassPath() {
        final Program program = finder.find(List.of("-jar", app.toString(), "x"), other.toString(), null);
        assertEquals("app.Main", program.mainClass());
        assertEquals(List.of(app, other), program.classPath());
        assertEquals(List.of("x"), program.arguments());
        assertEquals(
                List.of(app),
                finder.find(List.of("-jar", app.toString()), null, null).classPath());
    }

    @Test
    void shouldSayWhatAJarLacks() throws IOException {
        final Path text = directory.resolve("jars/c.txt");
        assertRefused("-jar has no file", "-jar");
        assertRefused("-jar " + other + " has no Main-Class in its manifest", "-jar", other.toString());
        assertRefused("-jar " + directory + " is not a file", "-jar", directory.toString());
        assertRefused("-jar " + text + " cannot be read as a jar: ", "-jar", text.toString());
        final Path bare = directory.resolve("bare.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(bare))) {
            jar.putNextEntry(new JarEntry(CLASS_FILE));
        }
        assertRefused("-jar " + bare + " has no Main-Class", "-jar", bare.toString());
        final var error = assertThrows(UsageException.class, () -> finder.find(List.of("a.B"), text.toString(), null));
        assertTrue(
                error.getMessage().startsWith("-cp entry " + text + " cannot be read as a jar: "), error.getMessage());
    }

    /** With its whole name, an example's jar comes first on the class path; the library's classes are there anyway. */
    @Test
    void shouldFindClassesOfTheDistribution() throws IOException {
        final Path home = directory.resolve("home");
        final Path examples = jar(home.resolve("lib/examples.jar"), null, "ex/Say.class");
        jar(home.resolve("lib/pe/library.jar"), null, "lib/Info.class");
        final ProgramFinder found = new ProgramFinder(new Distribution(home));
        final Program example = found.find(List.of("ex.Say", "x"), app.toString(), null);
        assertEquals(List.of(examples, app), example.classPath());
        assertEquals("ex.Say", example.mainClass());
        assertEquals(List.of("x"), example.arguments());
        final Program library = found.find(List.of("lib.Info"), app.toString(), null);
        assertEquals(List.of(app), library.classPath());
        assertEquals("lib.Info", library.mainClass());
    }

    @Test
    void shouldSayWhatIsNoProgram() throws IOException {
        final Path source = Files.writeString(directory.resolve("Here.java"), "class Here {}");
        assertRefused(
                source + " is a source file, which can only be run; compile it and name the class", source.toString());
        assertRefused("program=No.java: there is no such file", "No.java");
        assertRefused(
                "program=hello is neither a class on the class path -cp . nor an example; examples: none", "hello");
        final var error = assertThrows(
                UsageException.class, () -> new ProgramFinder(new OwnClassPath()).find(List.of("hello"), ".", null));
        assertTrue(error.getMessage().startsWith("class=hello is not on the class path -cp .; "), error.getMessage());
    }

    /** A launcher may live as long as its program. */
    @Test
    void shouldLeaveNoJarOpen() throws IOException {
        final String path = app + ":" + other;
        assertThrows(UsageException.class, () -> finder.find(List.of("no.Such"), path, null));
        finder.find(List.of("other.Other"), path, null);
        finder.find(List.of("-jar", app.toString()), null, null);
        assertThrows(UsageException.class, () -> finder.find(List.of("-jar", other.toString()), null, null));
        JarClosure.of(List.of(app, other));
        JarFingerprint.of(app);
        assertEquals(0, Descriptors.open(directory.toString()));
    }

    private void assertRefused(String message, String... words) {
        final var error = assertThrows(UsageException.class, () -> finder.find(List.of(words), null, null));
        assertTrue(error.getMessage().startsWith(message), error.getMessage());
    }
}
