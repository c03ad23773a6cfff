package org.jshmem;

import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;

/** Shared memory as an array of {@code double}; {@link SharedArray} has the rules. */
public final class SharedDoubles extends SymmetricDoubles implements SharedArray {
    private SharedDoubles(Allocation block) {
        super(block, block.offset, block.address, block.bytes / Double.BYTES);
    }

    /**
     * Allocates memory of this node, on this PE alone. Its content is undefined; it starts a cache line.
     *
     * @param nelems the length
     * @return the array, or null for 0 elements
     * @throws ShmemOutOfMemoryException if there is no room in the shared heap, or no memory on the machine
     */
    public static SharedDoubles allocate(long nelems) {
        return allocated(nelems, 0);
    }

    /**
     * The same with an alignment.
     *
     * @param nelems the length
     * @param alignment of its address in bytes: a power of two from 8 to {@link Shmem#MAX_ALIGNMENT}
     * @return the array, or null for 0 elements
     * @throws ShmemOutOfMemoryException if there is no room in the shared heap, or no memory on the machine
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
     * The array that a handle names, which this or any other PE has allocated. If that PE is on another node, the
     * handle is looked up there, and operations alone reach the array.
     *
     * @param handle what {@link #handle()} was there
     * @return a view of the same memory
     * @throws IllegalStateException if that memory was freed
     * @throws IllegalArgumentException if it is an array of another type, or none at all
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
     * Changes the length, on this PE alone. The content up to the smaller length is kept. This array, its parts and all
     * other views of it are dead afterwards, unless this throws.
     *
     * @param nelems the new length; 0 frees
     * @return the array that replaces it, which this PE owns, or null for 0 elements
     * @throws ShmemOutOfMemoryException if there is no room in the shared heap, or no memory on the machine
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
