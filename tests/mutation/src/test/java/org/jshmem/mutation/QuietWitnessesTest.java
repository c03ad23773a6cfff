package org.jshmem.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import org.jshmem.mutation.bytecode.GeneratedMutant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(10)
class QuietWitnessesTest {
    private static final Touching TEST = new Touching(Judge.test("tests/system-tests/some.OneTest"), 1, new BitSet());
    private static final Touching OTHER_TEST =
            new Touching(Judge.test("tests/system-tests/OtherTest"), 1, new BitSet());
    private static final Touching CASE =
            new Touching(new Judge(Judge.Kind.KIT, "shr", "put:Longs@3#1"), 1, new BitSet());
    private static final Touching OTHER_CASE =
            new Touching(new Judge(Judge.Kind.KIT, "cma", "put:Longs@3#1"), 1, new BitSet());

    @TempDir
    private Path directory;

    private static GeneratedMutant mutant(String name) {
        return new GeneratedMutant(name, "module", "A", "method()V", 1, "operator", "what", 0, 0);
    }

    private QuietWitnesses opened() throws IOException {
        return new QuietWitnesses(directory.resolve("far.tsv"));
    }

    @Test
    void shouldKnowInALaterRunWhoHasSeenNothing() throws IOException {
        final List<GeneratedMutant> some = List.of(mutant("a"), mutant("b"), mutant("c"));
        assertFalse(opened().has(TEST, some));
        final QuietWitnesses first = opened();
        TimedJudge.inParts(List.of(TEST, OTHER_TEST, CASE)).forEach(judge -> {
            try {
                first.add(judge, some);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        first.add(TimedJudge.inParts(List.of(OTHER_CASE)).getFirst(), some.subList(0, 1));
        for (QuietWitnesses witnesses : List.of(first, opened())) {
            for (Touching one : List.of(TEST, OTHER_TEST, CASE)) {
                assertTrue(witnesses.has(one, some), one.name());
                assertTrue(witnesses.has(one, some.subList(1, 2)), one.name());
                assertFalse(witnesses.has(one, List.of(mutant("d"), mutant("a"))), one.name());
            }
            assertTrue(witnesses.has(OTHER_CASE, some.subList(0, 1)));
            assertFalse(witnesses.has(OTHER_CASE, some));
        }
        Files.writeString(
                directory.resolve("far.tsv"), "\ntests/sys", StandardOpenOption.APPEND); // a run that was killed
        final QuietWitnesses later = opened();
        later.add(TimedJudge.inParts(List.of(OTHER_CASE)).getFirst(), some.subList(1, 3));
        assertTrue(opened().has(OTHER_CASE, some));
    }

    @Test
    void shouldNameEachWitnessOfAJudge() {
        assertEquals(
                List.of("tests/system-tests some.OneTest", "tests/system-tests OtherTest"),
                TimedJudge.inParts(List.of(TEST, OTHER_TEST)).getFirst().witnesses());
        assertEquals(
                List.of("shr put:Longs@3#1"),
                TimedJudge.inParts(List.of(CASE)).getFirst().witnesses());
    }
}
