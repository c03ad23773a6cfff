// types: int long float double
package org.jshmem.flow;

import java.util.Arrays;
import org.jshmem.SharedDoubles;
import org.jshmem.Shmem;
import org.jshmem.ShmemOutOfMemoryException;
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
 * <p><b>Updates</b> are made by the owner of the element, in one of its calls. Updates of one PE to an element are made
 * in their order; those of different PEs in any order, and none is lost. While {@link #updates()} is open, an element
 * may have had some of them: methods of this class that read then throw.
 *
 * <p><b>Own elements.</b> A PE may load and store the elements of {@link #local()} at any time. Other PEs see them in
 * the next collective call of this array. While {@code updates()} of one array are open, the methods of other arrays
 * may be called, also collective ones. Handlers of flows may use {@code owner}, {@code localIndex} and an array that
 * {@code local()} has returned.
 *
 * <p><b>Memory.</b> The elements lie in the symmetric heap ({@code SHMEM_SYMMETRIC_SIZE}), or for a team that does not
 * have all PEs, in the shared heap ({@code SHMEM_SHARED_SIZE}), where the buffers of the updates are, too.
 *
 * <p><b>Threads.</b> Only the thread that made the array may call it.
 */
public final class DistDoubles implements AutoCloseable {
    private final ShmemTeam team;
    private final Distribution distribution;
    private final SymmetricDoubles whole;
    private final SymmetricDoubles local;

    /** For each PE its elements, where all PEs' elements are mapped here; else null. */
    private final SymmetricDoubles[] views;

    /** Its calls wait for the other PEs by {@code drain}, which makes the updates of other arrays meanwhile. */
    private final FlowGroup group;

    private final Flow<DoubleUpdate> updates;

    /**
     * Made by the first call that needs it: additions of a value that is the same on all PEs, which are indices only.
     */
    private IntFlow additions;

    /** That value. */
    private double addend;

    /** Made by the first call that needs it. */
    private LongAskFlow gets;

    private Flow<Fetch> fetches;

    /** Where answers go. */
    private double[] found;

    private boolean isUpdating;
    private boolean isClosed;

    private DistDoubles(ShmemTeam team, Distribution distribution) {
        if (distribution.mostLocal() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("n=" + distribution.length + " is too much for " + distribution.pes
                    + " PEs: a PE has at most " + Integer.MAX_VALUE + " elements; use more PEs, or a block per PE");
        }
        final long most = Math.max(1, distribution.mostLocal());
        final boolean isWhole = team.nPes() == Shmem.nPes();
        this.team = team;
        this.distribution = distribution;
        this.whole = isWhole ? Shmem.callocDoubles(most) : allocateShared(team, most);
        this.local = whole.slice(0, distribution.localLength(team.myPe()));
        this.views = isWhole ? views(team, whole) : null;
        this.group = FlowGroup.on(team);
        this.updates = Flow.in(group, DoubleUpdate.CODEC, DoubleUpdate.BYTES, (from, update) -> apply(update));
    }

    private static SymmetricDoubles allocateShared(ShmemTeam team, long length) {
        SharedDoubles allocated = null;
        RuntimeException failure = null;
        try {
            allocated = SharedDoubles.allocate(length);
            allocated.fill(0);
        } catch (RuntimeException e) {
            failure = e;
        }
        if (team.any(failure != null)) {
            if (allocated != null) {
                allocated.close();
            }
            throw failure == null
                    ? new ShmemOutOfMemoryException(
                            "the shared heap has no room for a distributed array on another PE; set SHMEM_SHARED_SIZE"
                                    + " to more")
                    : failure;
        }
        return allocated;
    }

    private static SymmetricDoubles[] views(ShmemTeam team, SymmetricDoubles whole) {
        final SymmetricDoubles[] views = new SymmetricDoubles[team.nPes()];
        for (int pe = 0; pe < views.length; pe++) {
            views[pe] = team.ptr(whole, pe);
        }
        return team.any(Arrays.asList(views).contains(null)) ? null : views;
    }

    /**
     * Makes an array in which each PE has one block, the first elements being on PE 0; collective. All elements are 0.
     *
     * @param team the PEs; of all PEs of the job the elements lie in symmetric memory, else in shared memory
     * @param n the length
     * @return the array
     */
    public static DistDoubles block(ShmemTeam team, long n) {
        return new DistDoubles(required(team), Distribution.blocks(n, team.nPes()));
    }

    /**
     * Makes an array whose elements go to the PEs in turn; collective. All elements are 0.
     *
     * @param team the PEs
     * @param n the length
     * @return the array
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
     */
    public static DistDoubles blockCyclic(ShmemTeam team, long n, long k) {
        return new DistDoubles(required(team), Distribution.of(n, k, team.nPes()));
    }

    private static ShmemTeam required(ShmemTeam team) {
        if (team == null) {
            throw new NullPointerException("team=null; pass a team that this PE is in, as Shmem.TEAM_WORLD");
        }
        return team;
    }

    /**
     * The number of elements on all PEs.
     *
     * @return the length
     */
    public long length() {
        return distribution.length;
    }

    /**
     * The PE that has an element.
     *
     * @param index of the element
     * @return its number in the team
     */
    public int owner(long index) {
        distribution.require(index);
        return distribution.owner(index);
    }

    /**
     * Where an element is on its owner.
     *
     * @param index of the element
     * @return its index in {@link #local()} there
     */
    public long localIndex(long index) {
        distribution.require(index);
        return distribution.localIndex(index);
    }

    /**
     * The index of an element of this PE.
     *
     * @param local its index in {@link #local()}
     * @return its index in this array
     */
    public long globalIndex(long local) {
        if (local < 0 || local >= this.local.length()) {
            throw new IndexOutOfBoundsException(
                    "local=" + local + " is not an element of this PE, which has " + this.local.length());
        }
        return distribution.globalIndex(team.myPe(), local);
    }

    /**
     * The elements of this PE.
     *
     * @return an array in symmetric memory, or in shared memory if the team does not have all PEs
     */
    public SymmetricDoubles local() {
        requireReadable("local()");
        return local;
    }

    private void requireOpen(String call) {
        if (isClosed) {
            throw new IllegalStateException(call + " of a distributed array that was closed");
        }
    }

    private void requireReadable(String call) {
        requireOpen(call);
        if (isUpdating) {
            throw new IllegalStateException(call
                    + " of a distributed array while its updates() are open, so elements may have had some of the"
                    + " updates; end that block first");
        }
    }

    private void apply(DoubleUpdate update) {
        final double before = local.get(update.index());
        final double value = update.value();
        local.set(
                update.index(),
                switch (update.kind()) {
                    case UpdateKind.ADD -> before + value;
                    case UpdateKind.PUT -> value;
                    case UpdateKind.MAX -> Math.max(before, value);
                    case UpdateKind.MIN -> Math.min(before, value);
                    // integers:begin
                    case UpdateKind.AND -> before & value;
                    case UpdateKind.OR -> before | value;
                    case UpdateKind.XOR -> before ^ value;
                    // integers:end
                    default -> throw UpdateKind.unknown(update.kind());
                });
    }

    /**
     * Begins to update elements; collective. The updates are complete at the end of the block, which is collective,
     * too.
     *
     * @return what takes updates, for a try-with-resources statement
     * @throws IllegalStateException if this array is being updated already
     */
    public Updates updates() {
        requireOpen("updates()");
        if (isUpdating) {
            throw new IllegalStateException("updates() of a distributed array whose updates() are open already");
        }
        isUpdating = true;
        return new Updates(this, updates);
    }

    /** Takes updates of the elements of a {@link DistDoubles}. */
    public static final class Updates implements AutoCloseable {
        private final DistDoubles array;
        private final Distribution distribution;
        private final Flow<DoubleUpdate> flow;
        private boolean isClosed;

        private Updates(DistDoubles array, Flow<DoubleUpdate> flow) {
            this.array = array;
            this.distribution = array.distribution;
            this.flow = flow;
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
            flow.send(distribution.owner(index), new DoubleUpdate((int) distribution.localIndex(index), kind, value));
        }

        /** Waits until all updates of all PEs have been made; collective. A second call does nothing. */
        @Override
        public void close() {
            if (!isClosed) {
                isClosed = true;
                array.isUpdating = false;
                flow.drain();
            }
        }
    }

    private void updateAll(String call, byte kind, long[] indices, double value) {
        requireAll(indices);
        requireReadable(call);
        if (kind == UpdateKind.ADD && isSameOnAll(value)) {
            addAllTheSame(indices, value);
            return;
        }
        for (int i = 0; i < indices.length; i++) {
            updates.send(
                    distribution.owner(indices[i]),
                    new DoubleUpdate((int) distribution.localIndex(indices[i]), kind, value));
        }
        updates.drain();
    }

    private boolean isSameOnAll(double value) {
        group.drain();
        return team.minReduce(Raw.bits(value)) == team.maxReduce(Raw.bits(value));
    }

    private void addAllTheSame(long[] indices, double value) {
        if (additions == null) {
            additions = group.ints((from, index) -> local.set(index, local.get(index) + addend));
        }
        addend = value;
        for (int i = 0; i < indices.length; i++) {
            additions.send(distribution.owner(indices[i]), (int) distribution.localIndex(indices[i]));
        }
        additions.drain();
    }

    private void updateAll(String call, byte kind, long[] indices, double[] values) {
        requireAll(indices);
        requireLength("values", values, indices.length);
        requireReadable(call);
        for (int i = 0; i < indices.length; i++) {
            updates.send(
                    distribution.owner(indices[i]),
                    new DoubleUpdate((int) distribution.localIndex(indices[i]), kind, values[i]));
        }
        updates.drain();
    }

    private void requireAll(long[] indices) {
        if (indices == null) {
            throw new NullPointerException("indices=null; pass an array of length 0 for none");
        }
        for (int i = 0; i < indices.length; i++) {
            if (indices[i] < 0 || indices[i] >= distribution.length) {
                throw new IndexOutOfBoundsException("indices[" + i + "]=" + indices[i]
                        + " is not in the distributed array, whose length is " + distribution.length);
            }
        }
    }

    private static void requireLength(String name, double[] values, int length) {
        if (values == null) {
            throw new NullPointerException(name + "=null; pass an array as long as indices");
        }
        if (values.length != length) {
            throw new IllegalArgumentException(
                    name + " has length " + values.length + ", and indices " + length + "; they must be equal");
        }
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
        requireAll(indices);
        final double[] into = new double[indices.length];
        getAll(indices, into);
        return into;
    }

    /**
     * Reads elements; collective.
     *
     * @param indices of the elements
     * @param into gets their values, in the order of the indices
     */
    public void getAll(long[] indices, double[] into) {
        requireAll(indices);
        requireLength("into", into, indices.length);
        requireReadable("getAll");
        if (views == null) {
            ask(indices, into);
        } else {
            group.drain();
            for (int i = 0; i < indices.length; i++) {
                into[i] = views[distribution.owner(indices[i])].get(distribution.localIndex(indices[i]));
            }
            group.drain();
        }
    }

    private void ask(long[] indices, double[] into) {
        group.drain();
        if (gets == null) {
            gets = LongAskFlow.in(
                    group,
                    (from, index) -> Raw.bits(local.get(index)),
                    (token, bits) -> found[token] = Raw.doubleOf(bits));
        }
        found = into;
        for (int i = 0; i < indices.length; i++) {
            gets.ask(distribution.owner(indices[i]), distribution.localIndex(indices[i]), i);
        }
        gets.drain();
        found = null;
    }

    /**
     * Adds a value to elements, and returns the values before; collective.
     *
     * @param indices of the elements; an index may occur more than once
     * @param value the operand
     * @return the value of each element before its addition, in the order of the indices
     */
    public double[] fetchAddAll(long[] indices, double value) {
        return fetchAll("fetchAddAll", indices, value, value, null, false);
    }

    /**
     * Adds a value of its own to each element, and returns the values before; collective.
     *
     * @param indices of the elements; an index may occur more than once
     * @param values the operands, as many
     * @return the value of each element before its addition, in the order of the indices
     */
    public double[] fetchAddAll(long[] indices, double[] values) {
        requireAll(indices);
        requireLength("values", values, indices.length);
        return fetchAll("fetchAddAll", indices, 0, 0, values, false);
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
        return fetchAll("compareSwapAll", indices, expected, value, null, true);
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
        requireAll(indices);
        requireLength("values", values, indices.length);
        return fetchAll("compareSwapAll", indices, expected, 0, values, true);
    }

    /** @param values null if all have one value */
    private double[] fetchAll(
            String call, long[] indices, double expected, double value, double[] values, boolean isSwap) {
        requireAll(indices);
        requireReadable(call);
        group.drain();
        if (fetches == null) {
            final Flow<Numbered> answers = Flow.in(
                    group,
                    Numbered.CODEC,
                    Numbered.BYTES,
                    (from, answer) -> found[answer.token()] = Raw.doubleOf(answer.value()));
            fetches = Flow.withReplies(
                    group,
                    Fetch.CODEC,
                    Fetch.BYTES,
                    (from, fetch) -> answers.send(from, new Numbered(Raw.bits(apply(fetch)), fetch.token())),
                    DistDoubles.class,
                    answers);
        }
        found = new double[indices.length];
        for (int i = 0; i < indices.length; i++) {
            final int index = (int) distribution.localIndex(indices[i]);
            fetches.send(
                    distribution.owner(indices[i]),
                    new Fetch(index, Raw.bits(values == null ? value : values[i]), Raw.bits(expected), isSwap, i));
        }
        fetches.drain();
        final double[] result = found;
        found = null;
        return result;
    }

    private double apply(Fetch fetch) {
        final double before = local.get(fetch.index());
        if (!fetch.isSwap()) {
            local.set(fetch.index(), before + Raw.doubleOf(fetch.value()));
        } else if (Raw.bits(before) == fetch.expected()) {
            local.set(fetch.index(), Raw.doubleOf(fetch.value()));
        }
        return before;
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
        distribution.require(index);
        if (team.nPes() != Shmem.nPes()) {
            throw new IllegalStateException(
                    "getRemote of an array over a team that does not have all PEs of the job; use getAll");
        }
        final int pe = team.translatePe(distribution.owner(index), Shmem.TEAM_WORLD);
        return Shmem.g(whole, distribution.localIndex(index), pe);
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
        requireReadable("fill");
        group.drain();
        local.fill(value);
        group.drain();
    }

    /**
     * Sets all elements; collective.
     *
     * @param function computes each, on its owner
     */
    public void setAll(ElementFunction function) {
        requireReadable("setAll");
        FlowGroup.required("function", function);
        group.drain();
        final int me = team.myPe();
        for (long i = 0; i < local.length(); i++) {
            local.set(i, function.apply(distribution.globalIndex(me, i)));
        }
        group.drain();
    }

    /**
     * Looks at all elements of this PE, in order; not collective.
     *
     * @param visitor gets each
     */
    public void forEachLocal(ElementVisitor visitor) {
        requireReadable("forEachLocal");
        FlowGroup.required("visitor", visitor);
        final int me = team.myPe();
        for (long i = 0; i < local.length(); i++) {
            visitor.visit(distribution.globalIndex(me, i), local.get(i));
        }
    }

    /**
     * The sum of all elements; collective. Integers wrap around.
     *
     * @return the same on all PEs
     */
    public double sum() {
        requireReadable("sum");
        group.drain();
        double sum = 0;
        for (long i = 0; i < local.length(); i++) {
            sum += local.get(i);
        }
        return team.sumReduce(sum);
    }

    /**
     * The largest element; collective.
     *
     * @return the same on all PEs
     * @throws IllegalStateException if the array is empty
     */
    public double max() {
        requireReadable("max");
        requireElements("max");
        group.drain();
        double most = Raw.LEAST_DOUBLE;
        for (long i = 0; i < local.length(); i++) {
            most = Math.max(most, local.get(i));
        }
        return team.maxReduce(most);
    }

    /**
     * The smallest element; collective.
     *
     * @return the same on all PEs
     * @throws IllegalStateException if the array is empty
     */
    public double min() {
        requireReadable("min");
        requireElements("min");
        group.drain();
        double least = Raw.MOST_DOUBLE;
        for (long i = 0; i < local.length(); i++) {
            least = Math.min(least, local.get(i));
        }
        return team.minReduce(least);
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
     */
    public void copyTo(DistDoubles dest) {
        requireReadable("copyTo");
        if (dest == null) {
            throw new NullPointerException("dest=null; pass an array of the same length");
        }
        if (dest.length() != length()) {
            throw new IllegalArgumentException("dest has length " + dest.length() + ", and this array " + length());
        }
        try (Updates puts = dest.updates()) {
            forEachLocal(puts::put);
        }
    }

    /**
     * Sorts all elements in ascending order, as {@link Arrays#sort} does; collective. Each PE needs memory for about
     * three times its elements. The elements go to the PEs by samples of them, so many equal elements make one PE do
     * more of the work.
     */
    public void sort() {
        requireReadable("sort");
        group.drain();
        final int pes = team.nPes();
        final double[] own = local.toArray();
        Arrays.sort(own);
        final double[] splitters = new DoubleSplitters(team, distribution.length).of(own);
        final DoubleCollector received = new DoubleCollector(own.length);
        try (LongFlow flow = LongFlow.of(team, (from, bits) -> received.add(Raw.doubleOf(bits)))) {
            int pe = 0;
            for (double value : own) {
                while (pe < pes - 1 && Double.compare(value, splitters[pe]) >= 0) {
                    pe++;
                }
                flow.send(pe, Raw.bits(value));
            }
        }
        final double[] sorted = received.sorted();
        final long start = team.sumExscan((long) sorted.length);
        try (Updates puts = updates()) {
            for (int i = 0; i < sorted.length; i++) {
                puts.put(start + i, sorted[i]);
            }
        }
    }

    /**
     * Copies all elements to a Java array of one PE; collective.
     *
     * @param root the PE, by its number in the team
     * @return the elements there; null elsewhere
     */
    public double[] gather(int root) {
        requireReadable("gather");
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

    /** Frees the array; collective. A second call does nothing. */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        group.close();
        whole.close();
    }

    @Override
    public String toString() {
        return "DistDoubles[length=" + length() + ", block=" + distribution.block + ", PEs=" + distribution.pes + "]";
    }
}
