package org.jshmem.transport.ofi;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The pool of the {@link CompletionCounter}s of a network; an operation takes one. Free counters form a stack. The head
 * of the stack carries a version number, so that a thread notices when a counter was taken and returned in between (the
 * ABA problem).
 */
final class CompletionCounters {
    /** Counters in use at once; more have to wait for that. */
    private static final int MOST = 1 << 12;

    private static final int VERSION_SHIFT = 32;

    private final AtomicReferenceArray<CompletionCounter> all = new AtomicReferenceArray<>(MOST);

    /** Index of the first free one plus 1, and above it the version. */
    private final AtomicLong head = new AtomicLong();

    private final AtomicLong made = new AtomicLong();

    CompletionCounter take() {
        for (; ; ) {
            final long seen = head.get();
            final int first = (int) seen;
            if (first == 0) {
                if (made.get() < MOST) {
                    return make();
                }
                Thread.yield();
                continue;
            }
            final CompletionCounter counter = all.get(first - 1);
            if (head.compareAndSet(seen, number(seen) | counter.next)) {
                return counter;
            }
        }
    }

    private CompletionCounter make() {
        final long id = made.getAndIncrement();
        if (id >= MOST) {
            return take();
        }
        final CompletionCounter counter = new CompletionCounter((int) id);
        all.set((int) id, counter);
        return counter;
    }

    void give(CompletionCounter counter) {
        long seen;
        do {
            seen = head.get();
            counter.next = (int) seen;
        } while (!head.compareAndSet(seen, number(seen) | (counter.id + 1)));
    }

    /** The number of the next head, in its place. */
    private static long number(long head) {
        return (head >>> VERSION_SHIFT) + 1 << VERSION_SHIFT;
    }

    /** The completion counter of a reply; null for a number that nobody gave out. */
    CompletionCounter of(int id) {
        return id >= 0 && id < MOST ? all.get(id) : null;
    }
}
