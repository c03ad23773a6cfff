package org.jshmem.flow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A question or an answer of {@code long}, with the token that brings them together.
 *
 * @param value the question or the answer
 * @param token of the question
 */
record Numbered(long value, int token) {
    /** The token follows the value without a gap. */
    static final int BYTES = Long.BYTES + Integer.BYTES;

    static final RecordCodec<Numbered> CODEC = new Codec();

    /** A record, as its class and not its object counts: all are equal. */
    private record Codec() implements RecordCodec<Numbered> {
        @Override
        public void write(MemorySegment memory, long offset, Numbered numbered) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, numbered.value);
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, offset + Long.BYTES, numbered.token);
        }

        @Override
        public Numbered read(MemorySegment memory, long offset) {
            return new Numbered(
                    memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset),
                    memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset + Long.BYTES));
        }
    }
}
