package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DistinctErrorsTest {
    private static final int MANY = 1000;

    private int published;
    private final DistinctErrors errors = new DistinctErrors(() -> published++);

    /** As a reader of what is published sees it. */
    private List<Snapshot.Problem> seen() {
        final List<String> lines = new ArrayList<>();
        errors.addTo(lines::add);
        return Snapshot.parse(String.join("\n", lines)).errors();
    }

    @Test
    void shouldCountEachErrorOnce() {
        final long start = System.currentTimeMillis();
        errors.problem("one");
        errors.problem("two,\n  in lines");
        errors.problem("one");
        assertEquals(
                List.of("one", "two, | in lines"),
                seen().stream().map(Snapshot.Problem::text).toList());
        assertEquals(
                List.of(2L, 1L), seen().stream().map(Snapshot.Problem::count).toList());
        final Snapshot.Problem first = seen().getFirst();
        assertTrue(start <= first.first() && first.first() <= first.last(), first.toString());
        assertEquals(0, published);
    }

    @Test
    void shouldOnlyCountWhatIsTooMuch() {
        for (int i = 0; i < MANY; i++) {
            errors.problem("number " + i + " of too many words".repeat(MANY));
        }
        final List<Snapshot.Problem> seen = seen();
        assertEquals(MANY, seen.stream().mapToLong(Snapshot.Problem::count).sum());
        assertEquals("others, of which there are too many", seen.getLast().text());
        assertTrue(seen.stream().mapToInt(error -> error.text().length()).sum() < 16 << 10);
    }

    @Test
    void shouldPublishWhyAPeEndsTheJobBeforeAllElse() {
        errors.problem("a consequence");
        errors.failing("no luck");
        assertEquals("failed: no luck", seen().getFirst().text());
        assertEquals(1, published);
    }

    @Test
    void shouldKnowHowManyAreTooMany() {
        for (int i = 0; i < 26; i++) {
            errors.problem(i + "x".repeat(600));
        }
        errors.problem("0" + "x".repeat(600));
        errors.problem("");
        final List<Snapshot.Problem> seen = seen();
        assertEquals(25, seen.size());
        assertEquals("0" + "x".repeat(499), seen.getFirst().text());
        assertEquals(2, seen.getFirst().count());
        assertEquals("23" + "x".repeat(498), seen.get(23).text());
        assertEquals(3, seen.getLast().count());
    }

    @Test
    void shouldCountWhatHasNoText() {
        errors.problem("");
        assertEquals(List.of("?"), seen().stream().map(Snapshot.Problem::text).toList());
    }
}
