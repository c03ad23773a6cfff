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

    static final RecordCodec<Numbered> CODEC = new Codec();

    /** Writes one. */
    static void write(long address, long value, int token) {
        RecordMemory.put(address, value);
        RecordMemory.put(address + Long.BYTES, token);
    }

    /** A record, as its class and not its object counts: all are equal. */
    private record Codec() implements RecordCodec<Numbered> {
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
