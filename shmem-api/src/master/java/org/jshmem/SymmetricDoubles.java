package org.jshmem;

import java.lang.foreign.MemorySegment;
import java.nio.DoubleBuffer;
import org.agrona.UnsafeApi;
import org.jshmem.spi.Allocation;

/**
 * Symmetric memory as an array of {@code double}.
 *
 * <p>The accessors of this class load from and store to this PE's own copy. Indices count elements; an index outside
 * the array throws {@link IndexOutOfBoundsException}. Plain accessors give no ordering. The acquire, release and
 * volatile accessors order memory like those of {@link java.lang.invoke.VarHandle}, between the threads of this PE and
 * with PEs of this node.
 */
public sealed class SymmetricDoubles extends SymmetricArray permits SharedDoubles {
    SymmetricDoubles(Allocation allocation, long offset, long address, long length) {
        super(allocation, offset, address, length);
    }

    @Override
    public final int elementBytes() {
        return Double.BYTES;
    }

    /**
     * The rest of the array from an element on: C's {@code array + index}.
     *
     * @param index 0 … length
     * @return a view that shares this array's memory and lifetime
     */
    public final SymmetricDoubles at(long index) {
        return slice(index, length - index);
    }

    /**
     * A part of the array.
     *
     * @param index its first element
     * @param nelems its length
     * @return a view that shares this array's memory and lifetime
     */
    public final SymmetricDoubles slice(long index, long nelems) {
        long start = Check.part(this, index, nelems, Double.BYTES);
        return new SymmetricDoubles(allocation, partOffset(index), start, nelems);
    }

    /**
     * Returns an element, by plain access.
     *
     * @param index which element
     * @return its value
     */
    public final double get(long index) {
        final long address = element(index);
        return Local.UNSAFE ? UnsafeApi.getDouble(null, address) : Local.MEMORY.get(Local.DOUBLE, address);
    }

    /**
     * Sets an element, by plain access.
     *
     * @param index which element
     * @param value its new value
     */
    public final void set(long index, double value) {
        final long address = element(index);
        if (Local.UNSAFE) {
            UnsafeApi.putDouble(null, address, value);
        } else {
            Local.MEMORY.set(Local.DOUBLE, address, value);
        }
    }

    /**
     * Returns the first element, by plain access: C's {@code *array}.
     *
     * @return its value
     */
    public final double get() {
        return get(0);
    }

    /**
     * Sets the first element, by plain access: C's {@code *array = value}.
     *
     * @param value its new value
     */
    public final void set(double value) {
        set(0, value);
    }

    /**
     * Returns an element, with acquire semantics.
     *
     * @param index which element
     * @return its value
     */
    public final double getAcquire(long index) {
        return (double) Local.DOUBLE_ORDERED.getAcquire(Local.MEMORY, element(index));
    }

    /**
     * Sets an element, with release semantics.
     *
     * @param index which element
     * @param value its new value
     */
    public final void setRelease(long index, double value) {
        Local.DOUBLE_ORDERED.setRelease(Local.MEMORY, element(index), value);
    }

    /**
     * Returns an element, with volatile semantics.
     *
     * @param index which element
     * @return its value
     */
    public final double getVolatile(long index) {
        return (double) Local.DOUBLE_ORDERED.getVolatile(Local.MEMORY, element(index));
    }

    /**
     * Sets an element, with volatile semantics.
     *
     * @param index which element
     * @param value its new value
     */
    public final void setVolatile(long index, double value) {
        Local.DOUBLE_ORDERED.setVolatile(Local.MEMORY, element(index), value);
    }

    /**
     * Sets all elements.
     *
     * @param value their new value
     */
    public final void fill(double value) {
        final long start = Check.local("array", this, 0, length, Double.BYTES);
        for (long i = 0; i < length; i++) {
            Local.MEMORY.set(Local.DOUBLE, start + i * Double.BYTES, value);
        }
    }

    /**
     * A copy of all elements.
     *
     * @return a new Java array
     * @throws ArithmeticException if the length exceeds that of a Java array
     */
    public final double[] toArray() {
        final long start = Check.local("array", this, 0, length, Double.BYTES);
        double[] copy = new double[Math.toIntExact(length)];
        MemorySegment.copy(Local.MEMORY, Local.DOUBLE, start, copy, 0, copy.length);
        return copy;
    }

    /**
     * Copies elements of a Java array to this one.
     *
     * @param index the first element here
     * @param source the Java array
     * @param sourceIndex its first element
     * @param nelems how many
     */
    public final void copyFrom(long index, double[] source, long sourceIndex, long nelems) {
        final int from = Check.array("source", source, LocalOperands.lengthOf("source", source), sourceIndex, nelems);
        final long to = Check.local("array", this, index, nelems, Double.BYTES);
        MemorySegment.copy(source, from, Local.MEMORY, Local.DOUBLE, to, (int) nelems);
    }

    /**
     * Copies elements of this array to a Java array.
     *
     * @param index the first element here
     * @param dest the Java array
     * @param destIndex its first element
     * @param nelems how many
     */
    public final void copyTo(long index, double[] dest, long destIndex, long nelems) {
        final int to = Check.array("dest", dest, LocalOperands.lengthOf("dest", dest), destIndex, nelems);
        final long from = Check.local("array", this, index, nelems, Double.BYTES);
        MemorySegment.copy(Local.MEMORY, Local.DOUBLE, from, dest, to, (int) nelems);
    }

    /**
     * Copies elements of this array to another place of it: C's {@code memmove}.
     *
     * @param from the first element to copy
     * @param to where it goes; the two ranges may overlap
     * @param nelems how many
     */
    public final void copyWithin(long from, long to, long nelems) {
        final long source = Check.local("array", this, from, nelems, Double.BYTES);
        final long dest = Check.local("array", this, to, nelems, Double.BYTES);
        MemorySegment.copy(Local.MEMORY, source, Local.MEMORY, dest, nelems * Double.BYTES);
    }

    /**
     * The array's local memory as a buffer, the fastest way to loop with an {@code int} index. The buffer can be
     * accessed as long as {@link #segment()}.
     *
     * @return a live view, not a copy, in the machine's byte order
     * @throws IllegalArgumentException if the array has more bytes than a buffer can have
     */
    public final DoubleBuffer buffer() {
        return Local.asDoubleBuffer(Check.buffer(this));
    }

    private long element(long index) {
        return Check.element(this, index, Double.BYTES);
    }
}
