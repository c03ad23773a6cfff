package org.jshmem.spi;

import org.jshmem.CollectiveRequest;

/** Kernels of tests, which make each request in one way: with the name of the call and its arguments. */
public abstract class UniformKernel extends NonblockingKernel {
    /** For subclasses. */
    protected UniformKernel() {}

    /**
     * Makes a request.
     *
     * @param name of the method that was called
     * @param arguments of that call
     */
    protected abstract CollectiveRequest make(String name, Object... arguments);

    @Override
    public CollectiveRequest broadcast(long destOffset, long sourceOffset, long bytes, int root) {
        return make("broadcast", destOffset, sourceOffset, bytes, root);
    }

    @Override
    public CollectiveRequest collect(long destOffset, long destBytes, long sourceOffset, long bytes) {
        return make("collect", destOffset, destBytes, sourceOffset, bytes);
    }

    @Override
    public CollectiveRequest fcollect(long destOffset, long sourceOffset, long bytes) {
        return make("fcollect", destOffset, sourceOffset, bytes);
    }

    @Override
    public CollectiveRequest alltoall(long destOffset, long sourceOffset, long bytes) {
        return make("alltoall", destOffset, sourceOffset, bytes);
    }

    @Override
    public CollectiveRequest alltoalls(
            long destOffset, long destStride, long sourceOffset, long sourceStride, long elementBytes, long nelems) {
        return make("alltoalls", destOffset, destStride, sourceOffset, sourceStride, elementBytes, nelems);
    }

    @Override
    public CollectiveRequest reduce(
            Reduction operation, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        return make("reduce", operation, type, destOffset, sourceOffset, nelems);
    }

    @Override
    public CollectiveRequest scan(
            boolean inclusive, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        return make("scan", inclusive, type, destOffset, sourceOffset, nelems);
    }

    @Override
    public CollectiveRequest reduceValue(Reduction operation, ElementKind type, long bits) {
        return make("reduceValue", operation, type, bits);
    }

    @Override
    public CollectiveRequest scanValue(boolean inclusive, ElementKind type, long bits) {
        return make("scanValue", inclusive, type, bits);
    }

    @Override
    public CollectiveRequest broadcastValue(ElementKind type, long bits, int root) {
        return make("broadcastValue", type, bits, root);
    }

    @Override
    public CollectiveRequest sync(boolean isBarrier) {
        return make("sync", isBarrier);
    }
}
