package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class StartCacheTest {
    private static final int MANY = 2000;

    @TempDir
    private Path directory;

    private Path first;
    private Path second;
    private StartCache cache;

    @BeforeEach
    void makeCache() throws IOException {
        first = jar("first.jar", "abc", "");
        second = jar("second.jar", "def", "");
        cache = new StartCache(directory.resolve("program.aot"));
        Files.write(cache.contentsFile(), StartCache.contents(List.of(first, second)));
    }

    @Test
    void shouldFitTheSameJars() throws IOException {
        assertNull(cache.objection(List.of(first, second)));
        assertNull(cache.objection(List.of(first, second, Path.of("more"))));
        Files.setLastModifiedTime(first, FileTime.fromMillis(0));
        assertNull(cache.objection(List.of(first, second)));
        final Path copy = Files.createDirectory(directory.resolve("copy")).resolve("first.jar");
        assertNull(cache.objection(List.of(Files.copy(first, copy), second)));
    }

    /** Same size, same time: only the content tells them apart. */
    @Test
    void shouldNotFitAReplacedJar() throws IOException {
        final FileTime time = Files.getLastModifiedTime(second);
        final long size = Files.size(second);
        jar("second.jar", "xyz", "");
        Files.setLastModifiedTime(second, time);
        assertEquals(size, Files.size(second));
        assertObjection(second + " has been replaced since it was made", first, second);
    }

    @Test
    void shouldNotFitAnotherClassPath() throws IOException {
        assertObjection("the class path has " + second + " where it had first.jar", second, first);
        assertObjection("second.jar was on the class path when it was made, and is not now", first);
        final Path earlier = jar("earlier.jar", "abc", "");
        assertObjection("the class path has " + earlier + " where it had first.jar", earlier, first, second);
        Files.delete(second);
        assertObjection(second + " cannot be read", first, second);
        Files.createDirectory(second);
        assertObjection(second + " cannot be read", first, second);
    }

    @Test
    void shouldNotFitAnotherJvm() throws IOException {
        final List<String> contents = new ArrayList<>(Files.readAllLines(cache.contentsFile()));
        contents.set(0, "OpenJDK 64-Bit Server VM 25+1 amd64");
        Files.write(cache.contentsFile(), contents);
        assertObjection("it was made by another JVM (OpenJDK 64-Bit Server VM 25+1 amd64)", first, second);
    }

    @Test
    void shouldNotFitWithoutItsContents() throws IOException {
        Files.write(cache.contentsFile(), new byte[0]);
        assertObjection("it was made by another JVM (unknown)", first, second);
        Files.delete(cache.contentsFile());
        assertObjection(cache.contentsFile() + ", which says what it was made of, cannot be read", first, second);
    }

    /** The JVM loads classes from it as well. */
    @Test
    void shouldNotFitAReplacedJarThatAManifestNames() throws IOException {
        final Path libraries = Files.createDirectory(directory.resolve("a library"));
        final Path named = Files.move(jar("named.jar", "one", ""), libraries.resolve("named.jar"));
        final Path program = withClassPath("program.jar", "missing.jar a%20library/ a%20library/named.jar");
        final List<Path> classPath = List.of(first, program, second);
        Files.write(cache.contentsFile(), StartCache.contents(JarClosure.of(classPath)));
        assertNull(cache.objection(JarClosure.of(classPath)));
        Files.move(jar("named.jar", "two", ""), named, StandardCopyOption.REPLACE_EXISTING);
        assertObjection(named + " has been replaced since it was made", paths(classPath));
        Files.delete(named);
        assertObjection("the class path has " + second + " where it had named.jar", paths(classPath));
    }

    @Test
    void shouldReadManifestsThatNameEachOther() throws IOException {
        final Path a = withClassPath("a.jar", "b.jar http://example.org/c.jar %zz");
        final Path b = withClassPath("b.jar", "a.jar b.jar");
        assertEquals(List.of(a, b, first), JarClosure.of(List.of(a, first)));
    }

    @Test
    void shouldReadTheManifestsOfJarsThatAManifestNames() throws IOException {
        final Path a = withClassPath("a.jar", "b.jar");
        final Path b = withClassPath("b.jar", "c.jar");
        final Path c = jar("c.jar", "one", "");
        assertEquals(List.of(a, b, c, first), JarClosure.of(List.of(a, first)));
    }

    private static Path[] paths(List<Path> classPath) {
        return JarClosure.of(classPath).toArray(Path[]::new);
    }

    private Path withClassPath(String name, String classPath) throws IOException {
        final Path path = directory.resolve(name);
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        new JarOutputStream(Files.newOutputStream(path), manifest).close();
        return path;
    }

    @Test
    void shouldTellJarsApartByTheirEntries() throws IOException {
        final String plain = JarFingerprint.of(first);
        assertEquals(plain, JarFingerprint.of(Files.copy(first, directory.resolve("a.jar"))));
        assertNotEquals(plain, JarFingerprint.of(jar("b.jar", "abd", "")));
        assertNotEquals(
                JarFingerprint.of(jar("c.jar", "abc", "comment")), JarFingerprint.of(jar("d.jar", "abd", "comment")));
    }

    /** Its central directory is longer than what is read at first. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldReadALongCentralDirectory() throws IOException {
        final Path large = largeJar("a");
        final String before = JarFingerprint.of(large);
        assertEquals(before, JarFingerprint.of(Files.move(large, directory.resolve("moved.jar"))));
        assertNotEquals(before, JarFingerprint.of(largeJar("b")));
    }

    @Test
    void shouldReadWhatIsNoJar() throws IOException {
        final Path text = Files.writeString(directory.resolve("text"), "no jar");
        final String before = JarFingerprint.of(text);
        Files.writeString(text, "no car");
        assertNotEquals(before, JarFingerprint.of(text));
        assertNotEquals(before, JarFingerprint.of(Files.write(text, new byte[0])));
    }

    /** 32 bits of the CRC of the central directory, or of the end of what is no jar, and 32 of the size. */
    @Test
    void shouldMakeAFingerprintOfTheCentralDirectory() throws IOException {
        final byte[] text = "no jar".getBytes(StandardCharsets.US_ASCII);
        assertEquals(fingerprint(text, text.length), JarFingerprint.of(Files.write(directory.resolve("text"), text)));
        final byte[] zip = Files.readAllBytes(jar("commented.jar", "abc", "a comment"));
        final ByteBuffer end = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
        final int record = zip.length - 22 - "a comment".length();
        final int start = end.getInt(record + 16);
        assertEquals(
                fingerprint(Arrays.copyOfRange(zip, start, start + end.getInt(record + 12)), zip.length),
                JarFingerprint.of(directory.resolve("commented.jar")));
    }

    /** As one that was cut off and filled up has it. */
    @Test
    void shouldNotReadACentralDirectoryBehindTheEnd() throws IOException {
        final byte[] zip = Files.readAllBytes(first);
        final int record = zip.length - 22;
        ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN).putInt(record + 12, zip.length);
        assertEquals(fingerprint(zip, zip.length), JarFingerprint.of(Files.write(directory.resolve("cut"), zip)));
    }

    private static String fingerprint(byte[] bytes, long size) {
        final CRC32 crc = new CRC32();
        crc.update(bytes);
        return String.format("%08x%08x", crc.getValue(), size);
    }

    private void assertObjection(String beginning, Path... classPath) {
        final String objection = cache.objection(List.of(classPath));
        assertTrue(objection != null && objection.startsWith(beginning), objection);
    }

    private Path largeJar(String firstContent) throws IOException {
        final Path path = directory.resolve("large.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(path))) {
            entry(zip, "first", firstContent);
            for (int i = 0; i < MANY; i++) {
                entry(zip, "a/rather/long/name/of/an/entry/" + i, "x");
            }
        }
        return path;
    }

    private Path jar(String name, String content, String comment) throws IOException {
        final Path made = directory.resolve("made.jar");
        try (OutputStream file = Files.newOutputStream(made);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.setComment(comment);
            zip.setMethod(ZipOutputStream.DEFLATED);
            entry(zip, "entry", content);
        }
        return Files.move(made, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void entry(ZipOutputStream zip, String name, String content) throws IOException {
        final ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        zip.putNextEntry(entry);
        zip.write(content.getBytes(StandardCharsets.US_ASCII));
        zip.closeEntry();
    }
}
