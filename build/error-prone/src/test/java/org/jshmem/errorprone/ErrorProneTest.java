package org.jshmem.errorprone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Does Error Prone find anything, in the modules of this build's part? */
@Tag(QuickFilter.FULL)
@Timeout(600)
class ErrorProneTest {
    private static final String FAULT = "public String toString() { return \"A\"; }";

    @TempDir
    private Path work;

    @Test
    void shouldPass() throws IOException {
        final Path root = Path.of("../..").toRealPath();
        assertEquals("", String.join("\n", new ErrorProne(root, work, Draw.ofThisBuild()).faults()));
    }

    @Test
    void shouldFindAFault(@TempDir Path root) throws IOException {
        write(root, "pom.xml", "<module>one</module>");
        write(root, "one/src/main/java/a/A.java", "package a; class A { " + FAULT + " }");
        assertFault("one/src/main/java/a/A.java:1: [MissingOverride]", root);
    }

    /** A test's own class in place of another module's, which the test's other classes still use. */
    @Test
    void shouldFindAFaultInAStandIn(@TempDir Path root) throws IOException {
        write(root, "pom.xml", "<module>one</module><module>two</module>");
        write(root, "one/src/main/java/a/A.java", "package a; class A { static class B {} }");
        write(root, "one/src/main/java/a/C.java", "package a; class C {}");
        write(root, "two/src/test/java/a/A.java", "package a; class A { C c; " + FAULT + " }");
        assertFault("two/src/test/java/a/A.java:1: [MissingOverride]", root);
    }

    /** Of 48 modules each part has one; the others are only compiled. */
    @Test
    void shouldCheckOnlyModulesOfThePart(@TempDir Path root) throws IOException {
        final StringBuilder modules = new StringBuilder();
        for (int i = 1; i <= 48; i++) {
            modules.append("<module>m").append(i).append("</module>");
            write(root, "m" + i + "/src/main/java/a/A" + i + ".java", "package a; class A" + i + " { " + FAULT + " }");
        }
        write(root, "pom.xml", modules.toString());
        final List<String> faults = new ErrorProne(root.toRealPath(), work, Draw.of("2")).faults();
        assertEquals(1, faults.size(), faults::toString);
        assertTrue(
                faults.getFirst().matches("(?s)m(\\d+)/src/main/java/a/A\\1\\.java:1: \\[MissingOverride].*"),
                faults::toString);
    }

    @Test
    void shouldCheckNothingWhereThePartHasNoModule(@TempDir Path root) throws IOException {
        write(root, "pom.xml", "<module>one</module>");
        write(root, "one/src/main/java/a/A.java", "package a; class A { " + FAULT + " }");
        int faults = 0;
        for (int part = 1; part <= 48; part++) {
            faults += new ErrorProne(root.toRealPath(), work, Draw.of(Integer.toString(part)))
                    .faults()
                    .size();
        }
        assertEquals(1, faults);
    }

    private void assertFault(String expected, Path root) throws IOException {
        final List<String> faults = new ErrorProne(root.toRealPath(), work, Draw.ALL).faults();
        assertEquals(1, faults.size(), faults::toString);
        assertTrue(faults.getFirst().startsWith(expected), faults::toString);
    }

    private static void write(Path root, String name, String text) throws IOException {
        final Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
