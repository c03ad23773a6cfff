package org.jshmem.spi;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jshmem.CollectiveRequest;

/** Tells an {@link ObservingProvider} how long a program waits for a non-blocking collective. */
final class ObservedCollective extends CollectiveRequest {
    private final CollectiveRequest target;
    private final ObservingProvider observer;
    private final Operation operation;
    private final int team;
    private final long number;
    private boolean isComplete;
    private boolean hasFuture;

    ObservedCollective(
            CollectiveRequest target, ObservingProvider observer, Operation operation, int team, long number) {
        this.target = target;
        this.observer = observer;
        this.operation = operation;
        this.team = team;
        this.number = number;
    }

    private void complete(long token) {
        if (!isComplete) {
            isComplete = true;
            observer.awaited(operation, team, number, token);
        }
    }

    private long begin() {
        return isComplete ? 0 : observer.begin(ObservedRequest.AWAIT, Operation.NO_PE, 0);
    }

    @Override
    public void await() {
        final long token = begin();
        target.await();
        complete(token);
    }

    @Override
    public boolean test() {
        if (target.test()) {
            complete(begin());
            return true;
        }
        observer.stillUnderWay();
        return false;
    }

    @Override
    public <T> CompletableFuture<T> toFuture(Function<? super CollectiveRequest, ? extends T> result) {
        hasFuture = true;
        return target.toFuture(_ -> result.apply(this));
    }

    @Override
    public void close() {
        if (hasFuture) { // which goes on
            target.close();
            return;
        }
        final long token = begin();
        target.close();
        complete(token);
    }

    @Override
    protected long result(ElementKind type) {
        final long token = begin();
        final long result = resultOf(target, type);
        complete(token);
        return result;
    }

    @Override
    protected long pause(long turn) {
        final long next = pauseOf(target, turn);
        observer.paused();
        return next;
    }
}
