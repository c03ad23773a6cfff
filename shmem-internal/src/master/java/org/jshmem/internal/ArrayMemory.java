package org.jshmem.internal;

import java.lang.foreign.MemorySegment;
import org.agrona.UnsafeApi;
import org.jshmem.heap.ElementLayouts;
import org.jshmem.heap.Memory;

/**
 * Moves elements between Java arrays and memory by address, without checks: callers have validated both ranges.
 *
 * <p>As in {@link Memory}, there are two implementations, which are the same once compiled. By the JDK's unsafe class a
 * copy takes a fifth of the calls that a copy of a {@link MemorySegment} takes, which counts as long as they are
 * interpreted.
 */
final class ArrayMemory {
    // typed:begin
    /** The offset of the first element within an array. */
    private static final long DOUBLE_BASE = Memory.UNSAFE ? UnsafeApi.arrayBaseOffset(double[].class) : 0;
    // typed:end

    private ArrayMemory() {}

    // typed:begin

    static void putDouble(long address, double value) {
        if (Memory.UNSAFE) {
            UnsafeApi.putDouble(null, address, value);
        } else {
            Memory.ALL.set(ElementLayouts.DOUBLE, address, value);
        }
    }

    static double getDouble(long address) {
        return Memory.UNSAFE ? UnsafeApi.getDouble(null, address) : Memory.ALL.get(ElementLayouts.DOUBLE, address);
    }

    static void copy(double[] from, int start, long to, int nelems) {
        if (Memory.UNSAFE) {
            final long offset = DOUBLE_BASE + (long) start * Double.BYTES;
            UnsafeApi.copyMemory(from, offset, null, to, (long) nelems * Double.BYTES);
        } else {
            MemorySegment.copy(from, start, Memory.ALL, ElementLayouts.DOUBLE, to, nelems);
        }
    }

    static void copy(long from, double[] to, int start, int nelems) {
        if (Memory.UNSAFE) {
            final long offset = DOUBLE_BASE + (long) start * Double.BYTES;
            UnsafeApi.copyMemory(null, from, to, offset, (long) nelems * Double.BYTES);
        } else {
            MemorySegment.copy(Memory.ALL, ElementLayouts.DOUBLE, from, to, start, nelems);
        }
    }
    // typed:end
}
