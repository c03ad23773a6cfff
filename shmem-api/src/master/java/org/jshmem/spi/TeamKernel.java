package org.jshmem.spi;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;

/**
 * The methods that a runtime implements for a team's collectives. Their arguments are already checked, and memory is
 * given by offsets from the start of the symmetric heap. Programs do not need this class.
 */
public abstract class TeamKernel {
    /** For {@link ShmemTeam}. */
    protected TeamKernel() {}

    /**
     * Broadcasts.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceOffset where from
     * @param bytes how many, or 0
     * @param root a PE of the team
     */
    protected abstract void broadcastBytes(long destOffset, long sourceOffset, long bytes, int root);

    /**
     * Collects blocks whose sizes differ.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param destBytes the size of the destination
     * @param sourceOffset where from
     * @param bytes the size of this PE's block, or 0
     */
    protected abstract void collectBytes(long destOffset, long destBytes, long sourceOffset, long bytes);

    /**
     * Collects blocks of one size.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceOffset where from
     * @param bytes in a block, or 0
     */
    protected abstract void fcollectBytes(long destOffset, long sourceOffset, long bytes);

    /**
     * Exchanges blocks.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceOffset where from
     * @param bytes in a block, or 0
     */
    protected abstract void alltoallBytes(long destOffset, long sourceOffset, long bytes);

    /**
     * Exchanges blocks with strides between their elements.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param destStride bytes from one element to the next there
     * @param sourceOffset where from
     * @param sourceStride bytes from one element to the next there
     * @param elementBytes the size of an element
     * @param nelems elements in a block, or 0
     */
    protected abstract void alltoallsBytes(
            long destOffset, long destStride, long sourceOffset, long sourceStride, long elementBytes, long nelems);

    /**
     * Reduces.
     *
     * @param operation what to do
     * @param type of the elements
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceOffset where from, apart from {@code destOffset} or the same
     * @param nelems how many elements, or 0
     */
    protected abstract void reduceElements(
            Reduction operation, ElementKind type, long destOffset, long sourceOffset, long nelems);

    /**
     * Computes sums over the PEs before this one.
     *
     * @param inclusive whether to include this PE
     * @param type of the elements
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceOffset where from, apart from {@code destOffset} or the same
     * @param nelems how many elements, or 0
     */
    protected abstract void scanElements(
            boolean inclusive, ElementKind type, long destOffset, long sourceOffset, long nelems);

    /**
     * Reduces one value of each PE.
     *
     * @param operation what to do
     * @param type of the values: int, long, float or double
     * @param bits this PE's value, in the low bytes
     * @return the bits of the result, the same on all PEs
     */
    protected abstract long reduceValue(Reduction operation, ElementKind type, long bits);

    /**
     * Computes the sum of one value from each PE before this one.
     *
     * @param inclusive whether to include this PE
     * @param type of the values: int, long, float or double
     * @param bits this PE's value, in the low bytes
     * @return the bits of the result
     */
    protected abstract long scanValue(boolean inclusive, ElementKind type, long bits);

    /**
     * Reduces by an operator.
     *
     * @param type of the elements: int, long, float or double
     * @param operator the JDK's binary operator of that type, or {@link org.jshmem.FloatBinaryOperator}
     * @param isCommutative whether the order of the operands does not matter
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceOffset where from, apart from {@code destOffset} or the same
     * @param nelems how many elements, or 0
     */
    protected abstract void reduceByElements(
            ElementKind type, Object operator, boolean isCommutative, long destOffset, long sourceOffset, long nelems);

    /**
     * Scans by an operator.
     *
     * @param type of the elements: int, long, float or double
     * @param operator as for {@link #reduceByElements}
     * @param inclusive whether to include this PE
     * @param identity what an exclusive scan begins with, as bits
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceOffset where from, apart from {@code destOffset} or the same
     * @param nelems how many elements, or 0
     */
    protected abstract void scanByElements(
            ElementKind type,
            Object operator,
            boolean inclusive,
            long identity,
            long destOffset,
            long sourceOffset,
            long nelems);

    /**
     * Reduces one value of each PE by an operator.
     *
     * @param type of the values: int, long, float or double
     * @param operator as for {@link #reduceByElements}
     * @param isCommutative whether the order of the operands does not matter
     * @param bits this PE's value, in the low bytes
     * @return the bits of the result, the same on all PEs
     */
    protected abstract long reduceByValue(ElementKind type, Object operator, boolean isCommutative, long bits);

    /**
     * Scans one value of each PE by an operator.
     *
     * @param type of the values: int, long, float or double
     * @param operator as for {@link #reduceByElements}
     * @param inclusive whether to include this PE
     * @param identity what an exclusive scan begins with, as bits
     * @param bits this PE's value, in the low bytes
     * @return the bits of the result
     */
    protected abstract long scanByValue(ElementKind type, Object operator, boolean inclusive, long identity, long bits);

    /**
     * Gives all PEs a few words of each.
     *
     * @param words those of this PE, at most 15, as many as the others'
     * @param all where to, those of the first PE first
     */
    protected abstract void gatherWords(long[] words, long[] all);

    /**
     * Broadcasts one value.
     *
     * @param type of the value: int, long, float or double
     * @param bits the root's value, in the low bytes
     * @param root a PE of the team
     * @return the bits of the root's value
     */
    protected abstract long broadcastValue(ElementKind type, long bits, int root);

    /**
     * Returns whether any PE passes true.
     *
     * @param value this PE's value
     * @return the same on all PEs
     */
    protected abstract boolean anyTrue(boolean value);

    /**
     * Returns whether all PEs pass true.
     *
     * @param value this PE's value
     * @return the same on all PEs
     */
    protected abstract boolean allTrue(boolean value);

    /**
     * Whether a PE of this team waits for this PE in a collective of this team, other than {@link #anyTrue}, or of all
     * PEs. A PE that waits in this way takes part in nothing else until this PE comes. One thread of this PE at a time
     * may call collectives and this method.
     *
     * @return false if that cannot be told
     */
    protected boolean isMissed() {
        return false;
    }

    /**
     * The number of a PE of this team in the job.
     *
     * @param teamPe a number in this team
     * @return its number in {@link org.jshmem.Shmem#TEAM_WORLD}
     */
    protected abstract int worldPe(int teamPe);

    /**
     * Makes a context.
     *
     * @param options checked
     * @return a new context
     */
    protected abstract ShmemContext context(long options);

    /**
     * Makes a matching space for messages; collective.
     *
     * @return a new one
     */
    protected abstract MessageKernel messages();

    /**
     * Finds or makes the team's non-blocking collectives; the first call is collective.
     *
     * @return always the same
     */
    protected abstract NonblockingKernel nonblocking();
}
