package org.jshmem.spi;

import java.util.Arrays;
import org.jshmem.CollectiveRequest;

/** Tells an {@link ObservingProvider} of the non-blocking collectives that a team starts. */
final class ObservedCollectives extends NonblockingKernel {
    private static final Operation BROADCAST = Operation.of("broadcastNb");
    private static final Operation COLLECT = Operation.of("collectNb");
    private static final Operation FCOLLECT = Operation.of("fcollectNb");
    private static final Operation ALLTOALL = Operation.of("alltoallNb");
    private static final Operation ALLTOALLS = Operation.of("alltoallsNb");
    private static final Operation INSCAN = Operation.of("sumInscanNb");
    private static final Operation EXSCAN = Operation.of("sumExscanNb");
    private static final Operation SYNC = Operation.of("syncNb");
    private static final Operation BARRIER = Operation.of("barrierNb");
    private static final Operation[] REDUCTIONS = Arrays.stream(Reduction.values())
            .map(reduction -> Operation.of(reduction.operation + "Nb"))
            .toArray(Operation[]::new);

    private final NonblockingKernel target;
    private final ObservingProvider observer;
    private final int team;

    /**
     * Watches the collectives of a team.
     *
     * @param team the team's number for the tool
     */
    ObservedCollectives(NonblockingKernel target, ObservingProvider observer, int team) {
        this.target = target;
        this.observer = observer;
        this.team = team;
    }

    private long begin(Operation operation, long bytes) {
        return observer.beginCollective(operation, team, bytes);
    }

    private CollectiveRequest observe(Operation operation, long bytes, long token, CollectiveRequest request) {
        final long number = observer.started(operation, team, bytes, token);
        return observer.observesRequests()
                ? new ObservedCollective(request, observer, operation, team, number)
                : request;
    }

    @Override
    public CollectiveRequest broadcast(long destOffset, long sourceOffset, long bytes, int root) {
        final long token = begin(BROADCAST, bytes);
        return observe(BROADCAST, bytes, token, target.broadcast(destOffset, sourceOffset, bytes, root));
    }

    @Override
    public CollectiveRequest collect(long destOffset, long destBytes, long sourceOffset, long bytes) {
        final long token = begin(COLLECT, bytes);
        return observe(COLLECT, bytes, token, target.collect(destOffset, destBytes, sourceOffset, bytes));
    }

    @Override
    public CollectiveRequest fcollect(long destOffset, long sourceOffset, long bytes) {
        final long token = begin(FCOLLECT, bytes);
        return observe(FCOLLECT, bytes, token, target.fcollect(destOffset, sourceOffset, bytes));
    }

    @Override
    public CollectiveRequest alltoall(long destOffset, long sourceOffset, long bytes) {
        final long token = begin(ALLTOALL, bytes);
        return observe(ALLTOALL, bytes, token, target.alltoall(destOffset, sourceOffset, bytes));
    }

    @Override
    public CollectiveRequest alltoalls(
            long destOffset, long destStride, long sourceOffset, long sourceStride, long elementBytes, long nelems) {
        final long bytes = elementBytes * nelems;
        final long token = begin(ALLTOALLS, bytes);
        return observe(
                ALLTOALLS,
                bytes,
                token,
                target.alltoalls(destOffset, destStride, sourceOffset, sourceStride, elementBytes, nelems));
    }

    @Override
    public CollectiveRequest reduce(
            Reduction operation, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        final Operation named = REDUCTIONS[operation.ordinal()];
        final long bytes = nelems * type.bytes;
        final long token = begin(named, bytes);
        return observe(named, bytes, token, target.reduce(operation, type, destOffset, sourceOffset, nelems));
    }

    @Override
    public CollectiveRequest scan(
            boolean inclusive, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        final Operation named = inclusive ? INSCAN : EXSCAN;
        final long bytes = nelems * type.bytes;
        final long token = begin(named, bytes);
        return observe(named, bytes, token, target.scan(inclusive, type, destOffset, sourceOffset, nelems));
    }

    @Override
    public CollectiveRequest reduceValue(Reduction operation, ElementKind type, long bits) {
        final Operation named = REDUCTIONS[operation.ordinal()];
        final long token = begin(named, type.bytes);
        return observe(named, type.bytes, token, target.reduceValue(operation, type, bits));
    }

    @Override
    public CollectiveRequest scanValue(boolean inclusive, ElementKind type, long bits) {
        final Operation named = inclusive ? INSCAN : EXSCAN;
        final long token = begin(named, type.bytes);
        return observe(named, type.bytes, token, target.scanValue(inclusive, type, bits));
    }

    @Override
    public CollectiveRequest broadcastValue(ElementKind type, long bits, int root) {
        final long token = begin(BROADCAST, type.bytes);
        return observe(BROADCAST, type.bytes, token, target.broadcastValue(type, bits, root));
    }

    @Override
    public CollectiveRequest sync(boolean isBarrier) {
        final Operation named = isBarrier ? BARRIER : SYNC;
        final long token = begin(named, 0);
        return observe(named, 0, token, target.sync(isBarrier));
    }
}
