package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, unit = TimeUnit.SECONDS)
class ByPeTest {
    private static List<String> lines(Map<Integer, String> texts) {
        return ByPe.lines(new TreeMap<>(texts));
    }

    @Test
    void shouldShowEqualTextsOnce() {
        assertEquals(List.of("a", "b"), lines(Map.of(0, "a\nb", 3, "a\nb")));
    }

    @Test
    void shouldNameThePesOfDifferentTexts() {
        assertEquals(
                List.of("PEs 0, 4: a", "PEs 1-3: b", "PEs 1-3: c"),
                lines(Map.of(0, "a", 1, "b\nc", 2, "b\nc", 3, "b\nc", 4, "a")));
    }

    @Test
    void shouldNameThePesOfOutputThatOthersDoNotHave() {
        final List<String> shown = new ArrayList<>();
        final MergedOutput output = new MergedOutput(shown::add);
        output.of(new TreeSet<>(List.of(0, 1, 2)));
        output.add(1, "x\n");
        output.add(2, "x\n");
        output.showAll();
        output.of(new TreeSet<>(List.of(1)));
        output.add(1, "y\n");
        output.showAll();
        assertEquals(List.of("PEs 1, 2: x", "y"), shown);
    }

    /** Output is held for a while, until it is long; what is forgotten is not shown. */
    @Test
    void shouldHoldOutputUntilItIsLong() {
        final List<String> shown = new ArrayList<>();
        final MergedOutput output = new MergedOutput(shown::add);
        output.add(0, "forgotten\n");
        output.clear();
        final String half = "x".repeat(1 << 19);
        for (int turn = 0; turn < 2; turn++) {
            shown.clear();
            output.add(0, half);
            output.add(0, half);
            assertEquals(List.of(), shown, "it is not yet long");
            output.add(0, "\n");
            assertEquals(List.of(half + half), shown);
        }
        shown.clear();
        output.add(0, half);
        output.showAll();
        output.showAll();
        assertEquals(List.of(half), shown);
    }

    /** Also if it is shown before the snippet has ended. */
    @Test
    void shouldNameThePesOfOutputThatIsShownEarly() throws InterruptedException {
        final List<String> shown = new ArrayList<>();
        final MergedOutput output = new MergedOutput(shown::add);
        output.of(new TreeSet<>(List.of(0, 1)));
        output.add(1, "x\n");
        while (shown.isEmpty()) {
            Thread.sleep(5);
            output.showOld();
        }
        output.add(1, "y".repeat(1 << 20) + "\n");
        assertEquals(List.of("PE 1: x", "PE 1: " + "y".repeat(1 << 20)), shown);
    }

    @Test
    void shouldHoldOutputForAWhile() throws InterruptedException {
        final List<String> shown = new ArrayList<>();
        final MergedOutput output = new MergedOutput(shown::add);
        output.showOld();
        for (int turn = 0; turn < 2; turn++) {
            shown.clear();
            final long before = System.nanoTime();
            output.add(0, "x\n");
            while (shown.isEmpty()) {
                Thread.sleep(5);
                output.showOld();
            }
            assertTrue(System.nanoTime() - before > TimeUnit.MILLISECONDS.toNanos(250), "as long as this");
            assertEquals(List.of("x"), shown);
        }
    }
}
