package org.jshmem.flow;

/**
 * A question or an answer of {@code long}, with the token that brings them together.
 *
 * @param value the question or the answer
 * @param token of the question
 */
record Numbered(long value, int token) {
    /** The token follows the value without a gap. */
    static final int BYTES = Long.BYTES + Integer.BYTES;

    /** The codec of answers. */
    static final RecordCodec<Numbered> CODEC = new Codec("long answer");

    static final RecordCodec<Numbered> QUESTION_CODEC = new Codec("long question");

    /** Writes one. */
    static void write(long address, long value, int token) {
        RecordMemory.put(address, value);
        RecordMemory.put(address + Long.BYTES, token);
    }

    /** A record, since the JIT compiler trusts that its component does not change. */
    private record Codec(String recordName) implements RecordCodec<Numbered> {
        @Override
        public void write(long address, Numbered numbered) {
            Numbered.write(address, numbered.value, numbered.token);
        }

        @Override
        public Numbered read(long address) {
            return new Numbered(RecordMemory.getLong(address), RecordMemory.getInt(address + Long.BYTES));
        }
    }
}
