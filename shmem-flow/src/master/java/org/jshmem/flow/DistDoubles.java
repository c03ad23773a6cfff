// types: byte short int long float double
package org.jshmem.flow;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricDoubles;

/**
 * An array of {@code double} that is spread over the PEs of a team and has one index. Many updates or reads of any
 * elements are one call, which collects them for each PE and is as fast as the network carries bytes. An extension of
 * OpenSHMEM.
 *
 * <pre>{@code
 * try (DistDoubles counts = DistDoubles.cyclic(TEAM_WORLD, n)) {
 *     counts.addAll(indices, 1);                     // a histogram
 *     double[] found = counts.getAll(indices);       // an index gather
 *     try (var updates = counts.updates()) {         // the same in a loop
 *         for (...) {
 *             updates.add(i, 1);
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p><b>Distribution.</b> Blocks of elements go to the PEs in turn. {@link #owner} and {@link #localIndex} tell where
 * an element is, and {@link #local()} is the part of this PE. A PE has at most 2<sup>31</sup> − 1 elements.
 *
 * <p><b>Collective calls.</b> All methods whose names end in {@code All}, {@code updates} and the end of its block, and
 * {@code fill}, {@code sum}, {@code max}, {@code min}, {@code sort}, {@code gather}, {@code copyTo} and {@code close}
 * are collective over the team. A PE that has nothing to update or to read passes arrays of length 0. When such a call
 * returns, all updates of all PEs have been made, and all PEs have arrived. All indices are checked before the first
 * update.
 *
 * <p><b>Updates</b> are made by the owner of the element, in one of its calls. An update adds its operand to the
 * element (ADD), stores it (PUT), or keeps the larger or the smaller of both (MAX, MIN). Updates of one PE to an
 * element are made in their order; those of different PEs in any order, and none is lost. While {@link #updates()} is
 * open, an element may have had only some of them, so methods of this class that read throw.
 *
 * <p><b>Own elements.</b> A PE may load and store the elements of {@link #local()} at any time. Other PEs see them in
 * the next collective call of this array. Their updates are made only while this PE is in such a call too, or in the
 * block of {@code updates()}. While {@code updates()} of one array are open, the methods of other arrays may be called,
 * also collective ones. Handlers of flows may use {@code owner}, {@code localIndex} and an array that {@code local()}
 * has returned.
 *
 * <p><b>Memory.</b> The elements are in the symmetric heap ({@code SHMEM_SYMMETRIC_SIZE}). If the team does not have
 * all PEs, they are in the shared heap ({@code SHMEM_SHARED_SIZE}), where the buffers of the updates are, too.
 *
 * <p><b>Threads.</b> Only the thread that made the array may call it.
 */
public final class DistDoubles extends DistArray {
    private final DoubleElements elements;
    private final DoubleUpdater updater;
    private final DoubleFetcher fetcher;

    private DistDoubles(FlowGroup group, DoubleElements elements) {
        super(group, elements.distribution);
        this.elements = elements;
        this.updater = new DoubleUpdater(group, elements);
        this.fetcher = new DoubleFetcher(group, elements);
    }

    private static DistDoubles of(ShmemTeam team, Distribution distribution) {
        final DoubleElements elements = new DoubleElements(team, distribution);
        return made("DistDoubles", team, elements::free, group -> new DistDoubles(group, elements));
    }

    /**
     * Makes an array in which each PE has one block, the first elements being on PE 0; collective. All elements are 0.
     *
     * @param team the PEs that have the elements
     * @param n the length
     * @return the array
     * @throws IllegalArgumentException if {@code n} is negative, or too much for so many PEs
     */
    public static DistDoubles block(ShmemTeam team, long n) {
        return of(team, distribution(team, n));
    }

    /**
     * Makes an array whose elements go to the PEs in turn; collective. All elements are 0.
     *
     * @param team the PEs
     * @param n the length
     * @return the array
     * @throws IllegalArgumentException if {@code n} is negative, or too much for so many PEs
     */
    public static DistDoubles cyclic(ShmemTeam team, long n) {
        return blockCyclic(team, n, 1);
    }

