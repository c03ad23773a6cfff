package org.jshmem.transport.ofi;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The pool of the {@link CompletionCounter}s of a network; an operation takes one. Free counters form a stack. The head
 * of the stack carries a version number, so that a thread notices when a counter was taken and returned in between (the
 * ABA problem).
 */
final class CompletionCounters {
    /** Most counters in use at once; a thread that needs another one waits. */
    private static final int MOST = 1 << 12;

    private static final int VERSION_SHIFT = 32;

    private final AtomicReferenceArray<CompletionCounter> all = new AtomicReferenceArray<>(MOST);

    /**
     * The free stack: bits 0 to 31 hold the id of the first free counter plus 1 (0: none), bits 32 to 63 the version.
     */
    private final AtomicLong head = new AtomicLong();

    /** Counters created so far; may exceed {@link #MOST}, because a thread that comes too late has counted too. */
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

    /** The next version, in the upper half of a head. */
    private static long number(long head) {
        return (head >>> VERSION_SHIFT) + 1 << VERSION_SHIFT;
    }

    /** The counter with an id; null for an id that was never given out. */
    CompletionCounter of(int id) {
        return id >= 0 && id < MOST ? all.get(id) : null;
    }
}
