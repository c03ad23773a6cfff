// types: byte short int long float double
package org.jshmem.flow;

import org.jshmem.SymmetricDoubles;

/** Sends updates of elements of a {@link DistDoubles} to their owners, and makes those of the elements of this PE. */
final class DoubleUpdater {
    private final FlowGroup group;
    private final Distribution distribution;
    private final SymmetricDoubles local;
    private final Flow<DoubleUpdate> updates;

    /**
     * Made by the first call that needs it: additions of a value that is the same on all PEs, which are indices only.
     */
    private IntFlow additions;

    /** That value. */
    private double addend;

    /** Prepares; collective. */
    DoubleUpdater(FlowGroup group, DoubleElements elements) {
        this.group = group;
        this.distribution = elements.distribution;
        this.local = elements.local;
        this.updates = Flow.in(group, DoubleUpdate.CODEC, DoubleUpdate.BYTES, (from, update) -> apply(update));
    }

    @SuppressWarnings("cast") // byte and short
    private void apply(DoubleUpdate update) {
        final double before = local.get(update.index());
        final double value = update.value();
        local.set(
                update.index(),
                switch (update.kind()) {
                    case UpdateKind.ADD -> (double) (before + value);
                    case UpdateKind.PUT -> value;
                    case UpdateKind.MAX -> (double) Math.max(before, value);
                    case UpdateKind.MIN -> (double) Math.min(before, value);
                    // integers:begin
                    case UpdateKind.AND -> (double) (before & value);
                    case UpdateKind.OR -> (double) (before | value);
                    case UpdateKind.XOR -> (double) (before ^ value);
                    // integers:end
                    default -> throw UpdateKind.unknown(update.kind());
                });
    }

    void send(byte kind, long index, double value) {
        updates.send(distribution.owner(index), new DoubleUpdate((int) distribution.localIndex(index), kind, value));
    }

    /** Waits until all updates of all PEs have been made; collective. */
    void finish() {
        group.drainDone();
    }

    /** Updates elements by one value, when all PEs have come to the call; collective. */
    void updateAll(byte kind, long[] indices, double value) {
        finish();
        if (kind == UpdateKind.ADD && isSameOnAll(value)) {
            addAllTheSame(indices, value);
            return;
        }
        group.guard(() -> {
            for (int i = 0; i < indices.length; i += DistArray.CHUNK) {
                sendChunk(kind, indices, value, i);
            }
        });
        finish();
    }

    private void sendChunk(byte kind, long[] indices, double value, int first) {
        final int end = DistArray.endOfChunk(first, indices);
        for (int i = first; i < end; i++) {
            send(kind, indices[i], value);
        }
    }

    private boolean isSameOnAll(double value) {
        return group.team.minReduce(Raw.bits(value)) == group.team.maxReduce(Raw.bits(value));
    }

    private void addAllTheSame(long[] indices, double value) {
        if (additions == null) {
            additions = group.ints((from, index) -> add(index));
        }
        addend = value;
        group.guard(() -> {
            for (int i = 0; i < indices.length; i += DistArray.CHUNK) {
                addChunk(indices, i);
            }
        });
        finish();
    }

    private void addChunk(long[] indices, int first) {
        final int end = DistArray.endOfChunk(first, indices);
        for (int i = first; i < end; i++) {
            additions.send(distribution.owner(indices[i]), (int) distribution.localIndex(indices[i]));
        }
    }

    @SuppressWarnings("cast") // byte and short
    private void add(int index) {
        local.set(index, (double) (local.get(index) + addend));
    }

    /** Updates each element by its own value, when all PEs have come to the call; collective. */
    void updateAll(byte kind, long[] indices, double[] values) {
        group.between(() -> {
            for (int i = 0; i < indices.length; i += DistArray.CHUNK) {
                sendChunk(kind, indices, values, i);
            }
        });
    }

    private void sendChunk(byte kind, long[] indices, double[] values, int first) {
        final int end = DistArray.endOfChunk(first, indices);
        for (int i = first; i < end; i++) {
            send(kind, indices[i], values[i]);
        }
    }
}
