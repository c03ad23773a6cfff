package org.jshmem.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrawTest {
    private static final List<Draw> PARTS = IntStream.rangeClosed(1, 48)
            .mapToObj(Integer::toString)
            .map(Draw::of)
            .toList();

    @Test
    void shouldHaveEachTestInOnePart() {
        for (String name : IntStream.range(0, 300).mapToObj(i -> "case" + i).toList()) {
            assertEquals(1, PARTS.stream().filter(part -> part.has(name)).count(), name);
            assertTrue(Draw.of("all").has(name));
        }
    }

    @Test
    void shouldHaveEachTestOfALargerShareInEveryFourthPart() {
        for (int i = 0; i < 100; i++) {
            final String name = "case" + i;
            final List<Integer> parts = IntStream.range(0, PARTS.size())
                    .filter(part -> PARTS.get(part).has(name, 4))
                    .boxed()
                    .toList();
            final int first = parts.getFirst();
            assertTrue(first < 4, parts::toString);
            assertEquals(IntStream.range(0, 12).mapToObj(n -> first + 4 * n).toList(), parts);
            assertTrue(Draw.of("all").has(name, 4));
        }
    }

    @Test
    void shouldSpreadTestsOverTheParts() {
        for (Draw part : PARTS) {
            final long tests =
                    IntStream.range(0, 1200).filter(i -> part.has("case" + i)).count();
            assertTrue(tests > 8 && tests < 50, part + " has " + tests);
        }
    }

    @Test
    void shouldDealOutWhatTakesLong() {
        final List<Integer> all = IntStream.range(0, 50).boxed().toList();
        for (String name : List.of("modules", "defects", "hosts")) {
            final List<List<Integer>> dealt = new ArrayList<>(
                    PARTS.stream().map(part -> part.from(name, all)).toList());
            Collections.rotate(dealt, -dealt.indexOf(List.of(0, 48)));
            assertEquals(List.of(0, 48), dealt.getFirst(), name);
            assertEquals(List.of(1, 49), dealt.get(1), name);
            assertEquals(IntStream.range(2, 48).mapToObj(List::of).toList(), dealt.subList(2, dealt.size()), name);
            assertEquals(all, Draw.of("all").from(name, all));
        }
    }

    @Test
    void shouldBeginWithAnotherPartForEachName() {
        final List<Integer> one = List.of(0);
        final long first = Stream.of("modules", "defects", "hosts")
                .map(name -> PARTS.stream()
                        .map(part -> part.from(name, one))
                        .toList()
                        .indexOf(one))
                .distinct()
                .count();
        assertEquals(3, first);
    }

    @Test
    void shouldHaveOneOfAFewInEachPart() {
        final List<String> few = List.of("a", "b", "c");
        assertEquals(List.of("a"), PARTS.getFirst().oneOf(few));
        assertEquals(List.of("c"), PARTS.get(47).oneOf(few));
        assertEquals(few, Draw.of("all").oneOf(few));
    }

    @Test
    void shouldCoverAllPartsInCommitsInARow() {
        final List<String> parts = LongStream.range(577, 625)
                .mapToObj(n -> Draw.ofCommit(n).toString())
                .toList();
        assertEquals(48, parts.stream().distinct().count(), parts::toString);
    }

    @Test
    void shouldRunTheSamePartOfACommitAgain(@TempDir Path checkout) throws Exception {
        Requirement.GIT.need();
        git(checkout, "init", "-q");
        assertEquals(OptionalLong.empty(), CommitNumber.ofHead(checkout), "no commit yet");
        for (int commit = 1; commit <= 2; commit++) {
            git(checkout, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "c");
            assertEquals(OptionalLong.of(commit), CommitNumber.ofHead(checkout));
            assertEquals(OptionalLong.of(commit), CommitNumber.ofHead(checkout), "asked again");
        }
    }

    @Test
    void shouldRunAllPartsWithoutARepository(@TempDir Path directory) {
        assertEquals(OptionalLong.empty(), CommitNumber.ofHead(directory));
    }

    @Test
    void shouldRefuseWhatIsNoPart() {
        for (String text : List.of("0", "49", "", "every")) {
            final String message = assertThrows(IllegalArgumentException.class, () -> Draw.of(text))
                    .getMessage();
            assertEquals("-Djshmem.draw=" + text + ": pass all, commit, or the number of a part, 1 to 48", message);
        }
    }

    private static void git(Path directory, String... arguments) throws Exception {
        final List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        final Process git = new ProcessBuilder(command)
                .directory(directory.toFile())
                .inheritIO()
                .start();
        assertEquals(0, git.waitFor(), command::toString);
    }
}
