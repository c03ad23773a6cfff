package org.jshmem.internal.transport;

import java.lang.foreign.MemorySegment;
import org.jshmem.heap.ElementLayouts;
import org.jshmem.heap.Memory;

/**
 * Copies between the program's memory and memory given by its address.
 *
 * <p>The program's memory is given by an object and a start: a Java array and the index of an element, a segment and
 * bytes from its start, or null and an address. {@link IndexedMemory} is blocks of such memory.
 */
public final class LocalMemory {
    /** Up to here a loop over words is faster than a call that copies. */
    public static final int FEW_BYTES = 512;

    private LocalMemory() {}

    /** The segment of the program's memory; null if it is something else. */
    public static MemorySegment segment(Object memory) {
        final Object whole = memory instanceof IndexedMemory blocks ? blocks.memory() : memory;
        return whole instanceof MemorySegment segment ? segment : null;
    }

    /** Whether it is a segment that was closed. */
    public static boolean isClosed(Object memory) {
        final MemorySegment segment = segment(memory);
        return segment != null && !segment.scope().isAlive();
    }

    /** What the program is told of an error in a copy: if its memory is a mapped file, what has become of that. */
    public static Throwable failure(String name, Object memory, Throwable error) {
        final MemorySegment segment = segment(memory);
        return error instanceof InternalError fault && segment != null && segment.isMapped()
                ? FileFault.explain(name, segment, fault)
                : error;
    }

    /** Copies bytes; ranges must not overlap. */
    public static void copy(long from, long to, long bytes) {
        if (bytes > FEW_BYTES || (bytes & Long.BYTES - 1) != 0) {
            Memory.copyFew(from, to, bytes);
            return;
        }
        for (int i = 0; i < (int) bytes; i += Long.BYTES) {
            Memory.put64(to + i, Memory.get64(from + i));
        }
    }

    /** Copies out of the program's memory, from {@code done} bytes after its start on. */
    public static void read(Object memory, long start, long done, long address, long bytes) {
        if (memory == null) {
            copy(start + done, address, bytes);
        } else if (memory instanceof double[] array) {
            final int index = (int) (start + done / Double.BYTES);
            if (bytes <= FEW_BYTES) {
                for (int i = 0; i < (int) bytes / Double.BYTES; i++) {
                    Memory.put64(address + (long) i * Double.BYTES, Double.doubleToRawLongBits(array[index + i]));
                }
            } else {
                MemorySegment.copy(
                        array, index, Memory.ALL, ElementLayouts.DOUBLE, address, (int) (bytes / Double.BYTES));
            }
        } else if (memory instanceof long[] array) {
            final int index = (int) (start + done / Long.BYTES);
            if (bytes <= FEW_BYTES) {
                for (int i = 0; i < (int) bytes / Long.BYTES; i++) {
                    Memory.put64(address + (long) i * Long.BYTES, array[index + i]);
                }
            } else {
                MemorySegment.copy(array, index, Memory.ALL, ElementLayouts.LONG, address, (int) (bytes / Long.BYTES));
            }
        } else if (memory instanceof int[] array) {
            final int index = (int) (start + done / Integer.BYTES);
            MemorySegment.copy(array, index, Memory.ALL, ElementLayouts.INT, address, (int) (bytes / Integer.BYTES));
        } else if (memory instanceof byte[] array) {
            MemorySegment.copy(array, (int) (start + done), Memory.ALL, ElementLayouts.BYTE, address, (int) bytes);
        } else if (memory instanceof float[] array) {
            final int index = (int) (start + done / Float.BYTES);
            MemorySegment.copy(array, index, Memory.ALL, ElementLayouts.FLOAT, address, (int) (bytes / Float.BYTES));
        } else if (memory instanceof short[] array) {
            final int index = (int) (start + done / Short.BYTES);
            MemorySegment.copy(array, index, Memory.ALL, ElementLayouts.SHORT, address, (int) (bytes / Short.BYTES));
        } else if (memory instanceof IndexedMemory blocks) {
            blocks.read(done, address, bytes);
        } else {
            final MemorySegment segment = (MemorySegment) memory;
            MemorySegment.copy(segment, start + done, Memory.ALL, address, bytes);
            FileFault.raise(segment);
        }
    }

    /** Copies into the program's memory, from {@code done} bytes after its start on. */
    public static void write(Object memory, long start, long done, long address, long bytes) {
        if (memory == null) {
            copy(address, start + done, bytes);
        } else if (memory instanceof double[] array) {
            final int index = (int) (start + done / Double.BYTES);
            if (bytes <= FEW_BYTES) {
                for (int i = 0; i < (int) bytes / Double.BYTES; i++) {
                    array[index + i] = Double.longBitsToDouble(Memory.get64(address + (long) i * Double.BYTES));
                }
            } else {
                MemorySegment.copy(
                        Memory.ALL, ElementLayouts.DOUBLE, address, array, index, (int) (bytes / Double.BYTES));
            }
        } else if (memory instanceof long[] array) {
            final int index = (int) (start + done / Long.BYTES);
            if (bytes <= FEW_BYTES) {
                for (int i = 0; i < (int) bytes / Long.BYTES; i++) {
                    array[index + i] = Memory.get64(address + (long) i * Long.BYTES);
                }
            } else {
                MemorySegment.copy(Memory.ALL, ElementLayouts.LONG, address, array, index, (int) (bytes / Long.BYTES));
            }
        } else if (memory instanceof int[] array) {
            final int index = (int) (start + done / Integer.BYTES);
            MemorySegment.copy(Memory.ALL, ElementLayouts.INT, address, array, index, (int) (bytes / Integer.BYTES));
        } else if (memory instanceof byte[] array) {
            MemorySegment.copy(Memory.ALL, ElementLayouts.BYTE, address, array, (int) (start + done), (int) bytes);
        } else if (memory instanceof float[] array) {
            final int index = (int) (start + done / Float.BYTES);
            MemorySegment.copy(Memory.ALL, ElementLayouts.FLOAT, address, array, index, (int) (bytes / Float.BYTES));
        } else if (memory instanceof short[] array) {
            final int index = (int) (start + done / Short.BYTES);
            MemorySegment.copy(Memory.ALL, ElementLayouts.SHORT, address, array, index, (int) (bytes / Short.BYTES));
        } else if (memory instanceof IndexedMemory blocks) {
            blocks.write(done, address, bytes);
        } else {
            final MemorySegment segment = (MemorySegment) memory;
            MemorySegment.copy(Memory.ALL, address, segment, start + done, bytes);
            FileFault.raise(segment);
        }
    }
}
