package org.jshmem;

import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;

/** Shared memory as an array of {@code double}; {@link SharedArray} describes its rules. */
public final class SharedDoubles extends SymmetricDoubles implements SharedArray {
    private SharedDoubles(Allocation block) {
        super(block, block.offset, block.address, block.bytes / Double.BYTES);
    }

    /**
     * Allocates shared memory of this node; no other PE takes part. The content is undefined. The array starts at the
     * start of a cache line.
     *
     * @param nelems the length
     * @return the array, or null for 0 elements
     * @throws ShmemOutOfMemoryException if the shared heap has no room or the machine has no memory
     */
    public static SharedDoubles allocate(long nelems) {
        return allocated(nelems, 0);
    }

    /**
     * Allocates shared memory like {@link #allocate(long)}, with an alignment.
     *
     * @param nelems the length
     * @param alignment the alignment of the address in bytes: a power of two from 8 to {@link Shmem#MAX_ALIGNMENT}
     * @return the array, or null for 0 elements
     * @throws ShmemOutOfMemoryException if the shared heap has no room or the machine has no memory
     */
    public static SharedDoubles allocate(long nelems, long alignment) {
        return allocated(nelems, Check.alignment(alignment));
    }

    private static SharedDoubles allocated(long nelems, long alignment) {
        final long bytes = Check.allocationBytes(nelems, Double.BYTES);
        return bytes == 0
                ? null
                : new SharedDoubles(Shmem.PROVIDER.allocateShared(ElementKind.DOUBLE, bytes, alignment));
    }

    /**
     * Returns the array that a handle names, whichever PE has allocated it. If that PE is on another node, the handle
     * is looked up there, and the array can be used only in operations on that PE.
     *
     * @param handle what {@link #handle()} returned on another PE or on this one
     * @return a view of the same memory
     * @throws IllegalStateException if the memory was freed
     * @throws IllegalArgumentException if the handle names an array of another type, or no array
     */
    public static SharedDoubles of(long handle) {
        final Allocation block = Shmem.PROVIDER.findShared(ElementKind.DOUBLE, handle);
        if (block.array instanceof SharedDoubles known) {
            return known;
        }
        final SharedDoubles array = new SharedDoubles(block);
        block.array = array;
        return array;
    }

    /**
     * Changes the length; no other PE takes part. The content up to the smaller length is kept. Afterwards this array,
     * its parts and all other views of it can no longer be used, unless this method throws.
     *
     * @param nelems the new length; 0 frees
     * @return the array that replaces it, which this PE owns, or null for 0 elements
     * @throws ShmemOutOfMemoryException if the shared heap has no room or the machine has no memory
     */
    public SharedDoubles realloc(long nelems) {
        final long bytes = Check.allocationBytes(nelems, Double.BYTES);
        if (bytes == 0) {
            close();
            return null;
        }
        return new SharedDoubles(Shmem.PROVIDER.reallocateShared(Check.wholeShared(this), bytes));
    }

    @Override
    public long handle() {
        return Check.handle(this);
    }

    @Override
    public int owner() {
        return allocation.owner;
    }
}
