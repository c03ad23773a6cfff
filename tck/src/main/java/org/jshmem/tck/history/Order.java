package org.jshmem.tck.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for an order of a word's operations, as one after the other, in which each gives the result that it gave, none
 * stands before one that was complete when it began, and the last leaves the value that was found in the end. That
 * there is one is what linearizability asks for.
 *
 * <p>The search (Wing and Gong 1993) tries in turn all operations that can be the next one; it remembers what led
 * nowhere, which is told by the set of operations that are behind and by the word (Lowe 2017). The set is a long, so
 * there are at most {@value #MOST} operations.
 */
final class Order {
    /** The most operations of a history. */
    static final int MOST = Long.SIZE;

    /** What was tried until the search gives up, which happens if many operations were under way at a time. */
    private static final int MOST_STATES = 1_000_000;

    /** What the search came to. */
    enum Verdict {
        /** There is an order. */
        FOUND,
        /** There is none. */
        NONE,
        /** The search has given up. */
        UNKNOWN
    }

    private final List<Operation> operations;

    /** By operation, those that are before it. */
    private final long[] before;

    private final long last;
    private final Set<State> vain = new HashSet<>();
    private List<Operation> longest = List.of();
    private final List<Operation> order = new ArrayList<>();

    /**
     * The history of a word.
     *
     * @param history its operations, at most {@value #MOST}
     * @param last its value in the end
     * @param clocksAgree whether times of different PEs can be compared
     */
    Order(List<Operation> history, long last, boolean clocksAgree) {
        if (history.size() > MOST) {
            throw new IllegalArgumentException(history.size() + " operations, more than " + MOST);
        }
        // An order is mostly found at once if those that ended first are tried first.
        this.operations = history.stream()
                .sorted(Comparator.comparingLong(Operation::end))
                .toList();
        this.last = last;
        this.before = new long[operations.size()];
        for (int i = 0; i < before.length; i++) {
            for (int j = 0; j < before.length; j++) {
                if (i != j && operations.get(j).isBefore(operations.get(i), clocksAgree)) {
                    before[i] |= 1L << j;
                }
            }
        }
    }

    /** Searches, from the value that the word had at first. */
    Verdict search(long first) {
        if (leadsToTheEnd(0, first)) {
            return Verdict.FOUND;
        }
        return vain.size() < MOST_STATES ? Verdict.NONE : Verdict.UNKNOWN;
    }

    private boolean leadsToTheEnd(long behind, long word) {
        if (order.size() > longest.size()) {
            longest = List.copyOf(order);
        }
        if (order.size() == before.length) {
            return word == last;
        }
        for (int i = 0; i < before.length; i++) {
            final Operation operation = operations.get(i);
            final boolean canBeNext = (behind & 1L << i) == 0 && (before[i] & ~behind) == 0;
            if (canBeNext && operation.kind().fits(word, operation)) {
                final State then = new State(behind | 1L << i, operation.kind().next(word, operation));
                order.add(operation);
                if (vain.size() < MOST_STATES && !vain.contains(then) && leadsToTheEnd(then.behind, then.word)) {
                    return true;
                }
                order.removeLast();
                vain.add(then);
            }
        }
        return false;
    }

    /** After a search in vain: the longest order that was found, and what could not come after it, a line each. */
    String report(long first) {
        final long since = operations.stream().mapToLong(Operation::start).min().orElse(0);
        final StringBuilder report = new StringBuilder("no order of the operations gives these results; the word was "
                + first + " at first, is " + last + " in the end. The longest order:");
        longest.forEach(operation -> report.append("\n    ").append(operation.toString(since)));
        report.append("\n  and not after it:");
        operations.stream()
                .filter(operation -> !longest.contains(operation))
                .sorted(Comparator.comparingLong(Operation::start))
                .forEach(operation -> report.append("\n    ").append(operation.toString(since)));
        return report.toString();
    }

    /** Operations that are behind, and what the word is then. */
    private record State(long behind, long word) {}
}
