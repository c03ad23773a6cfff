package org.jshmem.mutation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** In a distribution of one jar with one class. */
@Timeout(60)
class PatchedDistributionTest {
    private static final String CLASS = "org/jshmem/A";
    private static final Path SOURCE = Path.of("module/src/main/java/org/jshmem/A.java");
    private static final Path JAR = Path.of("build/distribution/target/jshmem/lib/pe/module.jar");

    @TempDir
    private Path root;

    private PatchedDistribution distribution;
    private byte[] original;

    @BeforeEach
    void makeADistribution() throws IOException {
        final Path source = root.resolve(SOURCE);
        Files.createDirectories(source.getParent());
        Files.createDirectories(root.resolve("bin"));
        Files.createDirectories(root.resolve(JAR).getParent());
        Files.writeString(source, """
            package org.jshmem;

            public class A {
                public static int twice(int number) {
                    return 2 * number;
                }
            }
            """);
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-g", "-parameters", "-d", root.toString(), source.toString()));
        original = Files.readAllBytes(root.resolve(CLASS + ".class"));
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(root.resolve(JAR)))) {
            jar.putNextEntry(new JarEntry(CLASS + ".class"));
            jar.write(original);
        }
        distribution = new PatchedDistribution(root, root.resolve("work"));
    }

    private Mutant mutant(String after) {
        return new Mutant(
                "a-mutant", "What.", SOURCE, List.of(), "        return 2 * number;", "        return " + after + ";");
    }

    private byte[] planted() throws IOException {
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {root.resolve("work").resolve(JAR).toUri().toURL()}, null)) {
            return loader.getResourceAsStream(CLASS + ".class").readAllBytes();
        }
    }

    private static Object twice(byte[] classFile) throws ReflectiveOperationException {
        return new ClassLoader(null) {
            Class<?> define() {
                return defineClass(null, classFile, 0, classFile.length);
            }
        }.define().getMethod("twice", int.class).invoke(null, 4);
    }

    /** Names of parameters, too, by which the kit chooses arguments. */
    @Test
    void shouldPlantAnUnchangedSourceAsTheProductIsCompiled() throws IOException {
        distribution.plant(mutant("2 * number"));
        assertArrayEquals(original, planted());
    }

    @Test
    void shouldPlantAMutantAndTakeItAway() throws Exception {
        distribution.plant(mutant("3 * number"));
        assertEquals(12, twice(planted()));
        distribution.restore();
        assertArrayEquals(original, planted());
    }

    @Test
    void shouldPlantAClassFile() throws Exception {
        distribution.plant(mutant("5 * number"));
        final byte[] other = planted();
        distribution.plant(Map.of(CLASS, other));
        assertEquals(20, twice(planted()));
        assertArrayEquals(original, Files.readAllBytes(root.resolve(CLASS + ".class")));
    }

    @Test
    void shouldRefuseAClassThatNoJarHas() {
        assertThrows(IllegalArgumentException.class, () -> distribution.plant(Map.of("org/jshmem/B", original)));
    }

    @Test
    void shouldHaveNoStartCaches() throws IOException {
        Files.createFile(root.resolve("build/distribution/target/jshmem/lib/pe.aot"));
        final Path work = root.resolve("other");
        assertTrue(Files.exists(new PatchedDistribution(root, work).home().resolve("lib/pe/module.jar")));
        assertFalse(Files.exists(work.resolve("build/distribution/target/jshmem/lib/pe.aot")));
    }
}
