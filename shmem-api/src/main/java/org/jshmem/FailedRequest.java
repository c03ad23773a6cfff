package org.jshmem;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jshmem.spi.ElementKind;

/** Keeps the failure of a request until the program asks for that. */
final class FailedRequest extends CollectiveRequest {
    private final Throwable failure;

    /** Of an unchecked exception or an error. */
    FailedRequest(Throwable failure) {
        this.failure = failure;
    }

    @Override
    public void await() {
        throw unchecked(failure);
    }

    @Override
    public boolean test() {
        throw unchecked(failure);
    }

    @Override
    public <T> CompletableFuture<T> toFuture(Function<? super CollectiveRequest, ? extends T> result) {
        return CompletableFuture.failedFuture(failure);
    }

    @Override
    public void close() {
        throw unchecked(failure);
    }

    @Override
    protected long result(ElementKind type) {
        throw unchecked(failure);
    }

    @Override
    protected long pause(long turn) {
        return turn;
    }
}
