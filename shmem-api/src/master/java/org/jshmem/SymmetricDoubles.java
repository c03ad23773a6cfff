package org.jshmem;

import java.lang.foreign.MemorySegment;
import org.agrona.UnsafeApi;
import org.jshmem.spi.Allocation;

/**
 * Symmetric memory as an array of {@code double}.
 *
 * <p>The accessors here are loads and stores of this PE's own copy; indices count elements, and an index outside the
 * array is an {@link IndexOutOfBoundsException}. Plain accessors order nothing; the acquire, release and volatile ones
 * are as strong as those of {@link java.lang.invoke.VarHandle}, between the threads of this PE and with local PEs.
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
     * @return a view that shares this array's memory and life
     */
    public final SymmetricDoubles at(long index) {
        return slice(index, length - index);
    }

    /**
     * A part of the array.
     *
     * @param index its first element
     * @param nelems its length
     * @return a view that shares this array's memory and life
     */
    public final SymmetricDoubles slice(long index, long nelems) {
        long start = Check.part(this, index, nelems, Double.BYTES);
        return new SymmetricDoubles(allocation, partOffset(index), start, nelems);
    }

    /**
     * The element, plain.
     *
     * @param index which element
     * @return its value
     */
    public final double get(long index) {
        final long address = element(index);
        return Local.UNSAFE ? UnsafeApi.getDouble(null, address) : Local.MEMORY.get(Local.DOUBLE, address);
    }

    /**
     * Sets the element, plain.
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
     * The first element, plain: C's {@code *array}.
     *
     * @return its value
     */
    public final double get() {
        return get(0);
    }

    /**
     * Sets the first element, plain: C's {@code *array = value}.
     *
     * @param value its new value
     */
    public final void set(double value) {
        set(0, value);
    }

    /**
     * The element, with acquire semantics.
     *
     * @param index which element
     * @return its value
     */
    public final double getAcquire(long index) {
        return (double) Local.DOUBLE_ORDERED.getAcquire(Local.MEMORY, element(index));
    }

    /**
     * Sets the element, with release semantics.
     *
     * @param index which element
     * @param value its new value
     */
    public final void setRelease(long index, double value) {
        Local.DOUBLE_ORDERED.setRelease(Local.MEMORY, element(index), value);
    }

    /**
     * The element, with volatile semantics.
     *
     * @param index which element
     * @return its value
     */
    public final double getVolatile(long index) {
        return (double) Local.DOUBLE_ORDERED.getVolatile(Local.MEMORY, element(index));
    }

    /**
     * Sets the element, with volatile semantics.
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

    private long element(long index) {
        return Check.element(this, index, Double.BYTES);
    }
}
