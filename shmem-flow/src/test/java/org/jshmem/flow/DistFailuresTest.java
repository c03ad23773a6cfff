package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.jshmem.ShmemException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What can be done with a distributed array after an exception, and in a handler. */
@Timeout(60)
class DistFailuresTest {
    private record Point(double x, int y) {}

    private final OneTeam team = new OneTeam();
    private int blocksBefore;

    @BeforeEach
    void count() {
        blocksBefore = OnePe.blocks();
    }

    @AfterEach
    void requireAllFreed() {
        assertEquals(blocksBefore, OnePe.blocks(), "blocks that were not freed");
    }

    /** Only this PE throws; the others free their elements. */
    @Test
    void shouldFreeItsElementsIfUpdatesAreLost() {
        final DistLongs array = DistLongs.block(team, 5);
        final DistLongs.Updates updates = array.updates();
        team.meanwhile = () -> updates.add(1, 1); // after all records were counted
        final String text =
                assertThrows(IllegalStateException.class, array::close).getMessage();
        assertTrue(text.contains("are lost"), text);
    }

    /** The handler of another flow throws on this PE only. */
    @Test
    void shouldKeepItsElementsIfAHandlerThrowsWhileItIsClosed() {
        final DistLongs array = DistLongs.block(team, 5);
        final LongFlow failing = failing();
        final int blocks = OnePe.blocks();
        assertThrows(ShmemException.class, array::close);
        assertEquals(blocks, OnePe.blocks());
        failing.close();
        OnePe.clear();
        blocksBefore = 0;
    }

    /** A flow with a record under way for which its handler will throw, in the next wait for any flow. */
    private LongFlow failing() {
        final LongFlow flow = LongFlow.of(team, (_, _) -> {
            throw new IllegalArgumentException("a mistake");
        });
        flow.send(0, 1);
        flow.flush();
        return flow;
    }

    /** Other PEs may never come to free theirs. */
    @Test
    void shouldKeepItsElementsIfAHandlerHasThrownBefore() {
        final DistLongs array = DistLongs.block(team, 5);
        array.fill(3);
        final LongFlow failing = failing();
        assertThrows(ShmemException.class, array::sum);
        final String text =
                assertThrows(IllegalStateException.class, array::sum).getMessage();
        assertEquals("sum of a distributed array whose drain() or close() an exception has left", text);
        final int blocks = OnePe.blocks();
        array.close();
        assertEquals(blocks, OnePe.blocks());
        failing.close();
        OnePe.clear();
        blocksBefore = 0;
    }

    /** Calls that are refused have done nothing. */
    @Test
    void shouldRefuseCollectiveCallsInAHandler() {
        try (DistLongs array = DistLongs.block(team, 5);
                DistLongs other = DistLongs.block(team, 5)) {
            final long[] indices = {1, 2};
            final Map<String, Runnable> calls = Map.of(
                    "putAll", () -> array.putAll(indices, 7),
                    "addAll", () -> array.addAll(indices, indices),
                    "getAll", () -> array.getAll(indices),
                    "fill", () -> array.fill(7),
                    "setAll", () -> array.setAll(i -> i),
                    "sum", array::sum,
                    "updates()", array::updates,
                    "copyTo", () -> array.copyTo(other),
                    "sort", array::sort,
                    "gather", () -> array.gather(0));
            try (LongFlow flow = LongFlow.of(
                    team,
                    (_, _) -> calls.forEach((call, body) -> {
                        final String text = assertThrows(IllegalStateException.class, body::run)
                                .getMessage();
                        assertTrue(text.startsWith(call + " is called in a handler of a flow;"), text);
                    }))) {
                flow.send(0, 1);
            }
            assertEquals(0, array.sum());
            assertEquals(0, other.sum());
            assertEquals(
                    "dest is this array; pass another one",
                    assertThrows(IllegalArgumentException.class, () -> array.copyTo(array))
                            .getMessage());
        }
    }

    /** A close that is refused is none. */
    @Test
    void shouldRefuseToEndUpdatesInAHandler() {
        try (DistLongs array = DistLongs.block(team, 5)) {
            final DistLongs.Updates updates = array.updates();
            try (LongFlow flow = LongFlow.of(team, (_, _) -> {
                final String text = assertThrows(IllegalStateException.class, updates::close)
                        .getMessage();
                assertTrue(text.startsWith("close() is called in a handler"), text);
            })) {
                flow.send(0, 1);
            }
            updates.add(3, 7);
            updates.close();
            assertEquals(7, array.sum());
        }
    }

    /** The other PEs are at the end of that call, so a next call would meet it. */
    private void requireOnlyCloseAfter(Runnable call, DistArray array, String name, Runnable next) {
        final IllegalStateException mistake = assertThrows(IllegalStateException.class, call::run);
        assertEquals("a mistake", mistake.getMessage());
        final IllegalStateException refusal = assertThrows(IllegalStateException.class, next::run);
        assertEquals(
                name + " of a distributed array one of whose collective calls an exception has left",
                refusal.getMessage());
        assertSame(mistake, refusal.getCause());
        final int blocks = OnePe.blocks();
        array.close();
        assertEquals(blocks, OnePe.blocks());
        OnePe.clear();
        blocksBefore = 0;
    }

    private static IllegalStateException mistake() {
        return new IllegalStateException("a mistake");
    }

    @Test
    void shouldOnlyBeClosedAfterAMistakeInSetAll() {
        final DistLongs array = DistLongs.block(team, 5);
        requireOnlyCloseAfter(
                () -> array.setAll(i -> {
                    throw mistake();
                }),
                array,
                "sum",
                array::sum);
    }

    @Test
    void shouldOnlyBeClosedAfterAMistakeInSetAllOfRecords() {
        final DistRecords<Point> array = DistRecords.block(team, Point.class, 5);
        requireOnlyCloseAfter(
                () -> array.setAll(i -> {
                    throw mistake();
                }),
                array,
                "getAll",
                () -> array.getAll(new long[0]));
    }

    @Test
    void shouldNameTheCallThatEndsUpdates() {
        final DistLongs array = DistLongs.block(team, 5);
        final DistLongs.Updates updates = array.updates();
        final LongFlow failing = failing();
        assertThrows(ShmemException.class, array.group::drain);
        final String text =
                assertThrows(IllegalStateException.class, updates::close).getMessage();
        assertEquals("close() of a distributed array whose drain() or close() an exception has left", text);
        array.close();
        failing.close();
        OnePe.clear();
        blocksBefore = 0;
    }
}
