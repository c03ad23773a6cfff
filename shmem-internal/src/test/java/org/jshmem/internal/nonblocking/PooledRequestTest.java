package org.jshmem.internal.nonblocking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A request, its state, and how it is reported. */
@Timeout(60)
class PooledRequestTest {
    private static final Set<CollectiveCall> IN_BATCHES = EnumSet.of(
            CollectiveCall.REDUCE_VALUE,
            CollectiveCall.BROADCAST_VALUE,
            CollectiveCall.TEAM_SYNC,
            CollectiveCall.TEAM_BARRIER);

    private final PooledRequest request = new PooledRequest(null);
    private final RequestState state = new RequestState();

    private void open(CollectiveCall call, ElementKind type) {
        request.set(call, Reduction.SUM, type, 3);
        request.open(9, "Main.java:3");
    }

    @ParameterizedTest
    @CsvSource({
        "BROADCAST, broadcastNb",
        "BROADCAST_VALUE, broadcastNb",
        "COLLECT, collectNb",
        "FCOLLECT, fcollectNb",
        "ALLTOALL, alltoallNb",
        "ALLTOALLS, alltoallsNb",
        "REDUCE, sumReduceNb",
        "REDUCE_VALUE, sumReduceNb",
        "INSCAN, sumInscanNb",
        "INSCAN_VALUE, sumInscanNb",
        "EXSCAN, sumExscanNb",
        "EXSCAN_VALUE, sumExscanNb",
        "TEAM_BARRIER, barrierNb",
        "TEAM_SYNC, syncNb"
    })
    void shouldBeNamedAfterTheMethodThatHasStartedIt(CollectiveCall call, String name) {
        open(call, ElementKind.LONG);
        assertEquals(name + " at Main.java:3", request.toString());
        assertEquals("Main.java:3", request.site());
        assertEquals(9, request.number());
        assertEquals(IN_BATCHES.contains(call), request.isBatchable());
        if (request.isBatchable()) {
            assertEquals(
                    "call=" + call,
                    assertThrows(IllegalStateException.class, () -> request.execute(null))
                            .getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "REDUCE_VALUE, LONG, it is a collective on values of another type",
        "BROADCAST_VALUE, DOUBLE, it is a collective on values of another type",
        "INSCAN_VALUE, FLOAT, it is a collective on values of another type",
        "EXSCAN_VALUE, SHORT, it is a collective on values of another type",
        "REDUCE, INT, it is not on single values",
        "TEAM_SYNC, , it is not on single values"
    })
    void shouldHaveNoResultOfAnotherType(CollectiveCall call, ElementKind type, String reason) {
        open(call, type);
        assertEquals(
                request + " has no result of type int; " + reason,
                assertThrows(IllegalStateException.class, request::intResult).getMessage());
        assertTrue(request.isOpen());
    }

    @Test
    void shouldHaveNoResultBeforeItIsUsed() {
        open(CollectiveCall.REDUCE_VALUE, ElementKind.INT);
        request.done(-7);
        assertEquals(-7, request.intResult());
        assertTrue(request.isFree());
        open(CollectiveCall.REDUCE_VALUE, ElementKind.LONG);
        request.done(1L << 40);
        assertEquals(1L << 40, request.longResult());
        assertTrue(request.isFree());
    }

    private static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new IllegalArgumentException("why"), IllegalArgumentException.class),
                Arguments.of(new IndexOutOfBoundsException("why"), IndexOutOfBoundsException.class),
                Arguments.of(new IllegalStateException("why"), IllegalStateException.class),
                Arguments.of(new ShmemOutOfMemoryException("why"), ShmemOutOfMemoryException.class),
                Arguments.of(new ShmemException("why"), ShmemException.class),
                Arguments.of(new UnsupportedOperationException("why"), ShmemException.class));
    }

    /** With the stack of the thread that gets it. */
    @ParameterizedTest
    @MethodSource("failures")
    void shouldThrowAFailureOfTheSameType(RuntimeException cause, Class<?> type) {
        open(CollectiveCall.TEAM_SYNC, null);
        request.fail(cause);
        assertFalse(request.isOpen() || request.isFree());
        final RuntimeException told = assertThrows(RuntimeException.class, request::await);
        assertEquals(type, told.getClass());
        assertEquals("why", told.getMessage());
        assertSame(cause, told.getCause());
        assertTrue(request.isFree());
        open(CollectiveCall.TEAM_SYNC, null);
        request.done();
        request.await();
    }

    @Test
    void shouldThrowAnErrorAsItIs() {
        open(CollectiveCall.TEAM_SYNC, null);
        final StackOverflowError error = new StackOverflowError();
        request.fail(error);
        assertSame(error, assertThrows(StackOverflowError.class, request::test));
        assertTrue(request.isFree());
    }

    /** The thread that completes the future needs it. */
    @Test
    void shouldLeaveItToItsFutureToMakeItFree() {
        open(CollectiveCall.REDUCE_VALUE, ElementKind.INT);
        final int[] runs = new int[1];
        request.state().completeBy(() -> runs[0]++);
        request.close();
        assertTrue(request.isOpen());
        request.done(7);
        request.close();
        request.await();
        assertTrue(request.test());
        assertEquals(7, request.intResult());
        assertFalse(request.isFree());
        request.completeFuture();
        assertEquals(1, runs[0]);
    }

    /** What the future gives might be large. */
    @Test
    void shouldForgetAFutureThatIsComplete() {
        open(CollectiveCall.TEAM_SYNC, null);
        request.done();
        assertEquals(5, request.toFuture(_ -> 5).getNow(0));
        assertFalse(request.hasFuture());
        open(CollectiveCall.TEAM_SYNC, null);
        request.fail(new ShmemException("why"));
        assertEquals("why", request.toFuture().exceptionNow().getMessage());
        assertFalse(request.hasFuture());
        assertTrue(request.isFree());
    }

    private void assertAt(boolean isFree, boolean isOpen, boolean isDone) {
        assertEquals(isFree, state.isFree());
        assertEquals(isOpen, state.isOpen());
        assertEquals(isDone, state.isDone());
    }

    @Test
    void shouldBeTakenOncePerUse() {
        for (int use = 1; use < 4; use++) {
            assertAt(true, false, false);
            state.open();
            assertAt(false, true, false);
            assertEquals(use, state.use());
            assertFalse(state.take(use), "not ended");
            state.done();
            assertAt(false, false, true);
            assertFalse(state.take(use - 1), "an earlier use");
            assertTrue(state.take(use));
            assertAt(false, false, false);
            assertFalse(state.take(use), "taken by another thread");
            state.free();
            assertEquals(use, state.use());
        }
    }

    @Test
    void shouldCompleteItsFutureWhenItHasEnded() {
        final int[] runs = new int[1];
        state.prepare();
        state.open();
        assertFalse(state.hasFuture());
        state.completeFuture();
        state.completeBy(() -> runs[0]++);
        assertTrue(state.hasFuture());
        state.completeFuture();
        assertEquals(0, runs[0]);
        state.done();
        state.completeFuture();
        assertEquals(1, runs[0]);
        state.free();
        state.prepare();
        assertFalse(state.hasFuture());
        state.open();
        state.done();
        state.completeFuture();
        assertEquals(1, runs[0]);
    }

    @Test
    void shouldFindThePlaceOfEqualCallsOnce() {
        final CallSites sites = new CallSites();
        open(CollectiveCall.REDUCE, ElementKind.LONG);
        final String first = sites.of(request);
        assertSame(first, sites.of(request));
        request.with(1, 2, 3, 4, 5, 6);
        final String second = sites.of(request);
        assertNotSame(first, second);
        assertSame(second, sites.of(request));
        request.with(0, 0, 0, 0, 0, 0);
        assertSame(first, sites.of(request));
    }
}
