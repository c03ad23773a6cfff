package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jshmem.ShmemOutOfMemoryException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A distributed array of records with one PE, in symmetric memory (a job of one PE) and in shared memory (of two). */
@Timeout(60)
class OnePeRecordsTest {
    private static final int LENGTH = 40;
    private static final long[] INDICES = {39, 0, 7, 7, 12};

    private record Point(double x, int y) {}

    private record Pair(Point one, Point two) {}

    private final OneTeam team = new OneTeam();
    private int blocksBefore;

    @BeforeEach
    void count() {
        blocksBefore = OnePe.blocks();
    }

    @AfterEach
    void requireAllFreed() {
        OnePe.pes = 1;
        OnePe.isFull = false;
        assertEquals(blocksBefore, OnePe.blocks(), "blocks that were not freed");
    }

    private static Point point(long i) {
        return new Point(-i, (int) i * 3);
    }

    private DistRecords<Point> points(int pes) {
        OnePe.pes = pes;
        final DistRecords<Point> points = DistRecords.block(team, Point.class, LENGTH);
        points.setAll(OnePeRecordsTest::point);
        return points;
    }

    private static Point[] expected(long... indices) {
        return LongStream.of(indices).mapToObj(OnePeRecordsTest::point).toArray(Point[]::new);
    }

    private static void requireAll(DistRecords<Point> points, Point[] wanted) {
        final long[] indices = LongStream.range(0, LENGTH).toArray();
        assertArrayEquals(wanted, points.getAll(indices));
        for (int i = 0; i < LENGTH; i++) {
            assertEquals(wanted[i], points.getLocal(i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldReadAndUpdate(int pes) {
        try (DistRecords<Point> points = points(pes)) {
            final Point[] wanted = expected(LongStream.range(0, LENGTH).toArray());
            requireAll(points, wanted);
            assertArrayEquals(expected(INDICES), points.getAll(INDICES));
            points.forEachLocal((index, point) -> assertEquals(point(index), point));
            points.setLocal(LENGTH - 1, point(99));
            wanted[LENGTH - 1] = point(99);
            requireAll(points, wanted);
            points.putAll(new long[] {0, 39}, new Point[] {point(50), point(51)});
            wanted[0] = point(50);
            wanted[39] = point(51);
            requireAll(points, wanted);
            final Point[] added = IntStream.range(0, INDICES.length)
                    .mapToObj(i -> point(i + 1))
                    .toArray(Point[]::new);
            points.updateAll(INDICES, added, (before, value) -> new Point(before.x() - value.x(), value.y()));
            for (int i = 0; i < INDICES.length; i++) {
                final int index = (int) INDICES[i];
                wanted[index] = new Point(wanted[index].x() - added[i].x(), added[i].y());
            }
            requireAll(points, wanted);
            if (pes == 2) {
                assertThrows(IllegalStateException.class, () -> points.getRemote(0));
            } else {
                for (int i = 0; i < LENGTH; i++) {
                    assertEquals(wanted[i], points.getRemote(i));
                }
            }
        }
    }

    private static <E extends Throwable> void requireRefused(Class<E> kind, String text, Executable call) {
        final String message = assertThrows(kind, call).getMessage();
        assertTrue(message.startsWith(text), message);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRefuseBeforeItSends(int pes) {
        try (DistRecords<Point> points = points(pes)) {
            final long[] two = {1, 2};
            final Point[] one = {point(5)};
            final Point[] withNull = {point(5), null};
            for (long none : new long[] {-1, LENGTH}) {
                requireRefused(IndexOutOfBoundsException.class, "local=" + none, () -> points.getLocal(none));
                requireRefused(IndexOutOfBoundsException.class, "local=" + none, () -> points.setLocal(none, one[0]));
                requireRefused(IndexOutOfBoundsException.class, "index=" + none, () -> points.getRemote(none));
                final long[] outside = {none};
                requireRefused(
                        IndexOutOfBoundsException.class, "indices[0]=" + none, () -> points.putAll(outside, one));
                requireRefused(
                        IndexOutOfBoundsException.class,
                        "indices[0]=" + none,
                        () -> points.updateAll(outside, one, (before, value) -> value));
                requireRefused(IndexOutOfBoundsException.class, "indices[0]=" + none, () -> points.getAll(outside));
            }
            final Class<NullPointerException> isNull = NullPointerException.class;
            requireRefused(IllegalArgumentException.class, "values has length 1", () -> points.putAll(two, one));
            requireRefused(
                    IllegalArgumentException.class,
                    "values has length 1",
                    () -> points.updateAll(two, one, (before, value) -> value));
            requireRefused(isNull, "value=null", () -> points.putAll(two, withNull));
            requireRefused(isNull, "value=null", () -> points.updateAll(two, withNull, (before, value) -> value));
            requireRefused(isNull, "value=null", () -> points.setLocal(0, null));
            requireRefused(isNull, "values=null", () -> points.putAll(two, null));
            requireRefused(isNull, "indices=null", () -> points.getAll(null));
            requireRefused(isNull, "merge=null", () -> points.updateAll(two, one, null));
            requireRefused(isNull, "function=null", () -> points.setAll(null));
            requireRefused(isNull, "visitor=null", () -> points.forEachLocal(null));
            requireAll(points, expected(LongStream.range(0, LENGTH).toArray()));
        }
    }

    /** A value with null in it is found before the first is sent, and changes no element. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRefuseRecordsWithNull(int pes) {
        OnePe.pes = pes;
        try (DistRecords<Pair> pairs = DistRecords.cyclic(team, Pair.class, 3)) {
            final Pair whole = new Pair(point(1), point(2));
            pairs.setAll(i -> whole);
            final Pair[] values = {new Pair(point(3), point(4)), new Pair(null, point(4))};
            assertThrows(NullPointerException.class, () -> pairs.putAll(new long[] {0, 1}, values));
            assertThrows(NullPointerException.class, () -> pairs.setLocal(2, values[1]));
            assertArrayEquals(new Pair[] {whole, whole, whole}, pairs.getAll(new long[] {0, 1, 2}));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldNameTheCallAfterTheEnd(int pes) {
        final DistRecords<Point> points = points(pes);
        final long[] none = {};
        final Map<String, Executable> calls = new LinkedHashMap<>();
        calls.put("getLocal", () -> points.getLocal(0));
        calls.put("setLocal", () -> points.setLocal(0, point(1)));
        calls.put("forEachLocal", () -> points.forEachLocal(null));
        calls.put("setAll", () -> points.setAll(null));
        calls.put("putAll", () -> points.putAll(none, null));
        calls.put("updateAll", () -> points.updateAll(none, null, (before, value) -> value));
        calls.put("getAll", () -> points.getAll(none));
        calls.put("getRemote", () -> points.getRemote(0));
        points.close();
        points.close();
        calls.forEach((name, call) ->
                requireRefused(IllegalStateException.class, name + " of a distributed array that was closed", call));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldHoldItsElementsAndASpareOne(int pes) {
        OnePe.pes = pes;
        try (DistRecords<Point> points = DistRecords.blockCyclic(team, Point.class, 0, 4)) {
            assertEquals(0, points.length());
            assertEquals(0, points.getAll(new long[0]).length);
            assertEquals("DistRecords[length=0, block=1, PEs=1]", points.toString());
        }
        OnePe.isFull = pes == 2;
        team.isOtherFull = pes == 1;
        OnePe.pes = 2;
        assertThrows(ShmemOutOfMemoryException.class, () -> DistRecords.block(team, Point.class, 3));
    }
}
