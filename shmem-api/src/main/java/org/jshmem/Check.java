package org.jshmem;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.Checks;

/**
 * Validation before any byte moves. Each method returns what the caller needs next, or throws an exception that names
 * the argument, its value and the remedy.
 *
 * <p>{@link Checks#ENABLED} folds the range checks away; misuse is then undefined.
 */
final class Check {
    /** The JDK makes no larger buffer of a segment. */
    private static final int MOST_BUFFER_BYTES = Integer.MAX_VALUE - 8;

    private Check() {}

    /** The heap offset of {@code array[index]}, where {@code nelems} elements are needed on another PE. */
    static long remote(String name, SymmetricArray array, long index, long nelems, int elementBytes) {
        if (array == null) {
            throw isNull(name);
        }
        if (Checks.ENABLED && !(array.holds(index, nelems) && array.isSymmetric())) {
            throw notRemote(name, array, index, nelems);
        }
        return array.offset + index * elementBytes;
    }

    /** Throws unless {@code nelems} elements from an index on are shared memory of another node. */
    static void elsewhere(String name, SymmetricArray array, long index, long nelems) {
        if (!array.allocation.liveElsewhere) {
            throw notRemote(name, array, index, nelems);
        }
        requireRange(name, array, index, nelems);
    }

    private static void requireRange(String name, SymmetricArray array, long index, long nelems) {
        if (!array.isRange(index, nelems)) {
            throw outOfRange(name, array.getClass().getSimpleName(), array.length, index, nelems);
        }
    }

    /** The local address of {@code array[index]}, where {@code nelems} elements are needed. */
    static long local(String name, SymmetricArray array, long index, long nelems, int elementBytes) {
        if (array == null) {
            throw isNull(name);
        }
        if (Checks.ENABLED && !(array.holds(index, nelems) && isCurrent(array.allocation))) {
            throw notHeld(name, array, index, nelems);
        }
        return array.address + index * elementBytes;
    }

    /** The address, or what stands for one, of the part of an array that starts at an index. */
    static long part(SymmetricArray array, long index, long nelems, int elementBytes) {
        if (array.allocation.liveElsewhere) {
            requireRange("array", array, index, nelems);
            return array.address + index * elementBytes;
        }
        return local("array", array, index, nelems, elementBytes);
    }

    /** The address, or what stands for one, of an array that is to be seen as elements of another size. */
    static long view(SymmetricArray array, int elementBytes) {
        final long start = part(array, 0, array.length, array.elementBytes());
        if (start % elementBytes != 0) {
            throw new IllegalArgumentException("array=" + array + " starts " + start % elementBytes
                    + " bytes after a multiple of " + elementBytes + " bytes, which elements of that size need; take a"
                    + " slice() that starts at one");
        }
        if (array.byteLength() % elementBytes != 0) {
            throw new IllegalArgumentException("array=" + array + " has " + array.byteLength()
                    + " bytes, which is no whole number of elements of " + elementBytes + " bytes; take a slice() that"
                    + " is");
        }
        return start;
    }

    /** The memory of an array as a buffer of bytes. */
    static ByteBuffer buffer(SymmetricArray array) {
        if (array.byteLength() > MOST_BUFFER_BYTES) {
            throw new IllegalArgumentException("array=" + array + " has " + array.byteLength()
                    + " bytes, and a buffer has at most " + MOST_BUFFER_BYTES + "; take buffers of slices");
        }
        return array.segment().asByteBuffer().order(ByteOrder.nativeOrder());
    }

    /** Whether no other PE has freed a block of the shared heap; any other block is current as long as it is live. */
    static boolean isCurrent(Allocation block) {
        return block.stateAddress == 0 || Local.MEMORY.get(Local.LONG, block.stateAddress) == block.state;
    }

