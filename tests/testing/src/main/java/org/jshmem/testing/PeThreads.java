package org.jshmem.testing;

import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Threads that stand in for PEs. When one of them fails, the test fails at once with that PE's exception: the others
 * may wait for it for ever. They are daemons, and their memory has to stay, so a test frees it only after {@link #run}
 * has returned.
 */
public final class PeThreads {
    /** What each of them does. */
    @FunctionalInterface
    public interface Body {
        /** Does it. */
        void run(int pe) throws Exception;
    }

    private PeThreads() {}

    /**
     * Runs them to their end, or to the first failure.
     *
     * @param pes how many
     * @param body what each does
     * @throws Exception what the first PE that failed has thrown
     */
    public static void run(int pes, Body body) throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(
                pes, Thread.ofPlatform().daemon().name("PE ", 0).factory());
        final CompletionService<Void> ended = new ExecutorCompletionService<>(threads);
        for (int i = 0; i < pes; i++) {
            final int pe = i;
            ended.submit(() -> {
                body.run(pe);
                return null;
            });
        }
        threads.shutdown();
        try {
            for (int i = 0; i < pes; i++) {
                ended.take().get();
            }
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case Error error -> throw error;
                case Exception exception -> throw exception;
                default -> throw e;
            }
        }
    }
}
