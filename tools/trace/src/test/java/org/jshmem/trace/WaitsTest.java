package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which slices are waits, and the way back from wait to wait, at the nanosecond. */
@Timeout(20)
class WaitsTest {
    private final Slices first = new Slices();
    private final Slices second = new Slices();

    private static void add(Slices slices, long begin, long end, Category category, String name) {
        slices.add(begin, end, category, name, -1, 0, "", "");
    }

    private static Timeline timeline(List<Timeline.Arrow> arrows, Slices... tracks) {
        return new Timeline(
                "Main",
                1000,
                IntStream.range(0, tracks.length)
                        .mapToObj(pe -> new Timeline.Pe(pe, "here", 1, 0, 0, true))
                        .toList(),
                IntStream.range(0, tracks.length)
                        .mapToObj(pe -> new Timeline.Track(pe, "main", tracks[pe]))
                        .toList(),
                arrows,
                List.of());
    }

    private static Timeline.Arrow arrow(int from, long fromNs, int to, long toNs) {
        return new Timeline.Arrow("p", from, fromNs, to, toNs);
    }

    @Test
    void shouldTakeSlicesForWaitsUntilTheirCauseIsDone() {
        add(first, 10, 20, Category.WAIT, "waitUntil");
        add(first, 20, 30, Category.WAIT, "waitUntil");
        add(first, 40, 50, Category.WAIT, "waitUntil"); // its cause was done before
        add(first, 60, 70, Category.WAIT, "waitUntil");
        add(first, 80, 90, Category.COLLECTIVE, "barrierAll"); // its cause was done after
        add(first, 100, 100, Category.OPERATION, "p");
        add(first, 200, 300, Category.FLOW, "flowWait");
        add(first, 210, 250, Category.WAIT, "waitUntil"); // within the one before
        final List<Timeline.Arrow> arrows =
                List.of(arrow(1, 40, 0, 50), arrow(1, 61, 0, 70), arrow(1, 95, 0, 90), arrow(1, 99, 0, 100));
        final Waits waits = new Waits(timeline(arrows, first, second));
        final Wait short1 = new Wait(0, 3, arrows.get(1), 1);
        final Wait whole = new Wait(0, 4, arrows.get(2), 10);
        assertEquals(List.of(short1, whole), waits.on(0));
        assertEquals(List.of(), waits.on(1));
        assertEquals(List.of(short1, whole), waits.all());
        assertEquals(80, waits.begin(whole));
        assertEquals("barrierAll", waits.place(whole));
        assertNull(waits.lastBefore(0, 69));
        assertEquals(short1, waits.lastBefore(0, 70));
        assertEquals(short1, waits.lastBefore(0, 89));
        assertEquals(whole, waits.lastBefore(0, 90));
        assertEquals(whole, waits.lastBefore(0, 1000));
        final long[][] unknown = {
            // from, to, how long
            {0, 1000, 120}, {0, 19, 0}, {0, 20, 10}, {19, 30, 20}, {20, 30, 10}, {30, 299, 0}, {30, 300, 100}
        };
        for (long[] one : unknown) {
            assertEquals(one[2], waits.unknown(0, one[0], one[1]), one[0] + " to " + one[1]);
        }
    }

    private static List<CriticalPath.Stretch> path(Timeline timeline) {
        return CriticalPath.of(timeline, new Waits(timeline));
    }

    @Test
    void shouldFollowTheCriticalPathBack() {
        add(first, 5, 15, Category.WAIT, "waitUntil"); // nobody knows what ended it
        add(first, 20, 50, Category.OPERATION, "p");
        add(second, 10, 60, Category.WAIT, "waitUntil");
        add(second, 60, 100, Category.OPERATION, "put");
        final Timeline.Arrow arrow = arrow(0, 40, 1, 60);
        assertEquals(
                List.of(
                        new CriticalPath.Stretch(0, 0, 40, 10, new Wait(1, 0, arrow, 30)),
                        new CriticalPath.Stretch(1, 60, 100, 0, null)),
                path(timeline(List.of(arrow), first, second)));
    }

    /** A wait whose cause was not done before does not lead any further. */
    @Test
    void shouldEndTheCriticalPathWhereItDoesNotGoBack() {
        add(first, 30, 40, Category.WAIT, "waitUntil");
        add(second, 10, 60, Category.WAIT, "waitUntil");
        add(second, 60, 100, Category.OPERATION, "put");
        final Timeline.Arrow arrow = arrow(0, 40, 1, 60);
        assertEquals(
                List.of(
                        new CriticalPath.Stretch(0, 0, 40, 0, new Wait(1, 0, arrow, 30)),
                        new CriticalPath.Stretch(1, 60, 100, 0, null)),
                path(timeline(List.of(arrow, arrow(1, 40, 0, 40)), first, second)));
    }

    /** Of several, that of the first PE; what the JVM does is no work of the program. */
    @Test
    void shouldBeginAtTheLastWork() {
        final Slices jvm = new Slices();
        add(jvm, 0, 500, Category.JVM, "GC");
        add(first, 0, 100, Category.OPERATION, "put");
        add(first, 10, 20, Category.OPERATION, "p");
        add(second, 0, 50, Category.OPERATION, "put");
        add(second, 60, 100, Category.OPERATION, "put");
        final Timeline timeline = timeline(List.of(), jvm, new Slices(), first, second);
        assertEquals(List.of(new CriticalPath.Stretch(2, 0, 100, 0, null)), path(timeline));
        assertEquals(List.of(), path(timeline(List.of(), jvm)));
        assertEquals(List.of(), path(timeline(List.of())));
    }

    /** The thread with the most slices is the main one; of equal ones the first. */
    @Test
    void shouldKnowTheMainThreadOfAPe() {
        add(first, 10, 20, Category.OPERATION, "put");
        add(second, 10, 40, Category.OPERATION, "put");
        final Slices third = new Slices();
        add(third, 10, 20, Category.WAIT, "waitUntil");
        add(third, 20, 30, Category.OPERATION, "put");
        final Slices jvm = new Slices();
        for (int i = 0; i < 5; i++) {
            add(jvm, 10L * i, 10L * i + 1, Category.JVM, "GC");
        }
        for (int threads = 1; threads <= 3; threads++) {
            final List<Timeline.Track> tracks = List.of(
                            new Timeline.Track(0, "JVM", jvm),
                            new Timeline.Track(0, "first", first),
                            new Timeline.Track(0, "second", second),
                            new Timeline.Track(0, "third", third),
                            new Timeline.Track(1, "other", third))
                    .subList(0, threads + 1);
            final Timeline timeline = new Timeline("Main", 1000, List.of(), tracks, List.of(), List.of());
            assertEquals(
                    threads == 3 ? new PeTimes(0, 3, 980, 10, 10, 5) : new PeTimes(0, 1, 990, 0, 10, 5),
                    PeTimes.of(timeline, new Waits(timeline), 0));
        }
    }
}
