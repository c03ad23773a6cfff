package org.jshmem;

import java.lang.foreign.MemorySegment;
import org.jshmem.spi.Checks;

/**
 * The remote side of a put, a get or an atomic operation: symmetric memory of any PE, or shared memory of another node.
 *
 * <p>The latter needs no question of its own: its {@code live} is false, so the check that every operation makes fails,
 * and looks closer.
 */
abstract class RemoteOperands extends LocalOperands {
    /** The team whose numbers operations take. */
    abstract ShmemTeam team();

    /** The heap offset of {@code array[index]}, where {@code nelems} elements are needed on a PE. */
    final long remote(String name, SymmetricArray array, long index, long nelems, int elementBytes, int pe) {
        if (array == null) {
            throw Check.isNull(name);
        }
        if (Checks.ENABLED && !(array.holds(index, nelems) && array.isSymmetric())) {
            requireElsewhere(name, array, index, nelems, pe);
        }
        return array.offset + index * elementBytes;
    }

    /** As {@link #remote} in bytes, for the byte and sized forms, which take an array of any type. */
    final long remoteBytes(String name, SymmetricArray array, long bytes, int alignment, int pe) {
        return Check.aligned(name, remote(name, array, 0, Check.elements(array, bytes), 1, pe), alignment);
    }

    /** As {@link #remoteBytes(String, SymmetricArray, long, int, int)}, of a segment of this PE's own heap. */
    static long remoteBytes(String name, MemorySegment segment, long bytes, int alignment, int pe) {
        return Check.remoteBytes(name, segment, bytes, alignment);
    }

    private void requireElsewhere(String name, SymmetricArray array, long index, long nelems, int pe) {
        Check.elsewhere(name, array, index, nelems);
        final int owner = array.allocation.owner;
        if (team().translatePe(pe, Shmem.TEAM_WORLD) != owner) {
            throw new IllegalArgumentException("pe=" + pe + " cannot reach " + name + "=" + array
                    + "; pass the number of its owner, PE " + owner + " of the job");
        }
    }
}
