package org.jshmem.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OrderTest {
    private final List<Operation> history = new ArrayList<>();

    private void add(int pe, Kind kind, long argument, long condition, long result, long start, long end) {
        final int at = (int) history.stream().filter(other -> other.pe() == pe).count();
        history.add(new Operation(pe, kind, argument, condition, result, at, at + 1, start, end));
    }

    private Order.Verdict judge(long last) {
        return new Order(history, last, true).search(0);
    }

    @Test
    void shouldFindTheOrderOfOperationsThatOverlap() {
        add(0, Kind.FETCH_ADD, 1, 0, 1, 0, 100);
        add(1, Kind.FETCH_ADD, 1, 0, 0, 10, 90);
        assertEquals(Order.Verdict.FOUND, judge(2));
    }

    @Test
    void shouldFindThatAnAddIsLost() {
        add(0, Kind.FETCH_ADD, 1, 0, 0, 0, 100);
        add(1, Kind.FETCH_ADD, 1, 0, 0, 10, 90);
        assertEquals(Order.Verdict.NONE, judge(1));
    }

    @Test
    void shouldFindThatACompleteSwapWasNotSeen() {
        add(0, Kind.SWAP, 7, 0, 0, 0, 10);
        add(1, Kind.FETCH, 0, 0, 0, 11, 20);
        assertEquals(Order.Verdict.NONE, judge(7));
        assertEquals(Order.Verdict.FOUND, new Order(history, 7, false).search(0), "where clocks differ");
    }

    @Test
    void shouldFindThatAWordWentBack() {
        add(0, Kind.SET, 7, 0, 0, 0, 100);
        add(1, Kind.FETCH, 0, 0, 7, 0, 20);
        add(1, Kind.FETCH, 0, 0, 0, 20, 30);
        assertEquals(Order.Verdict.NONE, new Order(history, 7, false).search(0));
    }

    @Test
    void shouldLetPendingOperationsPassLaterOnesOfTheirPe() {
        history.add(new Operation(0, Kind.ADD, 5, 0, 0, 0, 2, 0, 100));
        history.add(new Operation(0, Kind.FETCH, 0, 0, 0, 1, 2, 10, 20));
        assertEquals(Order.Verdict.FOUND, judge(5));
        history.add(new Operation(0, Kind.FETCH, 0, 0, 0, 2, 3, 110, 120));
        assertEquals(Order.Verdict.NONE, judge(5));
    }

    @Test
    void shouldFindThatACompareSwapComparedTooLittle() {
        add(0, Kind.SWAP, 0x1_0000_0001L, 0, 0, 0, 10);
        add(1, Kind.COMPARE_SWAP, 9, 1, 0x1_0000_0001L, 20, 30);
        assertEquals(Order.Verdict.FOUND, judge(0x1_0000_0001L));
        assertEquals(Order.Verdict.NONE, judge(9));
    }

    @Test
    void shouldFindTwoHoldersOfALock() {
        add(0, Kind.ACQUIRE, 0, 0, 0, 0, 10);
        add(1, Kind.ACQUIRE, 0, 0, 0, 5, 20);
        add(0, Kind.RELEASE, 0, 0, 0, 21, 30);
        add(1, Kind.RELEASE, 0, 0, 0, 25, 40);
        assertEquals(Order.Verdict.NONE, judge(0));
    }

    @Test
    void shouldFindALockThatNobodyHeldWhenItWasFoundHeld() {
        add(0, Kind.ACQUIRE, 0, 0, 0, 0, 10);
        add(0, Kind.RELEASE, 0, 0, 0, 20, 30);
        add(1, Kind.FIND_HELD, 0, 0, 0, 25, 40);
        assertEquals(Order.Verdict.FOUND, judge(0));
        add(1, Kind.FIND_HELD, 0, 0, 0, 41, 50);
        assertEquals(Order.Verdict.NONE, judge(0));
    }

    @Test
    void shouldFindTheOrderOfFullHistories() {
        final Random random = new Random(1);
        long word = 0;
        for (int i = 0; i < Order.MOST; i++) {
            final long operand = random.nextInt(3);
            // Each takes effect at 100 * i, and is under way a while before and after.
            final long start = 100L * i - random.nextInt(300);
            final long end = 100L * i + 1 + random.nextInt(300);
            final Operation operation = new Operation(i, Kind.FETCH_ADD, operand, 0, word, 0, 1, start, end);
            history.add(operation);
            word = Kind.FETCH_ADD.next(word, operation);
        }
        assertEquals(Order.Verdict.FOUND, judge(word));
        assertEquals(Order.Verdict.NONE, judge(word + 1));
        add(0, Kind.FETCH, 0, 0, 0, 0, 0);
        assertThrows(IllegalArgumentException.class, () -> judge(0));
    }

    @Test
    void shouldShowWhatCouldNotCome() {
        add(0, Kind.SWAP, 7, 0, 0, 1_000, 1_010);
        add(1, Kind.FETCH, 0, 0, 3, 1_011, 1_020);
        final Order order = new Order(history, 7, true);
        assertEquals(Order.Verdict.NONE, order.search(0));
        final String report = order.report(0);
        assertTrue(report.contains("0 to 10 ns: PE 0 SWAP(7) = 0"), report);
        assertTrue(report.contains("and not after it:\n    11 to 20 ns: PE 1 FETCH(0) = 3"), report);
    }
}
