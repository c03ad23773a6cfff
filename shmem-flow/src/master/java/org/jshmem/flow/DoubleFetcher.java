// types: byte short int long float double
package org.jshmem.flow;

import org.jshmem.SymmetricDoubles;

/** Reads elements of a {@link DistDoubles} from their owners, and answers for the elements of this PE. */
final class DoubleFetcher {
    private final FlowGroup group;
    private final DoubleElements elements;
    private final Distribution distribution;
    private final SymmetricDoubles local;

    /** Made by the first call that needs it. */
    private LongAskFlow gets;

    private Flow<Fetch> fetches;

    /** Where answers go. */
    private double[] found;

    DoubleFetcher(FlowGroup group, DoubleElements elements) {
        this.group = group;
        this.elements = elements;
        this.distribution = elements.distribution;
        this.local = elements.local;
    }

    /** Reads elements; collective. */
    void getAll(long[] indices, double[] into) {
        if (elements.areMapped()) {
            group.between(() -> elements.load(indices, into));
        } else {
            group.drainDone();
            ask(indices, into);
        }
    }

    private void ask(long[] indices, double[] into) {
        if (gets == null) {
            gets = LongAskFlow.in(
                    group,
                    (from, index) -> Raw.bits(local.get(index)),
                    (token, bits) -> found[token] = Raw.doubleOf(bits));
        }
        found = into;
        group.guard(() -> {
            for (int i = 0; i < indices.length; i += DistArray.CHUNK) {
                askChunk(indices, i);
            }
        });
        group.drain();
        found = null;
    }

    private void askChunk(long[] indices, int first) {
        final int end = DistArray.endOfChunk(first, indices);
        for (int i = first; i < end; i++) {
            gets.ask(distribution.owner(indices[i]), distribution.localIndex(indices[i]), i);
        }
    }

    /**
     * Updates elements, and returns the values before; collective.
     *
     * @param expected what an element must be to be replaced; not used by an addition
     * @param values null if all have one value
     * @param isSwap false for an addition
     */
    double[] fetchAll(long[] indices, double expected, double value, double[] values, boolean isSwap) {
        group.drainDone();
        if (fetches == null) {
            makeFetches();
        }
        found = new double[indices.length];
        group.guard(() -> sendFetches(indices, expected, value, values, isSwap));
        group.drain();
        final double[] result = found;
        found = null;
        return result;
    }

    private void sendFetches(long[] indices, double expected, double value, double[] values, boolean isSwap) {
        for (int i = 0; i < indices.length; i++) {
            final int index = (int) distribution.localIndex(indices[i]);
            fetches.send(
                    distribution.owner(indices[i]),
                    new Fetch(index, Raw.bits(values == null ? value : values[i]), Raw.bits(expected), isSwap, i));
        }
    }

    private void makeFetches() {
        final Flow<Numbered> answers = Flow.in(
                group,
                Numbered.CODEC,
                Numbered.BYTES,
                (from, answer) -> found[answer.token()] = Raw.doubleOf(answer.value()));
        fetches = Flow.withReplies(
                group,
                Fetch.CODEC,
                Fetch.BYTES,
                (from, fetch) -> {
                    final long before = Raw.bits(apply(fetch));
                    Numbered.write(answers.claim(from), before, fetch.token());
                    answers.sent(from);
                },
                DoubleFetcher.class,
                answers);
    }

    @SuppressWarnings("cast") // byte and short
    private double apply(Fetch fetch) {
        final double before = local.get(fetch.index());
        if (!fetch.isSwap()) {
            local.set(fetch.index(), (double) (before + Raw.doubleOf(fetch.value())));
        } else if (Raw.bits(before) == fetch.expected()) {
            local.set(fetch.index(), Raw.doubleOf(fetch.value()));
        }
        return before;
    }
}
