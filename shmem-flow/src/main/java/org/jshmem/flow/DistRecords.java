package org.jshmem.flow;

import java.lang.reflect.Array;
import java.util.function.BinaryOperator;
import java.util.function.LongFunction;
import org.jshmem.Shmem;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricBytes;

/**
 * An array of records that is spread over the PEs of a team and has one index, like {@link DistLongs}. An extension of
 * OpenSHMEM.
 *
 * <pre>{@code
 * record Best(double cost, int from) {}
 *
 * try (DistRecords<Best> best = DistRecords.cyclic(TEAM_WORLD, Best.class, n)) {
 *     best.setAll(i -> new Best(Double.MAX_VALUE, -1));
 *     best.updateAll(vertices, candidates, (old, candidate) -> candidate.cost() < old.cost() ? candidate : old);
 *     Best[] found = best.getAll(vertices);
 * }
 * }</pre>
 *
 * <p><b>Elements</b> are records that a {@link Flow} can carry. They lie in memory one after the other, each like a C
 * struct. At first all bytes are 0, and so are all components. No array element is {@code null}. Objects exist only
 * where the program gets one or passes one. To read one component of many elements, it is faster to keep each component
 * in an array of its own, such as a {@link DistDoubles}.
 *
 * <p><b>Collective calls.</b> All methods whose names end in {@code All}, and {@code close}, are collective over the
 * team. A PE that has nothing to update or to read passes arrays of length 0. When such a call returns, all updates of
 * all PEs have been made, and all PEs have arrived. All indices and values are checked before the first update.
 *
 * <p><b>Updates</b> are made by the owner of the element, in one of its calls. Updates of one PE to an element are made
 * in their order; those of different PEs in any order, and none is lost.
 *
 * <p><b>Own elements.</b> {@link #getLocal} and {@link #setLocal} load and store them at any time, also in handlers of
 * flows. Other PEs see them in the next collective call of this array, and their updates are made only while this PE is
 * in such a call too.
 *
 * <p><b>Memory and threads</b> are as with {@link DistLongs}.
 *
 * @param <R> the type of the elements
 */
public final class DistRecords<R extends Record> extends DistArray {
    private final Class<R> type;
    private final RecordCodec<R> codec;
    private final int bytes;

    /**
     * The elements of this PE, then room for one more, where {@link #getRemote} puts what it gets, and where values are
     * written to see whether they can be.
     */
    private final SymmetricBytes whole;

    /** The address of the first element of this PE. */
    private final long first;

    /** For each PE the address of its first element, where all PEs' elements are mapped here; else null. */
    private final long[] firstOf;

    private final Flow<RecordUpdate<R>> updates;

    /** What the owner does in {@link #updateAll}. */
    private BinaryOperator<R> merge;

    /** Made by the first call that needs it. */
    private Flow<Numbered> gets;

    /** Where answers go. */
    private R[] found;

    /** Whether a value has records in it, which may be null. */
    private final boolean isNested;

    private DistRecords(FlowGroup group, Distribution distribution, Class<R> type, SymmetricBytes whole) {
        super(group, distribution);
        this.type = type;
        this.codec = RecordCodecs.of(type);
        final RecordLayout layout = RecordLayout.of(type);
        this.bytes = layout.bytes();
        this.isNested = layout.fields().stream().anyMatch(field -> field.nested() != null);
        this.whole = whole;
        this.first = address(whole);
        final SymmetricBytes[] views = ByteElements.views(team, whole);
        this.firstOf = views == null ? null : addresses(views);
        this.updates = Flow.in(
                group,
                new RecordUpdate.Codec<>(codec),
                RecordUpdate.HEAD_BYTES + bytes,
                (from, update) -> apply(update),
                type);
    }

    private static long address(SymmetricBytes array) {
        return array.segment().address();
    }

    private static long[] addresses(SymmetricBytes[] views) {
        final long[] addresses = new long[views.length];
        for (int pe = 0; pe < views.length; pe++) {
            addresses[pe] = address(views[pe]);
        }
        return addresses;
    }

    private static <R extends Record> DistRecords<R> of(ShmemTeam team, Distribution distribution, Class<R> type) {
        RecordCodecs.of(type);
        final long elements = distribution.mostLocal() + 1;
        final SymmetricBytes whole = ByteElements.allocate(
                team, Math.multiplyExact(elements, RecordLayout.of(type).bytes()));
        return made("DistRecords", team, whole::close, group -> new DistRecords<>(group, distribution, type, whole));
    }