    /**
     * Makes an array of which blocks of {@code k} elements go to the PEs in turn; collective. All elements are 0.
     *
     * @param team the PEs
     * @param n the length
     * @param k the length of a block
     * @return the array
     * @throws IllegalArgumentException if {@code n} is negative, or too much for so many PEs, or {@code k} is less than
     *     1
     */
    public static DistDoubles blockCyclic(ShmemTeam team, long n, long k) {
        return of(team, distribution(team, n, k));
    }

    /**
     * The elements of this PE.
     *
     * @return an array in symmetric memory, or in shared memory if the team does not have all PEs
     */
    public SymmetricDoubles local() {
        requireReadable("local()");
        return elements.local;
    }

    /**
     * The elements of this PE as a stream, in their order; not collective. It knows its size and can be parallel. The
     * elements are read while the stream runs, so no update may be made meanwhile. There are no streams of
     * {@code byte}, {@code short} and {@code float}, so these elements become {@code int} and {@code double}.
     *
     * @return a stream
     */
    public DoubleStream localStream() {
        requireReadable("localStream");
        return LocalStreams.of(elements.local);
    }

    /**
     * Begins to update elements; collective: returns when all PEs have called it. The updates are complete at the end
     * of the block, which is collective, too.
     *
     * @return what takes updates, for a try-with-resources statement
     * @throws IllegalStateException if this array is being updated already
     */
    public Updates updates() {
        beginUpdates();
        return new Updates(this);
    }

    /** Takes updates of the elements of a {@link DistDoubles}. */
    public static final class Updates implements AutoCloseable {
        private final DistDoubles array;
        private final Distribution distribution;
        private final DoubleUpdater updater;
        private boolean isClosed;

        private Updates(DistDoubles array) {
            this.array = array;
            this.distribution = array.distribution;
            this.updater = array.updater;
        }

        // named:begin Add Put Max Min
        /**
         * Updates an element: ADD.
         *
         * @param index of the element
         * @param value the operand
         */
        public void add(long index, double value) {
            send(UpdateKind.ADD, index, value);
        }

        // named:end
        // integers:begin
        /**
         * Updates an element by bitwise and.
         *
         * @param index of the element
         * @param value the operand
         */
        public void and(long index, double value) {
            send(UpdateKind.AND, index, value);
        }

        /**
         * Updates an element by bitwise or.
         *
         * @param index of the element
         * @param value the operand
         */
        public void or(long index, double value) {
            send(UpdateKind.OR, index, value);
        }

        /**
         * Updates an element by bitwise exclusive or.
         *
         * @param index of the element
         * @param value the operand
         */
        public void xor(long index, double value) {
            send(UpdateKind.XOR, index, value);
        }

        // integers:end
        private void send(byte kind, long index, double value) {
            distribution.require(index);
            if (isClosed) {
                throw new IllegalStateException("an update after the end of the block of updates()");
            }
            updater.send(kind, index, value);
        }

        /**
         * Waits until all updates of all PEs have been made; collective. A second call does nothing.
         *
         * @throws IllegalStateException in a handler, or if another thread has made the array
         */
        @Override
        public void close() {
            if (!isClosed) {
                array.group.requireMayEnd("close()");
                isClosed = true;
                array.group.requireUsable("close()");
                updater.finish();
                array.endUpdates();
            }
        }
    }

    private void updateAll(String call, byte kind, long[] indices, double value) {
        requireAll(call, indices);
        updater.updateAll(kind, indices, value);
    }

    private void updateAll(String call, byte kind, long[] indices, double[] values) {
        requireAll(call, indices);
        requireValues("values", values, indices);
        updater.updateAll(kind, indices, values);
    }

    private static void requireValues(String name, double[] values, long[] indices) {
        if (values == null) {
            throw new NullPointerException(name + "=null; pass an array as long as indices");
        }
        requireLength(name, values.length, indices);
    }

    // named:begin Add Put Max Min
    /**
     * Updates elements with one value, by ADD; collective.
     *
     * @param indices of the elements; an index may occur more than once
     * @param value the operand
     */
    public void addAll(long[] indices, double value) {
        updateAll("addAll", UpdateKind.ADD, indices, value);
    }

