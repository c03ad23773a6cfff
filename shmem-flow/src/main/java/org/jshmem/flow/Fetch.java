package org.jshmem.flow;

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
        public void write(long address, Fetch fetch) {
            RecordMemory.put(address, fetch.value);
            RecordMemory.put(address + EXPECTED, fetch.expected);
            RecordMemory.put(address + INDEX, fetch.index);
            RecordMemory.put(address + TOKEN, fetch.token);
            RecordMemory.put(address + SWAP, fetch.isSwap);
        }

        @Override
        public Fetch read(long address) {
            return new Fetch(
                    RecordMemory.getInt(address + INDEX),
                    RecordMemory.getLong(address),
                    RecordMemory.getLong(address + EXPECTED),
                    RecordMemory.getBoolean(address + SWAP),
                    RecordMemory.getInt(address + TOKEN));
        }
    }
}
