package org.jshmem.flow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

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
     * @param <R> the type of the value
     */
    record Codec<R>(RecordCodec<R> codec) implements RecordCodec<NumberedRecord<R>> {
        @Override
        public void write(MemorySegment memory, long offset, NumberedRecord<R> numbered) {
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, offset, numbered.token);
            codec.write(memory, offset + TOKEN_BYTES, numbered.value);
        }

        @Override
        public NumberedRecord<R> read(MemorySegment memory, long offset) {
            return new NumberedRecord<>(
                    codec.read(memory, offset + TOKEN_BYTES), memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset));
        }
    }
}
