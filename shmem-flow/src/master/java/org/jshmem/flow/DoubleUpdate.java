// types: int long float double
package org.jshmem.flow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

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
        public void write(MemorySegment memory, long offset, DoubleUpdate update) {
            memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset, update.value);
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, offset + INDEX, update.index);
            memory.set(ValueLayout.JAVA_BYTE, offset + KIND, update.kind);
        }

        @Override
        public DoubleUpdate read(MemorySegment memory, long offset) {
            return new DoubleUpdate(
                    memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset + INDEX),
                    memory.get(ValueLayout.JAVA_BYTE, offset + KIND),
                    memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset));
        }
    }
}
