package org.jshmem.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jshmem.mutation.bytecode.GeneratedMutant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RandomScoreTest {
    private static final double CLOSE = 0.0005;
    private static final double PERCENT = 100;

    @TempDir
    private Path directory;

    private static GeneratedMutant mutant(String name) {
        return new GeneratedMutant(name, "module", "A", "a()V", 1, "operator", "1 becomes 2", 0, 0);
    }

    private static Verdict verdict(String name, Verdict.Outcome outcome) {
        return new Verdict(name, outcome, "", 3, "");
    }

    /** Values of Newcombe (1998), table I. */
    @Test
    void shouldGiveWilsonsInterval() {
        assertEquals(0.2553, Wilson.of(81, 263).low(), CLOSE);
        assertEquals(0.3662, Wilson.of(81, 263).high(), CLOSE);
        assertEquals(0.0, Wilson.of(0, 20).low(), CLOSE);
        assertEquals(0.1611, Wilson.of(0, 20).high(), CLOSE);
        assertEquals(0.8389, Wilson.of(20, 20).low(), CLOSE);
        assertEquals(1.0, Wilson.of(20, 20).high(), CLOSE);
    }

    @Test
    void shouldKeepVerdictsAndWhatAPersonWroteOfASurvivor() throws IOException {
        final Path file = directory.resolve("random/seed-1.tsv");
        final RandomScore score = new RandomScore(file, "build");
        score.add(mutant("a"), verdict("a", Verdict.Outcome.CAUGHT));
        score.add(mutant("b"), verdict("b", Verdict.Outcome.SURVIVED));
        Files.writeString(file, Files.readString(file).replace("\topen\t", "\tequivalent\t"));
        final RandomScore again = new RandomScore(file, "build");
        assertTrue(again.has(mutant("a")));
        assertFalse(again.has(mutant("c")));
        again.add(mutant("c"), verdict("c", Verdict.Outcome.TIMED_OUT));
        final String page =
                new RandomScore(file, "build").page(List.of(mutant("a"), mutant("b"), mutant("c"), mutant("d")));
        assertTrue(page.contains("SURVIVOR b: 1 becomes 2 (equivalent)"), page);
        assertTrue(page.contains("| module | 3 | 2 | 1 | 1 | 0 | 0 | 100 % |"), page);
        assertTrue(page.contains("4 drawn, 3 judged; score 100.0 %, 95 % confidence interval 34.2 to 100.0 %"), page);
        Files.writeString(file, Files.readString(file).replace("\tequivalent\t", "\tgap\t"));
        final String other = new RandomScore(file, "build").page(List.of(mutant("a"), mutant("b"), mutant("c")));
        assertTrue(other.contains("| all | 3 | 2 | 1 | 0 | 0 | 1 | 67 % |"), other);
        assertTrue(other.contains("score 66.7 %, 95 % confidence interval 20.8 to 93.9 %"), other);
    }

    @Test
    void shouldRememberWhomToAskFarWitnessesAbout() throws IOException {
        final Path file = directory.resolve("seed-1.tsv");
        new RandomScore(file, "build").addUnseen(mutant("a"), 7);
        final RandomScore score = new RandomScore(file, "build");
        assertTrue(score.isUnseen(mutant("a")));
        assertFalse(score.has(mutant("a")));
        final String page = score.page(List.of(mutant("a")));
        assertTrue(page.contains("1 drawn, 0 judged"), page);
        score.add(mutant("a"), verdict("a", Verdict.Outcome.SURVIVED));
        assertTrue(score.has(mutant("a")) && !score.isUnseen(mutant("a")));
    }

    @Test
    void shouldRefuseVerdictsOnAnotherBuild() throws IOException {
        final Path file = directory.resolve("seed-1.tsv");
        new RandomScore(file, "build").add(mutant("a"), verdict("a", Verdict.Outcome.CAUGHT));
        assertThrows(IllegalArgumentException.class, () -> new RandomScore(file, "other"));
    }

    /** The row of each sample. */
    @Test
    void shouldAgreeWithTheDocument() throws IOException {
        final String document = Files.readString(Path.of("../../docs/conformance-coverage.md"));
        try (Stream<Path> samples = Files.list(Path.of("random"))) {
            for (Path sample : samples.toList()) {
                final String row = row(sample);
                assertTrue(document.contains(row), () -> sample + " needs this row in the document: " + row);
            }
        }
    }

    private static String row(Path sample) throws IOException {
        final List<String[]> mutants = Files.readAllLines(sample).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", -1))
                .toList();
        final long late = count(mutants, mutant -> mutant[1].equals("TIMED_OUT"));
        final long caught = late + count(mutants, mutant -> mutant[1].equals("CAUGHT"));
        final long equivalent = count(mutants, mutant -> mutant[4].startsWith("equivalent"));
        final long delays = count(mutants, mutant -> mutant[4].startsWith("delay"));
        final long gaps = count(mutants, mutant -> mutant[4].startsWith("gap"));
        assertEquals(mutants.size(), caught + equivalent + delays + gaps, () -> sample + " has open survivors");
        final Wilson interval = Wilson.of((int) caught, (int) (caught + gaps));
        return String.format(
                "| %s | %d | %d | %d | %d | %d | %d | %.0f %% | %.0f to %.0f %% |",
                sample.getFileName().toString().replaceAll("\\D", ""),
                mutants.size(),
                caught,
                late,
                equivalent,
                delays,
                gaps,
                PERCENT * caught / (caught + gaps),
                PERCENT * interval.low(),
                PERCENT * interval.high());
    }

    private static long count(List<String[]> mutants, Predicate<String[]> which) {
        return mutants.stream().filter(which).count();
    }
}
