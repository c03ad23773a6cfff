package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
class CausesTest {
    private static final int WAITER = 3;
    private static final long PLACE = 80;

    private final Causes causes = new Causes();

    private Delivery add(String operation, int pe, long value, long from, long to) {
        return add(operation, pe, PLACE, Long.BYTES, value, from, to);
    }

    private Delivery add(String operation, int pe, long offset, long bytes, long value, long from, long to) {
        causes.want(WAITER, PLACE);
        final Delivery delivery = new Delivery(pe, pe, operation, WAITER, offset, bytes, value, from, to, null);
        if (causes.isWanted(WAITER, offset, bytes)) {
            causes.add(delivery);
        }
        return delivery;
    }

    private Delivery of(long value, long begin, long end) {
        return causes.of(WAITER, WAITER, PLACE, value, begin, end, 0);
    }

    @Test
    void shouldFindTheOnlyOneThatMayHaveBeen() {
        add("p", 0, 7, 10, 20);
        final Delivery cause = add("p", 1, 7, 30, 40);
        add("p", 2, 7, 51, 60);
        assertEquals(cause, of(7, 25, 50));
    }

    /** The times of the deliveries say nothing, but the values do. */
    @Test
    void shouldGoByTheValue() {
        add("p", 0, 5, 0, 100);
        final Delivery cause = add("atomicSet", 1, 6, 0, 100);
        add("p", 2, 7, 0, 100);
        assertEquals(cause, of(6, 20, 30));
    }

    /** A flag that has the same value each time. */
    @Test
    void shouldNotTakeOneTwice() {
        final Delivery first = add("p", 0, 1, 0, 100);
        final Delivery second = add("p", 0, 1, 0, 100);
        assertEquals(first, of(1, 20, 30));
        assertEquals(second, of(1, 40, 50));
        assertNull(of(1, 60, 70));
    }

    @Test
    void shouldPreferWhatWasCertainlyDone() {
        add("atomicAdd", 0, 1, 0, 20);
        final Delivery last = add("atomicAdd", 1, 1, 10, 29);
        add("atomicAdd", 2, 1, 10, 45);
        assertEquals(last, of(3, 5, 30));
    }

    @Test
    void shouldTakeWhatMayHaveBeenDone() {
        final Delivery only = add("atomicAdd", 0, 1, 10, 35);
        assertEquals(only, of(1, 5, 30));
    }

    /** Over a network an operation returns when it is acknowledged, which may be after the wait. */
    @ParameterizedTest
    @CsvSource({"0, 19, 25, 35, true", "0, 25, 25, 31, true", "19, 21, 22, 30000, false"})
    void shouldPreferWhatIsMostlyWithinTheWait(
            long fromOfOne, long toOfOne, long fromOfOther, long toOfOther, boolean isOther) {
        final Delivery one = add("put", 0, 0, fromOfOne, toOfOne);
        final Delivery other = add("put", 1, 0, fromOfOther, toOfOther);
        assertEquals(isOther ? other : one, causes.of(WAITER, WAITER, PLACE, 7, 20, 30, 5));
    }

    /** PE 0 asks again and again whether the flag is set, by a compare-swap that fails. */
    @Test
    void shouldNotTakeACompareSwapThatWouldHaveWrittenSomethingElse() {
        final Delivery cause = add("atomicAdd", 1, 1, 22, 24);
        add("atomicCompareSwap", 0, 2, 26, 28);
        assertEquals(cause, of(1, 20, 30));
        final Delivery swap = add("atomicCompareSwap", 0, 2, 42, 44);
        assertEquals(swap, of(2, 40, 50));
    }

    /** The clocks may differ, so the add may have been before the end of the wait, but the put likely was. */
    @Test
    void shouldNotPreferWhatCameAfterTheWait() {
        add("atomicAdd", 0, 1, 33, 34);
        final Delivery cause = add("put", 1, 0, 28, 100);
        assertEquals(cause, causes.of(WAITER, WAITER, PLACE, 7, 20, 30, 5));
    }

