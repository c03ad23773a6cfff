package org.jshmem.spi;

import org.jshmem.CollectiveRequest;

/**
 * The methods that a runtime implements for a team's non-blocking collectives. Their arguments are already checked and
 * mean what they do in {@link TeamKernel}. Each starts a collective. Programs do not need this class.
 */
public abstract class NonblockingKernel {
    /** For runtimes. */
    protected NonblockingKernel() {}

    /**
     * Starts a broadcast.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceOffset where from
     * @param bytes how many, or 0
     * @param root a PE of the team
     * @return the request
     */
    public abstract CollectiveRequest broadcast(long destOffset, long sourceOffset, long bytes, int root);

    /**
     * Starts a collect of blocks whose sizes differ.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param destBytes the size of the destination
     * @param sourceOffset where from
     * @param bytes the size of this PE's block, or 0
     * @return the request
     */
    public abstract CollectiveRequest collect(long destOffset, long destBytes, long sourceOffset, long bytes);

    /**
     * Starts a collect of blocks of one size.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceOffset where from
     * @param bytes in a block, or 0
     * @return the request
     */
    public abstract CollectiveRequest fcollect(long destOffset, long sourceOffset, long bytes);

    /**
     * Starts an exchange of blocks.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceOffset where from
     * @param bytes in a block, or 0
     * @return the request
     */
    public abstract CollectiveRequest alltoall(long destOffset, long sourceOffset, long bytes);

    /**
     * Starts an exchange of blocks with strides between their elements.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param destStride bytes from one element to the next there
     * @param sourceOffset where from
     * @param sourceStride bytes from one element to the next there
     * @param elementBytes the size of an element
     * @param nelems elements in a block, or 0
     * @return the request
     */
    public abstract CollectiveRequest alltoalls(
            long destOffset, long destStride, long sourceOffset, long sourceStride, long elementBytes, long nelems);

    /**
     * Starts a reduction.
     *
     * @param operation what to do
     * @param type of the elements
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceOffset where from, apart from {@code destOffset} or the same
     * @param nelems how many elements, or 0
     * @return the request
     */
    public abstract CollectiveRequest reduce(
            Reduction operation, ElementKind type, long destOffset, long sourceOffset, long nelems);

    /**
     * Starts sums over the PEs before this one.
     *
     * @param inclusive whether to include this PE
     * @param type of the elements
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceOffset where from, apart from {@code destOffset} or the same
     * @param nelems how many elements, or 0
     * @return the request
     */
    public abstract CollectiveRequest scan(
            boolean inclusive, ElementKind type, long destOffset, long sourceOffset, long nelems);

    /**
     * Starts a reduction of one value of each PE.
     *
     * @param operation what to do
     * @param type of the values: int, long, float or double
     * @param bits this PE's value, in the low bytes
     * @return the request
     */
    public abstract CollectiveRequest reduceValue(Reduction operation, ElementKind type, long bits);

    /**
     * Starts the sum of one value from each PE before this one.
     *
     * @param inclusive whether to include this PE
     * @param type of the values: int, long, float or double
     * @param bits this PE's value, in the low bytes
     * @return the request
     */
    public abstract CollectiveRequest scanValue(boolean inclusive, ElementKind type, long bits);

    /**
     * Starts a broadcast of one value.
     *
     * @param type of the value: int, long, float or double
     * @param bits the root's value, in the low bytes
     * @param root a PE of the team
     * @return the request
     */
    public abstract CollectiveRequest broadcastValue(ElementKind type, long bits, int root);

    /**
     * Starts a wait for all PEs.
     *
     * @param isBarrier whether the program calls a barrier, and not a sync
     * @return the request
     */
    public abstract CollectiveRequest sync(boolean isBarrier);
}
