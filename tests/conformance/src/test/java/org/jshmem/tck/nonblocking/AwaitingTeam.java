package org.jshmem.tck.nonblocking;

import org.jshmem.CollectiveRequest;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingContext;
import org.jshmem.spi.ForwardingTeam;
import org.jshmem.spi.Reduction;

/** A team whose collectives are started without waiting, and then waited for: in turn by await, test and a future. */
final class AwaitingTeam extends ForwardingTeam {
    private static final int WAYS = 3;

    private int calls;

    AwaitingTeam(ShmemTeam target) {
        super(target);
    }

    /** Makes the non-blocking collectives, which is collective. */
    AwaitingTeam open() {
        nonblocking();
        return this;
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return new AwaitingTeam(team).open();
    }

    @Override
    protected ShmemContext wrap(ShmemContext context) {
        return new ForwardingContext(context, this) {};
    }

    private void await(CollectiveRequest request) {
        switch (calls++ % WAYS) {
            case 0 -> request.await();
            case 1 -> {
                while (!request.test()) {
                    Thread.onSpinWait();
                }
            }
            default -> request.close();
        }
    }

    @Override
    protected void broadcastBytes(long destOffset, long sourceOffset, long bytes, int root) {
        await(nonblocking().broadcast(destOffset, sourceOffset, bytes, root));
    }

    @Override
    protected void collectBytes(long destOffset, long destBytes, long sourceOffset, long bytes) {
        await(nonblocking().collect(destOffset, destBytes, sourceOffset, bytes));
    }

    @Override
    protected void fcollectBytes(long destOffset, long sourceOffset, long bytes) {
        await(nonblocking().fcollect(destOffset, sourceOffset, bytes));
    }

    @Override
    protected void alltoallBytes(long destOffset, long sourceOffset, long bytes) {
        await(nonblocking().alltoall(destOffset, sourceOffset, bytes));
    }

    @Override
    protected void alltoallsBytes(
            long destOffset, long destStride, long sourceOffset, long sourceStride, long elementBytes, long nelems) {
        await(nonblocking().alltoalls(destOffset, destStride, sourceOffset, sourceStride, elementBytes, nelems));
    }

    @Override
    protected void reduceElements(
            Reduction operation, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        await(nonblocking().reduce(operation, type, destOffset, sourceOffset, nelems));
    }

    @Override
    protected void scanElements(boolean inclusive, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        await(nonblocking().scan(inclusive, type, destOffset, sourceOffset, nelems));
    }

    @Override
    protected long reduceValue(Reduction operation, ElementKind type, long bits) {
        return operation == Reduction.SUM_REPRODUCIBLE
                ? super.reduceValue(operation, type, bits) // there is no non-blocking one
                : result(type, nonblocking().reduceValue(operation, type, bits));
    }

    @Override
    protected long scanValue(boolean inclusive, ElementKind type, long bits) {
        return result(type, nonblocking().scanValue(inclusive, type, bits));
    }

    @Override
    protected long broadcastValue(ElementKind type, long bits, int root) {
        return result(type, nonblocking().broadcastValue(type, bits, root));
    }

    private static long result(ElementKind type, CollectiveRequest request) {
        return switch (type) {
            case INT -> request.intResult();
            case LONG -> request.longResult();
            case FLOAT -> Integer.toUnsignedLong(Float.floatToRawIntBits(request.floatResult()));
            default -> Double.doubleToRawLongBits(request.doubleResult());
        };
    }

    @Override
    public void sync() {
        await(nonblocking().sync(false));
    }
}
