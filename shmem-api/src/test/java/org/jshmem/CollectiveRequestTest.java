package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the methods for several requests do, on requests of which the test says when they end. */
@Timeout(60)
class CollectiveRequestTest {
    private final Collective[] collectives = {new Collective(), new Collective(), new Collective(), new Collective()};
    private final CollectiveRequest[] requests = Arrays.copyOf(collectives, 4, CollectiveRequest[].class);
    private final int[] indices = new int[4];

    @Test
    void shouldFindOneThatHasEnded() {
        requests[0] = null;
        collectives[2].isToEnd = true;
        collectives[3].isToEnd = true;
        assertEquals(2, CollectiveRequest.awaitAny(requests));
        assertNull(requests[2]);
        assertSame(collectives[3], requests[3]);
        assertEquals(3, CollectiveRequest.awaitAny(requests));
        assertEquals(-1, CollectiveRequest.awaitAny(null, requests[0], requests[2]));
    }

    @Test
    void shouldTellOfAllThatHaveEnded() {
        collectives[0].isToEnd = true;
        collectives[3].isToEnd = true;
        assertEquals(2, CollectiveRequest.awaitSome(indices, requests));
        assertArrayEquals(new int[] {0, 3}, Arrays.copyOf(indices, 2));
        assertArrayEquals(new CollectiveRequest[] {null, collectives[1], collectives[2], null}, requests);
        collectives[2].isToEnd = true;
        assertEquals(1, CollectiveRequest.awaitSome(indices, requests));
        assertEquals(2, indices[0]);
        requests[1] = null;
        assertEquals(0, CollectiveRequest.awaitSome(indices, requests));
        assertThrows(IllegalArgumentException.class, () -> CollectiveRequest.awaitSome(new int[3], requests));
    }

    /** The first that is open has the turns, from 0 on. */
    @Test
    void shouldPauseUntilOneEnds() {
        requests[0] = null;
        collectives[1].endsAfter = 3;
        assertEquals(1, CollectiveRequest.awaitAny(requests));
        assertEquals(3, collectives[1].turns);
        assertEquals(0, collectives[2].turns);
    }

    @Test
    void shouldCompleteTheOthersIfOneFails() {
        collectives[1].failure = new ShmemException("first");
        collectives[2].failure = new ShmemException("second");
        requests[3] = null;
        assertSame(
                collectives[1].failure, assertThrows(ShmemException.class, () -> CollectiveRequest.awaitAll(requests)));
        assertTrue(collectives[0].isComplete && collectives[2].isComplete);
        assertArrayEquals(new CollectiveRequest[4], requests);
        CollectiveRequest.awaitAll(requests);
    }

    @Test
    void shouldThrowAnErrorAsItIs() {
        collectives[0].failure = new OutOfMemoryError("of a test");
        assertSame(
                collectives[0].failure,
                assertThrows(OutOfMemoryError.class, () -> CollectiveRequest.awaitAll(requests)));
    }

    /** Whether it has ended is not asked again. */
    @Test
    void shouldDropARequestThatHasFailed() {
        collectives[1].failure = new ShmemException("failed");
        assertThrows(ShmemException.class, () -> CollectiveRequest.awaitAny(requests));
        assertNull(requests[1]);
        assertNotNull(requests[0]);
    }

    /** None of those that are complete is passed over; each call may ask for the failure. */
    @Test
    void shouldTellOfAFailureAfterThoseThatAreComplete() {
        for (Throwable failure : new Throwable[] {new ShmemException("failed"), new OutOfMemoryError("of a test")}) {
            final Collective failed = new Collective();
            failed.failure = failure;
            final Collective before = new Collective();
            final Collective after = new Collective();
            before.isToEnd = true;
            after.isToEnd = true;
            final CollectiveRequest[] some = {before, failed, after};
            assertEquals(2, CollectiveRequest.awaitSome(indices, some));
            assertArrayEquals(new int[] {0, 2}, Arrays.copyOf(indices, 2));
            final CollectiveRequest kept = some[1];
            assertArrayEquals(new CollectiveRequest[] {null, kept, null}, some);
            assertSame(failure, assertThrows(Throwable.class, () -> CollectiveRequest.awaitSome(indices, some)));
            assertNull(some[1]);
            assertSame(failure, assertThrows(Throwable.class, kept::await));
            assertSame(failure, assertThrows(Throwable.class, kept::intResult));
            assertSame(failure, assertThrows(Throwable.class, kept::close));
            assertSame(failure, kept.toFuture().exceptionNow());
        }
    }

    @Test
    void shouldGiveResultsByTheirType() {
        collectives[0].bits = 0x4045_0000_c145_0000L;
        assertEquals(0xc145_0000, collectives[0].intResult());
        assertSame(ElementKind.INT, collectives[0].asked);
        assertEquals(collectives[0].bits, collectives[0].longResult());
        assertSame(ElementKind.LONG, collectives[0].asked);
        assertEquals(-12.3125f, collectives[0].floatResult());
        assertSame(ElementKind.FLOAT, collectives[0].asked);
        assertEquals(Double.longBitsToDouble(collectives[0].bits), collectives[0].doubleResult());
        assertSame(ElementKind.DOUBLE, collectives[0].asked);
    }

    @Test
    void shouldEndInAFutureWithoutResult() {
        assertNull(collectives[0].toFuture().join());
        assertTrue(collectives[0].isComplete);
    }

    private static final class Collective extends CollectiveRequest {
        private boolean isToEnd;
        private boolean isComplete;
        private long endsAfter = Long.MAX_VALUE;
        private Throwable failure;
        private long turns;
        private long bits;
        private ElementKind asked;

        @Override
        public void await() {
            isToEnd = true;
            test();
        }

        @Override
        public boolean test() {
            assertFalse(isComplete, "completed before");
            if (failure != null) {
                isComplete = true;
            }
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
            isComplete = isToEnd || turns >= endsAfter;
            return isComplete;
        }

        @Override
        public <T> CompletableFuture<T> toFuture(Function<? super CollectiveRequest, ? extends T> result) {
            await();
            return CompletableFuture.completedFuture(result.apply(this));
        }

        @Override
        public void close() {}

        @Override
        protected long result(ElementKind type) {
            asked = type;
            return bits;
        }

        @Override
        protected long pause(long turn) {
            assertEquals(turns, turn);
            assertTrue(endsAfter < Long.MAX_VALUE, "would wait for ever");
            turns++;
            return turns;
        }
    }
}