    @Test
    void shouldFindAPutOfManyBytes() {
        final Delivery cause = add("put", 0, 0, 1000, 0, 10, 20);
        add("put", 0, 0, 80, 0, 20, 30);
        add("put", 0, 88, 80, 0, 20, 30);
        assertEquals(cause, of(9, 5, 40));
    }

    /** An int of 4 bytes that was written with a sign, and one beside it. */
    @Test
    void shouldTellNeighboursApart() {
        add("p", 0, PLACE + Integer.BYTES, Integer.BYTES, -1, 0, 20);
        final Delivery cause = add("p", 1, PLACE, Integer.BYTES, -1, 0, 20);
        assertEquals(cause, of(-1, 5, 30));
    }

    @Test
    void shouldNotHandALockOverToItself() {
        causes.want(Causes.LOCK, PLACE);
        final Delivery other = new Delivery(1, 1, "clearLock", Causes.LOCK, PLACE, 0, 0, 0, 20, null);
        causes.add(other);
        causes.add(new Delivery(WAITER, WAITER, "clearLock", Causes.LOCK, PLACE, 0, 0, 0, 25, null));
        assertEquals(other, causes.of(Causes.LOCK, WAITER, PLACE, 0, 10, 30, 0));
    }

    /** A counter that all add to, the waiter first. */
    @Test
    void shouldNotTakeWhatTheWaiterDid() {
        final Delivery other = add("atomicAdd", 1, 1, 10, 20);
        add("atomicAdd", WAITER, 1, 15, 30);
        assertEquals(other, of(2, 15, 30));
    }

    /** A wait may read its element two microseconds before its begin; what wrote its value only. */
    @Test
    void shouldTakeWhatWasDoneJustBeforeTheWait() {
        add("p", 0, 7, 0, 7999);
        add("atomicAdd", 0, 7, 0, 9999);
        final Delivery early = add("p", 1, 8, 0, 8000);
        final Delivery first = add("p", 1, 8, 0, 10_000);
        assertNull(of(7, 10_000, 10_100));
        assertEquals(first, of(8, 10_000, 10_100));
        assertEquals(early, of(8, 10_000, 10_100));
        assertNull(of(8, 10_000, 10_100));
    }

    @Test
    void shouldAllowForTheErrorOfTheClocks() {
        final long error = 10;
        final Delivery late = add("p", 0, 7, 50 + error, 100);
        assertNull(causes.of(WAITER, WAITER, PLACE, 7, 20, 49, error));
        assertEquals(late, causes.of(WAITER, WAITER, PLACE, 7, 20, 50, error));
    }

    /** Deliveries are ordered by their ends; the search goes on behind 64 that began after the wait. */
    @ParameterizedTest
    @CsvSource({"64, true", "65, false"})
    void shouldLookBehindLaterDeliveries(int later, boolean isFound) {
        for (int i = 0; i < later; i++) {
            add("p", 0, 7, 51, 60 + i);
        }
        final Delivery cause = add("p", 1, 7, 50, 500);
        assertEquals(isFound ? cause : null, of(7, 20, 50));
    }

    @Test
    void shouldKnowWhatIsWanted() {
        assertFalse(causes.isWanted(WAITER, PLACE, 8), "nobody waits there");
        causes.want(WAITER, PLACE);
        assertTrue(causes.isWanted(WAITER, PLACE, 0));
        assertTrue(causes.isWanted(WAITER, PLACE - 8, 9));
        assertFalse(causes.isWanted(WAITER, PLACE - 8, 8));
        assertTrue(causes.isWanted(WAITER, PLACE + 7, 1), "of the same eight bytes");
        assertFalse(causes.isWanted(WAITER, PLACE + 8, 1));
        assertFalse(causes.isWanted(WAITER + 1, PLACE, 8));
    }
}
