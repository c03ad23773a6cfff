package org.jshmem.internal.nonblocking;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jshmem.CollectiveRequest;

/** Completes a future and its request, in the thread that takes the request ({@link RequestState}). */
final class FutureCompletion<T> implements Runnable {
    private final PooledRequest request;

    /** Of the request. */
    private final long use;

    private final CompletableFuture<T> future;
    private final Function<? super CollectiveRequest, ? extends T> result;

    FutureCompletion(
            PooledRequest request,
            CompletableFuture<T> future,
            Function<? super CollectiveRequest, ? extends T> result) {
        this.request = request;
        this.use = request.state().use();
        this.future = future;
        this.result = result;
    }

    @Override
    public void run() {
        if (request.state().take(use)) {
            final T value;
            try {
                if (request.failure() != null) {
                    throw TeamRequests.failure(request.failure());
                }
                value = result.apply(request);
            } catch (Throwable e) { // of whatever type, it belongs to the future
                request.state().free();
                future.completeExceptionally(e);
                return;
            }
            request.state().free();
            future.complete(value);
        }
    }
}
