package org.jshmem;

import java.lang.foreign.MemorySegment;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.MessageKernel;

/**
 * Checks the memory that messages are sent from and received into; the base class of
 * {@link org.jshmem.messages.Messages}. Programs do not need this class.
 *
 * <p>{@code readable} and {@code writable} check a range and return where it starts, in the unit of that memory: an
 * address, an index, or bytes from the start of the segment.
 */
public abstract class MessageArguments {
    /** For {@link org.jshmem.messages.Messages}. */
    protected MessageArguments() {}

    /** Makes the messages of a team; collective. */
    protected static MessageKernel open(ShmemTeam team) {
        if (team == null) {
            throw new NullPointerException("team=null; pass a team that this PE is in, as Shmem.TEAM_WORLD");
        }
        return team.openMessages();
    }

    /** The block of a shared array that is the start of one. */
    protected static Allocation whole(SharedArray array) {
        if (array == null) {
            throw new NullPointerException("source=null; give an array of shared memory");
        }
        return Check.wholeShared((SymmetricArray) array);
    }

    /** All memory of this process. */
    protected static MemorySegment everything() {
        return Local.MEMORY;
    }

    /** The memory of an array that is given by its address. */
    protected static Object memory(SymmetricArray array) {
        return null;
    }

    /** The memory of a segment. */
    protected static Object memory(MemorySegment segment) {
        return segment;
    }

    /** Checks a range of a segment, in bytes, that is read. */
    protected static long readable(String name, MemorySegment segment, long offset, long bytes) {
        return Check.segment(name, segment, offset, bytes, 1);
    }

    /** Checks a range of a segment, in bytes, that is written. */
    protected static long writable(String name, MemorySegment segment, long offset, long bytes) {
        return Check.writable(name, segment, offset, bytes, 1);
    }

    /** The smallest length of memory that contains all blocks. */
    protected static long end(String name, IndexedBlocks blocks) {
        if (blocks == null) {
            throw new NullPointerException(name + "=null; the forms with an index and a length are for one block");
        }
        return blocks.end();
    }

    /** The size of a segment. */
    protected static long wholeLength(String name, MemorySegment segment) {
        if (segment == null) {
            throw Check.isNull(name);
        }
        return segment.byteSize();
    }

    // typed:begin
    /** The memory of a Java array. */
    protected static Object memory(double[] array) {
        return array;
    }

    /** Checks a range of an array that is read or written. */
    protected static long range(String name, SymmetricDoubles array, long index, long nelems) {
        return nelems == 0 && array == null ? 0 : Check.local(name, array, index, nelems, Double.BYTES);
    }

    /** Checks a range of a Java array that is read or written. */
    protected static long range(String name, double[] array, long index, long nelems) {
        if (array == null) {
            if (nelems == 0) {
                return 0;
            }
            throw Check.isNull(name);
        }
        return Check.array(name, array, array.length, index, nelems);
    }

    /** The length of a Java array. */
    protected static int wholeLength(String name, double[] array) {
        if (array == null) {
            throw Check.isNull(name);
        }
        return array.length;
    }

    // typed:end
}