    /**
     * Updates each element with a value of its own, by ADD; collective.
     *
     * @param indices of the elements; an index may occur more than once
     * @param values the operands, as many
     */
    public void addAll(long[] indices, double[] values) {
        updateAll("addAll", UpdateKind.ADD, indices, values);
    }

    // named:end
    // integers:begin
    // named:begin And Or Xor
    /**
     * Updates elements with one value, by bitwise AND; collective.
     *
     * @param indices of the elements; an index may occur more than once
     * @param value the operand
     */
    public void andAll(long[] indices, double value) {
        updateAll("andAll", UpdateKind.AND, indices, value);
    }

    /**
     * Updates each element with a value of its own, by bitwise AND; collective.
     *
     * @param indices of the elements; an index may occur more than once
     * @param values the operands, as many
     */
    public void andAll(long[] indices, double[] values) {
        updateAll("andAll", UpdateKind.AND, indices, values);
    }

    // named:end
    // integers:end
    /**
     * Reads elements; collective.
     *
     * @param indices of the elements
     * @return their values, in the order of the indices
     */
    public double[] getAll(long[] indices) {
        requireAll("getAll", indices);
        final double[] into = new double[indices.length];
        fetcher.getAll(indices, into);
        return into;
    }

    /**
     * Reads elements; collective.
     *
     * @param indices of the elements
     * @param into gets their values, in the order of the indices
     */
    public void getAll(long[] indices, double[] into) {
        requireAll("getAll", indices);
        requireValues("into", into, indices);
        fetcher.getAll(indices, into);
    }

    /**
     * Adds a value to elements, and returns the values before; collective.
     *
     * @param indices of the elements; an index may occur more than once
     * @param value the operand
     * @return the value of each element before its addition, in the order of the indices
     */
    public double[] fetchAddAll(long[] indices, double value) {
        requireAll("fetchAddAll", indices);
        return fetcher.fetchAll(indices, value, value, null, false);
    }

    /**
     * Adds a value of its own to each element, and returns the values before; collective.
     *
     * @param indices of the elements; an index may occur more than once
     * @param values the operands, as many
     * @return the value of each element before its addition, in the order of the indices
     */
    public double[] fetchAddAll(long[] indices, double[] values) {
        requireAll("fetchAddAll", indices);
        requireValues("values", values, indices);
        return fetcher.fetchAll(indices, Raw.doubleOf(0), Raw.doubleOf(0), values, false);
    }

    /**
     * Replaces elements that have an expected value, and returns the values before; collective. Values are compared by
     * their bits.
     *
     * @param indices of the elements; an index may occur more than once
     * @param expected what an element must be to be replaced
     * @param value the new value
     * @return the value of each element before, in the order of the indices
     */
    public double[] compareSwapAll(long[] indices, double expected, double value) {
        requireAll("compareSwapAll", indices);
        return fetcher.fetchAll(indices, expected, value, null, true);
    }

    /**
     * Replaces each element that has an expected value by a value of its own, and returns the values before;
     * collective. Values are compared by their bits.
     *
     * @param indices of the elements; an index may occur more than once
     * @param expected what an element must be to be replaced
     * @param values the new values, as many as indices
     * @return the value of each element before, in the order of the indices
     */
    public double[] compareSwapAll(long[] indices, double expected, double[] values) {
        requireAll("compareSwapAll", indices);
        requireValues("values", values, indices);
        return fetcher.fetchAll(indices, expected, Raw.doubleOf(0), values, true);
    }

    /**
     * Reads one element from its owner; not collective. Each call takes as long as a message: for many elements use
     * {@link #getAll(long[])}. Only for an array over all PEs of the job.
     *
     * @param index of the element
     * @return its value
     */
    public double getRemote(long index) {
        requireReadable("getRemote");
        return elements.get(index, ownerInJob(index));
    }