    /** The block of an array that is the start of one of the shared heap. */
    static Allocation wholeShared(SymmetricArray array) {
        final Allocation block = array.allocation;
        if (!block.live || !isCurrent(block)) {
            throw notHeld("array", array, 0, 0);
        }
        if (array.address != block.address) {
            throw new IllegalArgumentException(
                    "array=" + array + " is not the start of an allocation; pass the array that allocate() returned");
        }
        return block;
    }

    /** The handle of a shared array, of any node. */
    static long handle(SymmetricArray array) {
        final Allocation block = array.allocation;
        return block.liveElsewhere ? block.handle : wholeShared(array).handle;
    }

    /**
     * The local address of {@code array[index]}, for one element. C2 knows {@link Objects#checkIndex(long, long)}: it
     * moves that check out of loops, which may then become vector instructions.
     */
    static long element(SymmetricArray array, long index, int elementBytes) {
        if (Checks.ENABLED) {
            try {
                Objects.checkIndex(index, array.length);
            } catch (IndexOutOfBoundsException e) {
                throw notHeld("array", array, index, 1);
            }
            if (!array.allocation.live) {
                throw notHeld("array", array, index, 1);
            }
        }
        return array.address + index * elementBytes;
    }

    /**
     * The local address of {@code array[index]} of symmetric memory, where other PEs may write {@code nelems} elements.
     */
    static long own(String name, SymmetricArray array, long index, long nelems, int elementBytes) {
        return remote(name, array, index, nelems, elementBytes) - array.offset + array.address;
    }

    /** The heap offset of a signal that is to be updated. */
    static long signal(SymmetricLongs sig, long index, SignalOp op) {
        if (op == null) {
            throw new NullPointerException("op=null; name a SignalOp, SET or ADD");
        }
        return remote("sig", sig, index, 1, Long.BYTES);
    }

    /** That a signal is not part of the data. */
    static void apart(long destOffset, long bytes, long sigOffset) {
        if (Checks.ENABLED && sigOffset < destOffset + bytes && destOffset < sigOffset + Long.BYTES) {
            throw new IllegalArgumentException("sig at heap offset " + sigOffset + " overlaps dest, " + bytes
                    + " bytes from heap offset " + destOffset + "; the signal must not lie in the data");
        }
    }

    /** The heap offset of a lock. */
    static long lock(SymmetricLongs lock, long index) {
        if (lock == null) {
            throw new NullPointerException("lock=null; a lock is an element of a symmetric array of long");
        }
        return remote("lock", lock, index, 1, Long.BYTES);
    }

    /** The index of an element of a Java array from which {@code nelems} elements are needed. */
    static int array(String name, Object array, long length, long index, long nelems) {
        if ((index | nelems) < 0 || index > length - nelems) {
            throw outOfRange(name, array.getClass().getSimpleName(), length, index, nelems);
        }
        return (int) index;
    }

    /** The byte offset of element {@code index} of a segment from which {@code nelems} elements are needed. */
    static long segment(String name, MemorySegment segment, long index, long nelems, int elementBytes) {
        if (segment == null) {
            throw isNull(name);
        }
        long length = segment.byteSize() / elementBytes;
        if ((index | nelems) < 0 || index > length - nelems) {
            throw outOfRange(name, "MemorySegment of " + segment.byteSize() + " bytes", length, index, nelems);
        }
        if (!segment.scope().isAlive() || !segment.isAccessibleBy(Thread.currentThread())) {
            throw notAccessible(name, segment);
        }
        return index * elementBytes;
    }

    private static IllegalStateException notAccessible(String name, MemorySegment segment) {
        return new IllegalStateException(name + " is a MemorySegment of " + segment.byteSize() + " bytes "
                + (segment.scope().isAlive()
                        ? "that only the thread which made its arena may use"
                        : "whose arena was closed, or ended with the last shutdown"));
    }

