package org.jshmem.messages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What the methods for several requests do, on requests of which the test says when they end. */
class RequestTest {
    private final Operation[] operations = {new Operation(), new Operation(), new Operation(), new Operation()};
    private final Request[] requests = Arrays.copyOf(operations, operations.length, Request[].class);

    private void end(int... indices) {
        for (int index : indices) {
            operations[index].hasEnded = true;
        }
    }

    @Test
    void shouldTellOfAllThatHaveEnded() {
        final int[] indices = new int[4];
        end(0, 2, 3);
        assertEquals(3, Request.awaitSome(indices, requests));
        Arrays.sort(indices, 0, 3);
        assertArrayEquals(new int[] {0, 2, 3}, Arrays.copyOf(indices, 3));
        assertNull(requests[0]);
        assertSame(operations[1], requests[1]);
        assertEquals(Request.UNDER_WAY, Request.testAny(null, requests));
        end(1);
        assertEquals(1, Request.awaitSome(indices, requests));
        assertEquals(1, indices[0]);
        assertEquals(0, Request.awaitSome(indices, requests), "none is under way");
    }

    /** Nothing is completed whose index would be lost. */
    @Test
    void shouldRefuseTooFewIndices() {
        end(0, 1, 2, 3);
        final String text = assertThrows(IllegalArgumentException.class, () -> Request.awaitSome(new int[3], requests))
                .getMessage();
        assertTrue(text.contains("indices.length=3") && text.contains("requests.length=4"), text);
        assertEquals(4, Request.awaitSome(new int[4], requests));
    }

    /** While the second ends, the first does, too. */
    @Test
    void shouldTellOfTheFirstThoughALaterOneEndedBefore() {
        final int[] indices = new int[4];
        operations[1].hasEnded = true;
        operations[1].atItsEnd = () -> end(0);
        assertEquals(2, Request.awaitSome(indices, requests));
        assertArrayEquals(new int[] {1, 0}, Arrays.copyOf(indices, 2));
    }

    @Test
    void shouldKnowWhetherAllHaveEnded() {
        end(0, 1, 2);
        assertFalse(Request.testAll(requests));
        assertNotNull(requests[3]);
        end(3);
        assertTrue(Request.testAll(requests));
        assertTrue(Request.testAll(requests), "none is under way");
    }

    @Test
    void shouldKeepPersistentOnes() {
        operations[2].isPersistent = true;
        end(0, 1, 2, 3);
        Request.awaitAll(requests);
        assertArrayEquals(new Request[] {null, null, operations[2], null}, requests);
        assertEquals(-1, Request.testAny(null, requests), "it is at rest");
    }

    /** Ends with an exception: 0 completely, 1 stays under way, 2 is persistent. */
    private Operation failing(int kind) {
        final Operation failing = new Operation();
        failing.hasEnded = true;
        failing.staysUnderWay = kind == 1;
        failing.isPersistent = kind == 2;
        failing.atItsEnd = () -> {
            throw new IllegalStateException("of a handler");
        };
        return failing;
    }

    /** One that has failed is dropped, unless it is still under way, or may be started again. */
    @Test
    void shouldKeepOnlyWhatMayGoOnAfterAnException() {
        for (boolean isTested : new boolean[] {false, true}) {
            for (int kind = 0; kind < 3; kind++) {
                final Operation failing = failing(kind);
                final Request[] two = {failing, new Operation()};
                assertThrows(IllegalStateException.class, () -> {
                    if (isTested) {
                        Request.testAny(null, two);
                    } else {
                        Request.awaitAll(two);
                    }
                });
                assertSame(kind == 0 ? null : failing, two[0]);
                assertNotNull(two[1]);
            }
        }
    }

    /** What had ended before it is told, and the failure is thrown by the next call. */
    @Test
    void shouldTellOfThoseThatHaveEndedBeforeAFailure() {
        for (int kind = 0; kind < 3; kind++) {
            final Operation failing = failing(kind);
            final Request[] all = {new Operation(), failing, new Operation()};
            ((Operation) all[0]).hasEnded = true;
            final int[] indices = new int[3];
            assertEquals(1, Request.awaitSome(indices, all));
            assertEquals(0, indices[0]);
            assertNull(all[0]);
            assertThrows(IllegalStateException.class, () -> Request.awaitSome(indices, all));
            assertSame(kind == 0 ? null : failing, all[1]);
            assertEquals(Request.UNDER_WAY, Request.testAny(null, all[2]));
        }
    }

    @Test
    void shouldWaitForOneAndTellWhichMessageItWas() {
        final Envelope envelope = new Envelope();
        operations[2].endsAfter = 2;
        assertEquals(2, Request.awaitAny(envelope, requests));
        assertEquals(2, operations[0].turns, "the first has the turns");
        assertEquals(9, envelope.tag());
        assertNull(requests[2]);
        assertEquals(-1, Request.awaitAny(new Request[] {null}));
        assertEquals(-2, Request.UNDER_WAY);
    }

    private final class Operation extends Request {
        private boolean hasEnded;
        private boolean isPersistent;
        private boolean isUnderWay = true;
        private boolean staysUnderWay;
        private Runnable atItsEnd = () -> {};
        private long turns;
        private long endsAfter = Long.MAX_VALUE;

        @Override
        public void await(Envelope envelope) {
            assertTrue(test(envelope), "would wait for ever");
        }

        @Override
        public boolean test(Envelope envelope) {
            assertTrue(isUnderWay, "completed twice");
            hasEnded |= requests[0] instanceof Operation first && first.turns >= endsAfter;
            isUnderWay = !hasEnded || staysUnderWay;
            if (hasEnded) {
                atItsEnd.run();
            }
            if (hasEnded && envelope != null) {
                envelope.set(1, 9, 0, null);
            }
            return hasEnded;
        }

        @Override
        public boolean cancel() {
            return false;
        }

        @Override
        public void start() {}

        @Override
        public void close() {}

        @Override
        public boolean isUnderWay() {
            return isUnderWay;
        }

        @Override
        public boolean isPersistent() {
            return isPersistent;
        }

        @Override
        protected long pause(long turn) {
            assertEquals(turns, turn);
            assertTrue(turn < 2, "waits for what does not come");
            turns++;
            return turns;
        }
    }
}
