package org.jshmem.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MutantsTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    /** A change of the product that takes away a mutant's place has to move the mutant. */
    @Test
    void shouldFitTheSourcesAsTheyAre() throws IOException {
        final List<Mutant> mutants = Mutants.in(ROOT.resolve("tests/mutation/mutants"));
        final Set<String> names = new HashSet<>();
        final Set<String> defects = new HashSet<>();
        for (Mutant mutant : mutants) {
            assertTrue(names.add(mutant.name()), mutant.name() + " is there twice");
            final Path source = ROOT.resolve(mutant.source());
            assertTrue(Files.exists(source), mutant.name() + ": there is no " + source);
            final String planted = mutant.plantedIn(Files.readString(source));
            assertTrue(defects.add(mutant.source() + planted), mutant.name() + " is there by another name");
        }
        assertTrue(names.size() > 100, names.size() + " mutants");
    }

    @Test
    void shouldReadAMutant() {
        final Mutant mutant = Mutants.parse(List.of(
                        "# Some text",
                        "",
                        "## one-too-few",
                        "A put moves",
                        "an element less.",
                        "in: a/src/main/java/A.java",
                        "kit: shr put:.*",
                        "test: ATest,BTest",
                        "",
                        " before",
                        "-    n",
                        "+    n - 1"))
                .getFirst();
        assertEquals("A put moves an element less.", mutant.what());
        assertEquals(
                List.of(new Judge(Judge.Kind.KIT, "shr", "put:.*"), new Judge(Judge.Kind.TEST, "", "ATest,BTest")),
                mutant.judges());
        assertEquals("x\nbefore\n    n - 1\ny\n", mutant.plantedIn("x\nbefore\n    n\ny\n"));
        assertThrows(IllegalArgumentException.class, () -> mutant.plantedIn("x\n"));
        assertThrows(IllegalArgumentException.class, () -> mutant.plantedIn("before\n    n\nbefore\n    n\n"));
    }

    @Test
    void shouldRefuseWhatIsNotWhole() {
        final List<String> lines = List.of("## a", "What.", "in: A.java", "kit: shr x", "-a", "+b");
        assertEquals(1, Mutants.parse(lines).size());
        for (String left : lines.subList(1, 4)) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> Mutants.parse(
                            lines.stream().filter(line -> !line.equals(left)).toList()),
                    left);
        }
    }
}