    /** As {@link #segment}, for a segment that is written. */
    static long writable(String name, MemorySegment segment, long index, long nelems, int elementBytes) {
        final long offset = segment(name, segment, index, nelems, elementBytes);
        if (segment.isReadOnly()) {
            throw new IllegalArgumentException(name + " is a read-only MemorySegment; pass one that can be written");
        }
        return offset;
    }

    /** The heap offset of symmetric memory given by a segment over this PE's own heap. */
    static long remoteBytes(String name, MemorySegment segment, long bytes, int alignment) {
        segment(name, segment, 0, bytes, 1);
        long offset = segment.isNative() ? Shmem.PROVIDER.heapOffset(segment.address(), bytes) : -1;
        if (offset < 0) {
            throw new IllegalArgumentException(name + "=" + segment + " with " + bytes
                    + " bytes is not inside one live block of this PE's symmetric heap; use a symmetric array,"
                    + " or a segment of one");
        }
        return aligned(name, offset, alignment);
    }

    /** As {@link #remote} in bytes, for the byte and sized forms, which take an array of any type. */
    static long remoteBytes(String name, SymmetricArray array, long bytes, int alignment) {
        return aligned(name, remote(name, array, 0, elements(array, bytes), 1), alignment);
    }

    /** As {@link #local} in bytes, for the byte and sized forms, which take an array of any type. */
    static long localBytes(String name, SymmetricArray array, long bytes) {
        return local(name, array, 0, elements(array, bytes), 1);
    }

    /** The number of elements of an array, whatever its type, that so many bytes are in. */
    static long elements(SymmetricArray array, long bytes) {
        return array == null || bytes < 0
                ? bytes
                : bytes / array.elementBytes() + (bytes % array.elementBytes() == 0 ? 0 : 1);
    }

    static long aligned(String name, long offset, int alignment) {
        if (Checks.ENABLED && (offset & (alignment - 1)) != 0) {
            throw new IllegalArgumentException(name + " at heap offset " + offset + " is not aligned to " + alignment
                    + " bytes, which elements of that size need; use putmem or getmem");
        }
        return offset;
    }

    /** An allocation's alignment in bytes. */
    static long alignment(long alignment) {
        final boolean powerOfTwo = alignment > 0 && (alignment & (alignment - 1)) == 0;
        if (!powerOfTwo || alignment < Long.BYTES || alignment > Shmem.MAX_ALIGNMENT) {
            throw new IllegalArgumentException("alignment=" + alignment + " must be a power of two from " + Long.BYTES
                    + " to " + Shmem.MAX_ALIGNMENT + " bytes");
        }
        return alignment;
    }

    /** The bytes of {@code nelems} elements, an allocation's size. */
    static long allocationBytes(long nelems, int elementBytes) {
        if (nelems < 0 || nelems > Long.MAX_VALUE / elementBytes) {
            throw new IllegalArgumentException("nelems=" + nelems + " of " + elementBytes
                    + " bytes each is not a size: it must be 0 or more, and its bytes must fit a long");
        }
        return nelems * elementBytes;
    }

    /**
     * The bytes of {@code nelems} elements of a transfer; a size that no memory holds fails the range check after it.
     */
    static long bytes(long nelems, int elementBytes) {
        if (nelems < 0 || nelems > Long.MAX_VALUE / elementBytes) {
            throw new IndexOutOfBoundsException(
                    "nelems=" + nelems + " is not a number of elements of " + elementBytes + " bytes");
        }
        return nelems * elementBytes;
    }

    /**
     * How many elements a strided range spans, from its first element to one past its last.
     *
     * @param name the name of the stride
     * @param stride elements from one to the next
     * @param nelems the number of elements, not 0
     */
    static long span(String name, long stride, long nelems) {
        if (stride < 1) {
            throw new IllegalArgumentException(name + "=" + stride + " must be 1 or more");
        }
        notNegative("nelems", nelems);
        return span(name, stride, 1, nelems);
    }