    /** Computes an element. */
    @FunctionalInterface
    public interface ElementFunction {
        /**
         * Computes an element.
         *
         * @param index in the whole array
         * @return the value
         */
        double apply(long index);
    }

    /** Looks at an element. */
    @FunctionalInterface
    public interface ElementVisitor {
        /**
         * Looks at an element.
         *
         * @param index in the whole array
         * @param value of the element
         */
        void visit(long index, double value);
    }

    /**
     * Sets all elements to a value; collective.
     *
     * @param value the value
     */
    public void fill(double value) {
        requireCollective("fill");
        group.between(() -> elements.local.fill(value));
    }

    /**
     * Sets all elements; collective.
     *
     * @param function computes each, on its owner; if it throws, this PE can only close the array, and the other PEs
     *     wait for it
     */
    public void setAll(ElementFunction function) {
        requireCollective("setAll");
        FlowGroup.required("function", function);
        group.between(() -> elements.setAll(function));
    }

    /**
     * Looks at all elements of this PE, in order; not collective.
     *
     * @param visitor gets each
     */
    public void forEachLocal(ElementVisitor visitor) {
        requireReadable("forEachLocal");
        FlowGroup.required("visitor", visitor);
        elements.forEach(visitor);
    }

    /**
     * The sum of all elements; collective. Integers wrap around in their own type; {@link #localStream()} sums
     * {@code byte} and {@code short} as {@code int}.
     *
     * @return the same on all PEs
     */
    public double sum() {
        requireCollective("sum");
        group.drainDone();
        return elements.sum();
    }

    /**
     * The largest element; collective.
     *
     * @return the same on all PEs
     * @throws IllegalStateException if the array is empty
     */
    public double max() {
        requireCollective("max");
        requireElements("max");
        group.drainDone();
        return elements.max();
    }

    /**
     * The smallest element; collective.
     *
     * @return the same on all PEs
     * @throws IllegalStateException if the array is empty
     */
    public double min() {
        requireCollective("min");
        requireElements("min");
        group.drainDone();
        return elements.min();
    }

    private void requireElements(String call) {
        if (distribution.length == 0) {
            throw new IllegalStateException(call + " of a distributed array without elements");
        }
    }

    /**
     * Copies all elements to another array of the same length and team, whatever its distribution; collective.
     *
     * @param dest the other array
     * @throws IllegalArgumentException if it is this array, or has another length or other PEs
     */
    public void copyTo(DistDoubles dest) {
        requireCollective("copyTo");
        if (dest == null) {
            throw new NullPointerException("dest=null; pass an array of the same length");
        }
        if (dest.length() != length()) {
            throw new IllegalArgumentException("dest has length " + dest.length() + ", and this array " + length());
        }
        requireOther("dest", dest);
        try (Updates puts = dest.updates()) {
            forEachLocal(puts::put);
        }
    }

    /**
     * Sorts all elements in ascending order, as {@link Arrays#sort} does; collective. Each PE needs memory for about
     * three times its elements. The elements go to the PEs by samples of them, so many equal elements make one PE do
     * more of the work. A PE can have, and can get, at most 2<sup>31</sup> − 9 elements, the length of a Java array.
     *
     * @throws org.jshmem.ShmemException if this PE gets more
     */
    public void sort() {
        requireCollective("sort");
        group.drainDone();
        new DoubleSort(this).run();
    }

    /**
     * Copies all elements to a Java array of one PE; collective.
     *
     * @param root the PE, by its number in the team
     * @return the elements there; null elsewhere
     */
    public double[] gather(int root) {
        requireCollective("gather");
        if (root < 0 || root >= team.nPes()) {
            throw new IllegalArgumentException(
                    "root=" + root + " is not a PE of the team, whose PEs are 0 to " + (team.nPes() - 1));
        }
        if (length() > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a Java array cannot have the " + length() + " elements");
        }
        final boolean isRoot = team.myPe() == root;
        final long[] indices = new long[isRoot ? (int) length() : 0];
        Arrays.setAll(indices, i -> i);
        final double[] all = getAll(indices);
        return isRoot ? all : null;
    }

    @Override
    void free() {
        elements.free();
    }
}