    /**
     * Makes an array in which each PE has one block, the first elements being on PE 0; collective.
     *
     * @param team the PEs; of all PEs of the job the elements lie in symmetric memory, else in shared memory
     * @param type a record class of primitives and such records; the same on all PEs
     * @param n the length
     * @param <R> the type of the elements
     * @return the array
     * @throws IllegalArgumentException if the record has a component of another type, does not fit into a buffer of a
     *     flow, or its package is not open to this module
     */
    public static <R extends Record> DistRecords<R> block(ShmemTeam team, Class<R> type, long n) {
        return of(team, distribution(team, n), type);
    }

    /**
     * Makes an array whose elements go to the PEs in turn; collective.
     *
     * @param team the PEs
     * @param type a record class of primitives and such records; the same on all PEs
     * @param n the length
     * @param <R> the type of the elements
     * @return the array
     */
    public static <R extends Record> DistRecords<R> cyclic(ShmemTeam team, Class<R> type, long n) {
        return blockCyclic(team, type, n, 1);
    }

    /**
     * Makes an array of which blocks of {@code k} elements go to the PEs in turn; collective.
     *
     * @param team the PEs
     * @param type a record class of primitives and such records; the same on all PEs
     * @param n the length
     * @param k the length of a block
     * @param <R> the type of the elements
     * @return the array
     */
    public static <R extends Record> DistRecords<R> blockCyclic(ShmemTeam team, Class<R> type, long n, long k) {
        return of(team, distribution(team, n, k), type);
    }

    private void requireUsable(String call) {
        requireOpen(call);
        if (!whole.isAlive()) {
            throw new IllegalStateException(call + " of a distributed array that was left open at the last shutdown()");
        }
    }

    private void requireUsable(String call, long[] indices) {
        requireAll(call, indices);
        requireUsable(call);
    }

    private void requireValues(String name, R[] values, long[] indices) {
        if (values == null) {
            throw new NullPointerException(name + "=null; pass an array as long as indices");
        }
        requireLength(name, values.length, indices);
        for (R value : values) {
            required(value);
        }
    }

    private R load(long local) {
        return codec.read(first + local * bytes);
    }

    private void store(long local, R value) {
        codec.write(first + local * bytes, value);
    }

    /**
     * Returns an element of this PE; not collective.
     *
     * @param local its index among the elements of this PE
     * @return its value
     */
    public R getLocal(long local) {
        requireUsable("getLocal");
        requireLocal(local);
        return load(local);
    }

    /**
     * Sets an element of this PE; not collective.
     *
     * @param local its index among the elements of this PE
     * @param value its new value
     * @throws NullPointerException if the value, or a record in it, is null; the element keeps its value
     */
    public void setLocal(long local, R value) {
        requireUsable("setLocal");
        requireLocal(local);
        store(local, required(value));
    }

    /** Throws if a value cannot be written, before anything is. */
    private R required(R value) {
        if (value == null) {
            throw new NullPointerException("value=null; an element of a distributed array is never null");
        }
        if (isNested) {
            codec.write(first + distribution.mostLocal() * bytes, value);
        }
        return value;
    }

    /**
     * Looks at an element.
     *
     * @param <R> the type of the elements
     */
    @FunctionalInterface
    public interface RecordVisitor<R> {
        /**
         * Looks at an element.
         *
         * @param index in the whole array
         * @param value of the element
         */
        void visit(long index, R value);
    }

    /**
     * Looks at all elements of this PE, in order; not collective.
     *
     * @param visitor gets each
     */
    public void forEachLocal(RecordVisitor<? super R> visitor) {
        requireUsable("forEachLocal");
        FlowGroup.required("visitor", visitor);
        final int me = team.myPe();
        for (long i = 0; i < localLength(); i++) {
            visitor.visit(distribution.globalIndex(me, i), load(i));
        }
    }

    /**
     * Sets all elements; collective.
     *
     * @param function computes each by its index, on its owner; if it throws, this PE can only close the array, and the
     *     other PEs wait for it
     */
    public void setAll(LongFunction<? extends R> function) {
        requireUsable("setAll");
        requireCollective("setAll");
        FlowGroup.required("function", function);
        group.between(() -> setLocal(function));
    }

