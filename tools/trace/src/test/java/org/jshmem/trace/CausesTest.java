package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
}
