package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HistoryTest {
    private static Snapshot pe(long written, long symmetric, long bytes) {
        return Snapshot.parse("pe 0\nstarted 1000\nwritten " + written + "\nmemory " + symmetric
                + " 0 0\noperation put 1 " + bytes + "\noperation malloc 1 1000000");
    }

    @Test
    void shouldBeginWithNothing() {
        final History history = new History();
        history.add(pe(1200, 8, 70));
        history.add(pe(1200, 8, 70));
        assertEquals(List.of(new History.Point(1000, 0), new History.Point(1200, 70)), history.points());
    }

    @Test
    void shouldCoverAllTimeWithFewPoints() {
        final History history = new History();
        for (int i = 1; i <= 100_000; i++) {
            history.add(pe(1000 + i * 10L, 8, i));
            assertTrue(history.points().size() <= 120);
        }
        final List<History.Point> points = history.points();
        assertTrue(points.size() > 50, points.toString());
        assertEquals(new History.Point(1000, 0), points.getFirst());
        assertEquals(new History.Point(1_001_000, 100_000), points.getLast());
        for (int i = 1; i < points.size(); i++) {
            final long time = points.get(i).time() - points.get(i - 1).time();
            assertTrue(time > 0 && time < 1_000_000 / 25, points.toString());
        }
    }

    @Test
    void shouldKnowWhenTheHeapWasFullest() {
        final History history = new History();
        history.add(pe(1100, 0, 0));
        history.add(pe(1200, 900, 1));
        history.add(pe(1300, 100, 2));
        history.add(pe(1400, 0, 3));
        assertEquals(1200, history.most().number("written"));
    }
}
