package org.jshmem.mutation;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Does work that needs something of its own, one thread for each of these.
 *
 * @param <L> what a thread needs
 */
final class Lanes<L> {
    private final List<L> lanes;

    /** One piece of work. */
    interface Work<L, T> {
        void accept(L lane, T item) throws IOException, InterruptedException;
    }

    Lanes(List<L> lanes) {
        this.lanes = List.copyOf(lanes);
    }

    /** Does work for each item, in about their order, until all is done or a piece of it throws. */
    <T> void forEach(Collection<T> items, Work<L, T> work) throws IOException, InterruptedException {
        final Deque<T> open = new ArrayDeque<>(items);
        try (ExecutorService threads = Executors.newFixedThreadPool(lanes.size())) {
            final List<Future<?>> done = new ArrayList<>();
            for (L lane : lanes) {
                done.add(threads.submit(() -> {
                    doAll(open, lane, work);
                    return null;
                }));
            }
            for (Future<?> one : done) {
                await(one);
            }
        }
    }

    /** Leaves nothing for the other lanes if it throws. */
    private static <L, T> void doAll(Deque<T> open, L lane, Work<L, T> work) throws IOException, InterruptedException {
        boolean hasThrown = true;
        try {
            for (T item = next(open); item != null; item = next(open)) {
                work.accept(lane, item);
            }
            hasThrown = false;
        } finally {
            if (hasThrown) {
                synchronized (open) {
                    open.clear();
                }
            }
        }
    }

    private static <T> T next(Deque<T> open) {
        synchronized (open) {
            return open.pollFirst();
        }
    }

    private static void await(Future<?> one) throws IOException, InterruptedException {
        try {
            one.get();
        } catch (ExecutionException e) {
            throw new IOException("not all could be judged", e.getCause());
        }
    }
}
