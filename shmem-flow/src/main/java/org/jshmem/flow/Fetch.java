package org.jshmem.flow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * An update of an element that returns the value before; the values are raw bits.
 *
 * @param index of the element on its owner
 * @param value the operand
 * @param expected for a comparison
 * @param isSwap whether to put the value if the element is as expected; else the value is added
 * @param token where the asking PE wants the value before
 */
record Fetch(int index, long value, long expected, boolean isSwap, int token) {
    static final int BYTES = 2 * Long.BYTES + 2 * Integer.BYTES + 1;
    static final RecordCodec<Fetch> CODEC = new Codec();

    private static final int EXPECTED = Long.BYTES;
    private static final int INDEX = 2 * Long.BYTES;
    private static final int TOKEN = INDEX + Integer.BYTES;
    private static final int SWAP = TOKEN + Integer.BYTES;

    /** Without gaps. */
    private record Codec() implements RecordCodec<Fetch> {
        @Override
        public void write(MemorySegment memory, long offset, Fetch fetch) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, fetch.value);
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset + EXPECTED, fetch.expected);
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, offset + INDEX, fetch.index);
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, offset + TOKEN, fetch.token);
            memory.set(ValueLayout.JAVA_BOOLEAN, offset + SWAP, fetch.isSwap);
        }

        @Override
        public Fetch read(MemorySegment memory, long offset) {
            return new Fetch(
                    memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset + INDEX),
                    memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset),
                    memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + EXPECTED),
                    memory.get(ValueLayout.JAVA_BOOLEAN, offset + SWAP),
                    memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset + TOKEN));
        }
    }
}
