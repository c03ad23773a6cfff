package org.jshmem.flow;

/**
 * An update of an element of a {@link DistRecords}.
 *
 * @param index of the element on its owner
 * @param isPut whether the value replaces the element; else it is merged with it
 * @param value the operand
 * @param <R> the type of the value
 */
record RecordUpdate<R>(int index, boolean isPut, R value) {
    /** The index and the kind come first, padded so that the value is aligned. */
    static final int HEAD_BYTES = Long.BYTES;

    /**
     * Writes and reads such records; a record, since the JIT compiler trusts that its component does not change.
     *
     * @param codec of the value
     * @param <R> the type of the value
     */
    record Codec<R>(RecordCodec<R> codec) implements RecordCodec<RecordUpdate<R>> {
        @Override
        public void write(long address, RecordUpdate<R> update) {
            RecordMemory.put(address, update.index);
            RecordMemory.put(address + Integer.BYTES, update.isPut);
            codec.write(address + HEAD_BYTES, update.value);
        }

        @Override
        public RecordUpdate<R> read(long address) {
            return new RecordUpdate<>(
                    RecordMemory.getInt(address),
                    RecordMemory.getBoolean(address + Integer.BYTES),
                    codec.read(address + HEAD_BYTES));
        }
    }
}
