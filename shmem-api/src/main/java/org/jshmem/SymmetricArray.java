package org.jshmem;

import java.lang.foreign.MemorySegment;
import org.jshmem.spi.Allocation;

/**
 * Memory that every PE has at the same place of its symmetric heap, as an array of one element type.
 *
 * <p>An array is either a whole allocation or a part of one ({@code at}, {@code slice}). A part can be used as long as
 * the whole. Methods such as {@code asLongs} show the same memory as elements of another type, so a block of bytes may
 * hold fields of several types: {@code block.slice(8, 8).asLongs()} is the {@code long} at byte 8, which can be updated
 * atomically, waited for or locked like any other. The garbage collector never frees symmetric memory.
 * {@link Shmem#free} and {@link #close()} free it, and are collective. Any thread may use an array; concurrent access
 * to the same element follows the memory model of the accessors used.
 */
public abstract sealed class SymmetricArray implements AutoCloseable
        permits SymmetricBytes, SymmetricShorts, SymmetricInts, SymmetricLongs, SymmetricFloats, SymmetricDoubles {
    /** {@link #offset} of a view of another PE's copy, and of shared memory of this node: no symmetric address. */
    static final long NOT_SYMMETRIC = Allocation.NOT_SYMMETRIC;

    final Allocation allocation;
    final long offset;
    final long address;
    final long length;

    SymmetricArray(Allocation allocation, long offset, long address, long length) {
        this.allocation = allocation;
        this.offset = offset;
        this.address = address;
        this.length = length;
    }

    /**
     * The number of elements.
     *
     * @return elements from this array's start to its end
     */
    public final long length() {
        return length;
    }

    /**
     * The size of one element.
     *
     * @return bytes
     */
    public abstract int elementBytes();

    /**
     * The size of the array.
     *
     * @return bytes
     */
    public final long byteLength() {
        return length * elementBytes();
    }

    /**
     * Where the array starts in the symmetric heap, the same on every PE.
     *
     * @return bytes from the start of the heap, or −1 for a view of another PE's copy ({@code ptr}) and for shared
     *     memory
     */
    public final long offset() {
        return isSymmetric() ? offset : NOT_SYMMETRIC;
    }

    /**
     * Whether the memory may be used.
     *
     * @return false after it was freed, or after the last shutdown
     */
    public final boolean isAlive() {
        return allocation.live && Check.isCurrent(allocation) || allocation.liveElsewhere;
    }

    /**
     * The array's local memory, for NIO, the Vector API or any code that takes a segment. It can be accessed until the
     * last {@link Shmem#shutdown()}; later accesses throw {@link IllegalStateException}. If the array has been freed
     * before that, the segment shows whatever the heap holds there.
     *
     * @return a live view, not a copy
     */
    public final MemorySegment segment() {
        Check.local("array", this, 0, length, elementBytes());
        return Shmem.PROVIDER.view(address, byteLength());
    }

    /**
     * The same memory as an array of {@code byte}: a view that shares this array's memory and lifetime.
     *
     * @return the view, for every operation that takes such an array
     * @throws IllegalArgumentException unless the memory is aligned for elements of that type and holds a whole number
     *     of them
     */
    public final SymmetricBytes asBytes() {
        return new SymmetricBytes(allocation, offset, Check.view(this, Byte.BYTES), byteLength() / Byte.BYTES);
    }

    /**
     * The same memory as an array of {@code short}: a view that shares this array's memory and lifetime.
     *
     * @return the view, for every operation that takes such an array
     * @throws IllegalArgumentException unless the memory is aligned for elements of that type and holds a whole number
     *     of them
     */
    public final SymmetricShorts asShorts() {
        return new SymmetricShorts(allocation, offset, Check.view(this, Short.BYTES), byteLength() / Short.BYTES);
    }

    /**
     * The same memory as an array of {@code int}: a view that shares this array's memory and lifetime.
     *
     * @return the view, for every operation that takes such an array
     * @throws IllegalArgumentException unless the memory is aligned for elements of that type and holds a whole number
     *     of them
     */
    public final SymmetricInts asInts() {
        return new SymmetricInts(allocation, offset, Check.view(this, Integer.BYTES), byteLength() / Integer.BYTES);
    }

    /**
     * The same memory as an array of {@code long}: a view that shares this array's memory and lifetime.
     *
     * @return the view, for every operation that takes such an array
     * @throws IllegalArgumentException unless the memory is aligned for elements of that type and holds a whole number
     *     of them
     */
    public final SymmetricLongs asLongs() {
        return new SymmetricLongs(allocation, offset, Check.view(this, Long.BYTES), byteLength() / Long.BYTES);
    }

    /**
     * The same memory as an array of {@code float}: a view that shares this array's memory and lifetime.
     *
     * @return the view, for every operation that takes such an array
     * @throws IllegalArgumentException unless the memory is aligned for elements of that type and holds a whole number
     *     of them
     */
    public final SymmetricFloats asFloats() {
        return new SymmetricFloats(allocation, offset, Check.view(this, Float.BYTES), byteLength() / Float.BYTES);
    }

    /**
     * The same memory as an array of {@code double}: a view that shares this array's memory and lifetime.
     *
     * @return the view, for every operation that takes such an array
     * @throws IllegalArgumentException unless the memory is aligned for elements of that type and holds a whole number
     *     of them
     */
    public final SymmetricDoubles asDoubles() {
        return new SymmetricDoubles(allocation, offset, Check.view(this, Double.BYTES), byteLength() / Double.BYTES);
    }

    /**
     * Frees the allocation like {@link Shmem#free}: the call is collective, and the array must be the start of an
     * allocation. Shared memory ({@link SharedArray}) is freed by this PE alone. Does nothing if this PE has already
     * freed the memory or given it away, and after the last shutdown. Throws {@link IllegalStateException} for memory
     * that another PE has freed.
     */
    @Override
    public final void close() {
        if (!allocation.live && !allocation.liveElsewhere && !allocation.freedByOther) {
            return;
        }
        if (allocation.isShared()) {
            Shmem.PROVIDER.freeShared(Check.wholeShared(this));
        } else {
            Shmem.free(this);
        }
    }

    final boolean isSymmetric() {
        return offset >= 0;
    }

    /** Whether elements {@code [index, index + nelems)} lie in this array and the array is alive on this node. */
    final boolean holds(long index, long nelems) {
        return isRange(index, nelems) && allocation.live;
    }

    /** Whether elements {@code [index, index + nelems)} lie in this array. */
    final boolean isRange(long index, long nelems) {
        return (index | nelems) >= 0 && index <= length - nelems;
    }

    final long partOffset(long index) {
        return offset == NOT_SYMMETRIC ? NOT_SYMMETRIC : offset + index * elementBytes();
    }

    @Override
    public final String toString() {
        String place = allocation.isShared()
                ? allocation.toString()
                : isSymmetric() ? "heap offset " + offset : "a view of another PE";
        return getClass().getSimpleName() + "[length=" + length + ", " + place + (isAlive() ? "" : ", freed") + "]";
    }
}
