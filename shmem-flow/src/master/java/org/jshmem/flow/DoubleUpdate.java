// types: byte short int long float double
package org.jshmem.flow;

/**
 * An update of an element of a {@link DistDoubles}.
 *
 * @param index of the element on its owner
 * @param kind one of {@link UpdateKind}
 * @param value the operand
 */
record DoubleUpdate(int index, byte kind, double value) {
    static final int BYTES = Integer.BYTES + 1 + Double.BYTES;
    static final RecordCodec<DoubleUpdate> CODEC = new Codec();

    /** Without gaps. */
    private record Codec() implements RecordCodec<DoubleUpdate> {
        private static final int INDEX = Double.BYTES;
        private static final int KIND = INDEX + Integer.BYTES;

        @Override
        public void write(long address, DoubleUpdate update) {
            RecordMemory.put(address, update.value);
            RecordMemory.put(address + INDEX, update.index);
            RecordMemory.put(address + KIND, update.kind);
        }

        @Override
        public DoubleUpdate read(long address) {
            return new DoubleUpdate(
                    RecordMemory.getInt(address + INDEX),
                    RecordMemory.getByte(address + KIND),
                    RecordMemory.getDouble(address));
        }
    }
}
