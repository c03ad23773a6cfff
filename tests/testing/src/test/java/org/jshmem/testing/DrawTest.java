package org.jshmem.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DrawTest {
    private static final List<Draw> PARTS =
            Stream.of("1", "2", "3", "4").map(Draw::of).toList();

    @Test
    void shouldHaveEachTestInOnePart() {
        for (String name : IntStream.range(0, 300).mapToObj(i -> "case" + i).toList()) {
            assertEquals(1, PARTS.stream().filter(part -> part.has(name)).count(), name);
            assertTrue(Draw.of("all").has(name));
        }
    }

    @Test
    void shouldSpreadTestsOverTheParts() {
        for (Draw part : PARTS) {
            final long tests =
                    IntStream.range(0, 300).filter(i -> part.has("case" + i)).count();
            assertTrue(tests > 40 && tests < 120, part + " has " + tests);
        }
    }

    @Test
    void shouldDealOutWhatTakesLong() {
        final List<Integer> all = List.of(0, 1, 2, 3, 4, 5);
        assertEquals(
                List.of(List.of(0, 4), List.of(1, 5), List.of(2), List.of(3)),
                PARTS.stream().map(part -> part.from(all)).toList());
        assertEquals(all, Draw.of("all").from(all));
    }

    @Test
    void shouldBeAnotherPartInAnotherSecond() {
        final List<String> parts = Stream.of(
                        "2026-01-31T12:00:00Z", "2026-01-31T12:00:01Z", "2026-01-31T12:00:02Z", "2026-01-31T12:00:03Z")
                .map(time -> Draw.of(time).toString())
                .toList();
        assertEquals(4, parts.stream().distinct().count(), parts::toString);
    }

    @Test
    void shouldRefuseWhatIsNoPart() {
        for (String text : List.of("0", "5", "", "every")) {
            final String message = assertThrows(IllegalArgumentException.class, () -> Draw.of(text))
                    .getMessage();
            assertEquals("-Djshmem.draw=" + text + ": say all, or the number of a part, 1 to 4", message);
        }
    }
}
