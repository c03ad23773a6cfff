package org.jshmem.flow;

/**
 * A question or an answer, with the token that brings them together.
 *
 * @param value the question or the answer
 * @param token of the question
 * @param <R> the type of the value
 */
record NumberedRecord<R>(R value, int token) {
    /** The token comes first, padded so that the value is aligned. */
    static final int TOKEN_BYTES = Long.BYTES;

    /**
     * Writes and reads such records; a record, since the JIT compiler trusts that its component does not change.
     *
     * @param codec of the value
     * @param role what the value is, for tools
     * @param <R> the type of the value
     */
    record Codec<R>(RecordCodec<R> codec, String role) implements RecordCodec<NumberedRecord<R>> {
        @Override
        public void write(long address, NumberedRecord<R> numbered) {
            write(address, numbered.value, numbered.token);
        }

        void write(long address, R value, int token) {
            RecordMemory.put(address, token);
            codec.write(address + TOKEN_BYTES, value);
        }

        @Override
        public NumberedRecord<R> read(long address) {
            return new NumberedRecord<>(codec.read(address + TOKEN_BYTES), RecordMemory.getInt(address));
        }

        @Override
        public String recordName() {
            return codec.recordName() + " " + role;
        }
    }
}