    private void setLocal(LongFunction<? extends R> function) {
        final int me = team.myPe();
        for (long i = 0; i < localLength(); i++) {
            store(i, required(function.apply(distribution.globalIndex(me, i))));
        }
    }

    /**
     * Sets elements, each to a value of its own; collective.
     *
     * @param indices of the elements; if an index occurs more than once, the last value of a PE counts
     * @param values the values, as many
     * @throws NullPointerException if a value, or a record in it, is null; no element is set
     */
    public void putAll(long[] indices, R[] values) {
        requireUsable("putAll", indices);
        requireValues("values", values, indices);
        group.between(() -> send(indices, values, true));
    }

    /**
     * Merges a value into each element; collective. The owner of an element calls the function that it has passed
     * itself, so pass the same one on all PEs. It runs like a handler of a {@link Flow}.
     *
     * @param indices of the elements; an index may occur more than once
     * @param values the values, as many
     * @param merge computes the new value of an element from the old one and a value
     * @throws NullPointerException if a value, or a record in it, is null; no element is changed
     */
    public void updateAll(long[] indices, R[] values, BinaryOperator<R> merge) {
        FlowGroup.required("merge", merge);
        requireUsable("updateAll", indices);
        requireValues("values", values, indices);
        group.drainDone();
        this.merge = merge;
        group.guard(() -> send(indices, values, false));
        group.drainDone();
        this.merge = null;
    }

    private void send(long[] indices, R[] values, boolean isPut) {
        for (int i = 0; i < indices.length; i++) {
            final int local = (int) distribution.localIndex(indices[i]);
            updates.send(distribution.owner(indices[i]), new RecordUpdate<>(local, isPut, values[i]));
        }
    }

    private void apply(RecordUpdate<R> update) {
        final R value = update.value();
        store(update.index(), update.isPut() ? value : required(merge.apply(load(update.index()), value)));
    }

    /**
     * Reads elements; collective.
     *
     * @param indices of the elements
     * @return their values, in the order of the indices
     */
    @SuppressWarnings("unchecked")
    public R[] getAll(long[] indices) {
        requireUsable("getAll", indices);
        final R[] values = (R[]) Array.newInstance(type, indices.length);
        if (firstOf == null) {
            group.drainDone();
            ask(indices, values);
        } else {
            group.between(() -> load(indices, values));
        }
        return values;
    }

    private void load(long[] indices, R[] values) {
        for (int i = 0; i < indices.length; i++) {
            final long address = firstOf[distribution.owner(indices[i])];
            values[i] = codec.read(address + distribution.localIndex(indices[i]) * bytes);
        }
    }

    private void ask(long[] indices, R[] values) {
        if (gets == null) {
            makeGets();
        }
        found = values;
        group.guard(() -> sendQuestions(indices));
        group.drain();
        found = null;
    }

    private void sendQuestions(long[] indices) {
        for (int i = 0; i < indices.length; i++) {
            final int owner = distribution.owner(indices[i]);
            Numbered.write(gets.claim(owner), distribution.localIndex(indices[i]), i);
            gets.sent(owner);
        }
    }

    private void makeGets() {
        final NumberedRecord.Codec<R> answerCodec = new NumberedRecord.Codec<>(codec, "answer");
        final Flow<NumberedRecord<R>> answers = Flow.in(
                group,
                answerCodec,
                NumberedRecord.TOKEN_BYTES + bytes,
                (from, answer) -> found[answer.token()] = answer.value(),
                type);
        gets = Flow.withReplies(
                group,
                Numbered.CODEC,
                Numbered.BYTES,
                (from, question) -> {
                    answerCodec.write(answers.claim(from), load(question.value()), question.token());
                    answers.sent(from);
                },
                type,
                answers);
    }

    /**
     * Reads one element from its owner; not collective. Each call takes as long as a message: for many elements use
     * {@link #getAll}. Only for an array over all PEs of the job.
     *
     * @param index of the element
     * @return its value
     */
    public R getRemote(long index) {
        requireUsable("getRemote");
        final int pe = ownerInJob(index);
        final long spare = distribution.mostLocal();
        Shmem.get(whole.at(spare * bytes), whole.at(distribution.localIndex(index) * bytes), bytes, pe);
        return load(spare);
    }

    @Override
    void free() {
        whole.close();
    }
}
