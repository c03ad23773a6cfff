package org.jshmem.mutation.bytecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.flow.DistLongs;
import org.jshmem.internal.JshmemRuntime;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CatalogueTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final int SAMPLE = 200;
    private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");

    @TempDir
    private Path directory;

    /** Two modules, one of them with classes for each element type. */
    private static ProductClasses product() throws IOException, URISyntaxException {
        final ProductClasses classes = new ProductClasses(CatalogueTest.class.getClassLoader());
        add(classes, JshmemRuntime.class, "shmem-internal");
        add(classes, DistLongs.class, "shmem-flow");
        return classes;
    }

    private static void add(ProductClasses classes, Class<?> any, String module)
            throws IOException, URISyntaxException {
        final Path place =
                Path.of(any.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            addTree(classes, place, module);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(place)) {
                addTree(classes, jar.getPath("/"), module);
            }
        }
    }

    private static void addTree(ProductClasses classes, Path top, String module) throws IOException {
        try (Stream<Path> files = Files.walk(top)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".class")).toList()) {
                classes.add(top.relativize(file).toString().replace(".class", ""), module, Files.readAllBytes(file));
            }
        }
    }

    /** A module that is added to the project is drawn from, or somebody has decided that it is not. */
    @Test
    void shouldDrawFromAllModulesOfTheProduct() throws Exception {
        final Set<String> modules = MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(match -> match.group(1))
                .filter(module -> !module.matches("tests/.*|build/(style|codegen|error-prone|site)|benchmarks"))
                .filter(module -> Files.isDirectory(ROOT.resolve(module).resolve("src/main/java")))
                .collect(Collectors.toCollection(TreeSet::new));
        final Set<String> known = new TreeSet<>(ProductClasses.drawnModules());
        known.addAll(ProductClasses.NOT_DRAWN);
        assertEquals(modules, known);
    }

    private static List<String> names(List<GeneratedMutant> mutants) {
        return mutants.stream().map(GeneratedMutant::name).toList();
    }

    @Test
    void shouldDrawMutantsThatTheVerifierAccepts() throws Exception {
        final ProductClasses classes = product();
        final List<GeneratedMutant> sample = Catalogue.of(ROOT, classes).draw(SAMPLE, 1);
        assertEquals(SAMPLE, sample.size());
        final ClassMutator mutator = new ClassMutator(classes);
        for (GeneratedMutant mutant : sample) {
            final byte[] mutated = mutator.mutated(mutant.className(), List.of(mutant));
            assertTrue(mutator.verifies(mutated), mutant.name());
            assertNotEquals(0, Arrays.compare(mutator.mutated(mutant.className(), List.of()), mutated), mutant.name());
        }
        assertTrue(
                sample.stream().map(GeneratedMutant::operator).distinct().count() > 5,
                () -> names(sample).toString());
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldDrawTheSameForASeed() throws Exception {
        final List<String> sample = names(Catalogue.of(ROOT, product()).draw(20, 7));
        assertEquals(sample, names(Catalogue.of(ROOT, product()).draw(20, 7)));
        assertEquals(sample.subList(0, 10), names(Catalogue.of(ROOT, product()).draw(10, 7)));
        assertNotEquals(sample, names(Catalogue.of(ROOT, product()).draw(20, 8)));
        assertEquals(20, Set.copyOf(sample).size());
    }

    @Test
    void shouldNameMutantsApart() throws Exception {
        final Set<String> names = new HashSet<>();
        for (GeneratedMutant mutant : Catalogue.of(ROOT, product()).all()) {
            assertTrue(names.add(mutant.name()), mutant.name());
        }
    }

    @Test
    void shouldCountTheClassesOfAMasterOnce() throws Exception {
        final Set<String> classes = Catalogue.of(ROOT, product()).all().stream()
                .map(GeneratedMutant::className)
                .collect(Collectors.toSet());
        assertTrue(classes.contains("org/jshmem/flow/LongFetcher"), classes.toString());
        assertFalse(classes.contains("org/jshmem/flow/IntFetcher"), classes.toString());
        assertFalse(classes.contains("org/jshmem/flow/DistDoubles"), classes.toString());
        assertTrue(classes.contains("org/jshmem/internal/RuntimeContext"), classes.toString());
    }

    @Test
    void shouldCountAMethodOfAMasterOnce() throws Exception {
        Files.createDirectories(directory.resolve("module/src/master/java/tiny"));
        Files.writeString(directory.resolve("module/src/master/java/tiny/Typed.java"), "");
        final Catalogue catalogue = Catalogue.of(directory, CompiledSource.compile(directory, "Typed", """
            class Typed {
                static void put(int[] to, int value) { to[0] = value + 1; }
                static void put(long[] to, long value) { to[0] = value + 1; }
            }
            """));
        assertEquals(
                Set.of("put([JJ)V"),
                catalogue.all().stream().map(GeneratedMutant::method).collect(Collectors.toSet()));
    }

    @Test
    void shouldLeaveOutWhatOnlyMakesText() throws Exception {
        final Catalogue catalogue = Catalogue.of(directory, CompiledSource.compile(directory, "Text", """
            record Text(int a) {
                enum Colour { RED, GREEN }
                Text {
                    if (a == Integer.MIN_VALUE) {
                        throw new IllegalArgumentException(String.valueOf(a - 1));
                    }
                }
                @Override public String toString() { return String.valueOf(a + 1); }
                String name() { return "a" + (a + 2); }
                IllegalStateException failure() { return null == "" ? null : new IllegalStateException(); }
            }
            """));
        assertEquals(
                Set.of("condition-negated", "constant-shifted", "throw-skipped"),
                catalogue.all().stream().map(GeneratedMutant::operator).collect(Collectors.toSet()));
        assertEquals(
                Set.of("<init>(I)V"),
                catalogue.all().stream().map(GeneratedMutant::method).collect(Collectors.toSet()));
    }

    @Test
    void shouldPlantTwoMutantsOfAClass() throws Exception {
        final ProductClasses classes = CompiledSource.compile(directory, "Two", """
            class Two {
                static int one(int a) { return a + 1; }
                static int two(int a) { return a - 1; }
            }
            """);
        final List<GeneratedMutant> mutants = Catalogue.of(directory, classes).all().stream()
                .filter(mutant -> mutant.operator().equals("arithmetic-exchanged"))
                .toList();
        assertEquals(2, mutants.size());
        final ClassMutator mutator = new ClassMutator(classes);
        final byte[] both = mutator.mutated("tiny/Two", mutants);
        assertTrue(mutator.verifies(both));
        for (GeneratedMutant mutant : mutants) {
            assertNotEquals(0, Arrays.compare(both, mutator.mutated("tiny/Two", List.of(mutant))));
        }
    }
}
