package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.system.ForeignLauncher.Result;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the JVM and the library say where calls of C were not allowed to the library, by a flag or by a manifest. */
@Tag(QuickFilter.FULL)
@Timeout(60)
class NativeAccessTest {
    private static final String PROGRAM = Ends.class.getName();
    private static final String DENY = "--illegal-native-access=deny";
    private static final String ALLOW = "--enable-native-access=ALL-UNNAMED";

    @TempDir
    private Path directory;

    /** The JVM's four lines, once, and nothing else. */
    @Test
    void shouldGoOnAfterTheWarningOfTheJvm() throws Exception {
        assertWarnedOnce(PlainJava.run(directory, 0, "-cp", ForeignLauncher.classPath(), PROGRAM, "no"));
    }

    /**
     * JNA and the bindings of libfabric call C, too. A JVM writes a warning in parts, and Hydra may mix those of PEs.
     */
    @Test
    void shouldWarnOnceOfTheNetworkToo() throws Exception {
        Requirement.NETWORK.need();
        final String[] java = Stream.of(ForeignLauncher.plainJava(PROGRAM, "no"))
                .filter(word -> !word.equals(ALLOW))
                .toArray(String[]::new);
        final Result result = ForeignLauncher.HYDRA.run(directory, 2, Map.of("SHMEM_SHR", "off"), java);
        assertEquals(0, result.status(), result.text());
        assertEquals(2, count(result, "fine\n"), result.text());
        assertEquals(2, count(result, "WARNING: Use --enable-native-access="), result.text());
        assertEquals(2, count(result, "ALL-UNNAMED"), result.text());
        assertEquals(8, count(result, "WARNING: "), result.text());
    }

    @Test
    void shouldSayWhatToDoWhereTheJvmDenies() throws Exception {
        final String text = PlainJava.run(directory, 1, DENY, "-cp", ForeignLauncher.classPath(), PROGRAM, "no");
        assertTrue(
                text.startsWith(
                        "Exception in thread \"main\" org.jshmem.ShmemException: the JVM of this PE denies JSHMEM its"
                            + " calls of C; give java --enable-native-access=ALL-UNNAMED, or write"
                            + " Enable-Native-Access: ALL-UNNAMED in the manifest of the jar that java -jar starts\n"),
                text);
    }

    @Test
    void shouldNameTheModulesToAllow() throws Exception {
        final String modulePath = Command.home() + "/lib/pe/";
        final String[] options = {
            DENY,
            "-p",
            Stream.of(
                            "shmem-api",
                            "agrona",
                            "oshmem",
                            "posix",
                            "bootstrap",
                            "symmetric-heap",
                            "shmem-internal",
                            "transport-none")
                    .map(name -> modulePath + name + ".jar")
                    .collect(Collectors.joining(":")),
            "--add-modules",
            "org.jshmem,org.jshmem.internal,org.jshmem.transport.none",
            "--add-reads",
            "org.jshmem=ALL-UNNAMED",
            "-cp",
            Path.of("target/test-classes").toAbsolutePath().toString(),
            PROGRAM,
            "no"
        };
        final String text = PlainJava.run(directory, 1, options);
        final String flag = "--enable-native-access=org.jshmem.posix,org.jshmem.heap,org.jshmem.bootstrap";
        assertTrue(text.contains("its calls of C; give java " + flag + ", or write"), text);
        assertEquals(
                "fine\n",
                PlainJava.run(
                        directory,
                        0,
                        Stream.concat(Stream.of(flag), Stream.of(options)).toArray(String[]::new)));
    }

    @Test
    void shouldSayNothingWhereTheManifestAllowsIt() throws Exception {
        final Path jar = directory.resolve("program.jar");
        final Manifest manifest = new Manifest();
        final Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, PROGRAM);
        attributes.putValue("Enable-Native-Access", "ALL-UNNAMED");
        attributes.put(Attributes.Name.CLASS_PATH, libraryAndTests());
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream made = new JarOutputStream(file, manifest)) {
            made.finish();
        }
        assertEquals("fine\n", PlainJava.run(directory, 0, DENY, "-jar", jar.toString(), "no"));
        assertEquals(
                "fine\n", PlainJava.run(directory, 0, DENY, ALLOW, "-cp", ForeignLauncher.classPath(), PROGRAM, "no"));
    }

    @Test
    void shouldAllowItInTheJarOfTheExamples() throws IOException {
        try (JarFile jar = new JarFile(ForeignLauncher.examples().toFile())) {
            assertEquals("ALL-UNNAMED", jar.getManifest().getMainAttributes().getValue("Enable-Native-Access"));
        }
    }

    private static void assertWarnedOnce(String text) {
        final String[] lines = text.lines().filter(line -> !line.isEmpty()).toArray(String[]::new);
        assertEquals(5, lines.length, text);
        assertTrue(lines[0].startsWith("WARNING: A restricted method in java.lang.foreign."), text);
        assertTrue(lines[1].contains("by org.jshmem.posix.Libc in an unnamed module"), text);
        assertTrue(lines[2].startsWith("WARNING: Use --enable-native-access=ALL-UNNAMED "), text);
        assertTrue(lines[3].startsWith("WARNING: Restricted methods will be blocked"), text);
        assertEquals("fine", lines[4], text);
    }

    private static long count(Result result, String words) {
        return Pattern.compile(words, Pattern.LITERAL)
                .matcher(result.text())
                .results()
                .count();
    }

    private static String libraryAndTests() throws IOException {
        try (Stream<Path> jars = Files.list(Command.home().resolve("lib/pe"))) {
            return Stream.concat(jars, Stream.of(Path.of("target/test-classes").toAbsolutePath()))
                    .map(entry -> entry.toUri().toString())
                    .collect(Collectors.joining(" "));
        }
    }
}