    /** Whether there is anything to move in {@code nblocks} blocks of {@code bsize} elements. */
    static boolean hasElements(long bsize, long nblocks) {
        notNegative("bsize", bsize);
        notNegative("nblocks", nblocks);
        return bsize != 0 && nblocks != 0;
    }

    /**
     * How many elements a range of blocks spans, from its first element to one past its last.
     *
     * @param name the name of the stride
     * @param stride elements from one block to the next
     * @param bsize elements in a block, not 0
     * @param nblocks the number of blocks, not 0
     */
    static long blockSpan(String name, long stride, long bsize, long nblocks) {
        if (stride < bsize) {
            throw new IllegalArgumentException(name + "=" + stride + " must be bsize=" + bsize + " or more");
        }
        return span(name, stride, bsize, nblocks);
    }

    private static void notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + "=" + value + " must be 0 or more");
        }
    }

    private static long span(String name, long stride, long bsize, long count) {
        if (count - 1 > (Long.MAX_VALUE - bsize) / stride) {
            throw new IndexOutOfBoundsException(
                    name + "=" + stride + " with " + count + " elements or blocks spans more than any memory");
        }
        return (count - 1) * stride + bsize;
    }

    /** The elements of a transfer between blocks. */
    static long blocks(IndexedBlocks dest, IndexedBlocks source) {
        if (dest == null || source == null) {
            throw new NullPointerException((dest == null ? "destBlocks" : "sourceBlocks")
                    + "=null; IndexedBlocks.range says that a side is contiguous");
        }
        if (dest.nelems() != source.nelems()) {
            throw new IllegalArgumentException(
                    "destBlocks=" + dest + " and sourceBlocks=" + source + " must have the same number of elements");
        }
        return dest.nelems();
    }

    static NullPointerException isNull(String name) {
        return new NullPointerException(name + "=null with elements to move; null is legal only with 0 elements");
    }

    private static RuntimeException notRemote(String name, SymmetricArray array, long index, long nelems) {
        if (array.allocation.liveElsewhere) {
            return new IllegalArgumentException(
                    name + "=" + array + " is shared memory of another node, which only put,"
                            + " get and atomic operations take; pass a symmetric array");
        }
        if (array.allocation.isShared() && !array.allocation.isElsewhere()) {
            return new IllegalArgumentException(name + "=" + array
                    + " is shared memory, which is no symmetric address; only the local side of an operation"
                    + " can be that");
        }
        if (!array.isSymmetric() && !array.allocation.isShared()) {
            return new IllegalArgumentException(
                    name + "=" + array + " came from ptr and is no symmetric address; use the array it was made from");
        }
        return notHeld(name, array, index, nelems);
    }

    private static RuntimeException notHeld(String name, SymmetricArray array, long index, long nelems) {
        if (array.allocation.liveElsewhere) {
            final int owner = array.allocation.owner;
            return new IllegalArgumentException(name + "=" + array + " is on the node of PE " + owner
                    + ", and only PEs of that node load, store, free or give it; from here put, get and atomic"
                    + " operations with pe=" + owner + " reach it");
        }
        if (!array.isAlive()) {
            array.allocation.freedByOther |= array.allocation.live;
            array.allocation.live = false; // so that element accessors, which look at no shared word, refuse it too
            return new IllegalStateException(name + "=" + array
                    + " is no longer allocated: it was freed, reallocated, or ended by the last shutdown");
        }
        return outOfRange(name, array.getClass().getSimpleName(), array.length, index, nelems);
    }

    private static IndexOutOfBoundsException outOfRange(
            String name, String kind, long length, long index, long nelems) {
        String negative = nelems < 0 ? "; nelems must be 0 or more" : index < 0 ? "; the index must be 0 or more" : "";
        return new IndexOutOfBoundsException("nelems=" + nelems + " from index " + index + " of " + name
                + " is outside its " + length + " elements (" + kind + ")" + negative);
    }
}
