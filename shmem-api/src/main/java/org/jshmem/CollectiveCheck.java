package org.jshmem;

import org.jshmem.spi.Checks;

/** Validation of the arguments of collectives, before anyone is waited for. */
final class CollectiveCheck {
    private CollectiveCheck() {}

    /** The number of elements in one block for each PE of a team. */
    static long blocks(long nelems, int pes, int elementBytes) {
        if (nelems < 0) {
            throw new IllegalArgumentException("nelems=" + nelems + " must be 0 or more");
        }
        if (nelems > Long.MAX_VALUE / elementBytes / pes) {
            throw new IndexOutOfBoundsException(
                    "nelems=" + nelems + " for each of " + pes + " PEs is more than any memory holds");
        }
        return nelems * pes;
    }

    /**
     * The heap offset of an array that all PEs have, of which {@code nelems} elements are needed; null is legal for 0.
     * How large an element is does not matter to the first one.
     */
    static long offset(String name, SymmetricArray array, long nelems) {
        return nelems == 0 ? 0 : Check.remote(name, array, 0, nelems, 1);
    }

    /**
     * The offset of what one PE contributes to a collect. All PEs have the same source, so it has an offset also on a
     * PE that contributes nothing.
     */
    static long contribution(SymmetricArray source, long nelems, long offset) {
        return nelems == 0 && source != null && source.isSymmetric() ? source.offset : offset;
    }

    /** As {@link #offset} in bytes, for the byte forms, which take an array of any type. */
    static long offsetBytes(String name, SymmetricArray array, long bytes) {
        return bytes == 0 ? 0 : Check.remoteBytes(name, array, bytes, 1);
    }

    /** The size of a whole array that may be null. */
    static long size(SymmetricArray array) {
        return array == null ? 0 : array.byteLength();
    }

    /** Refuses ranges of a heap that share memory. */
    static void apart(long destOffset, long destBytes, long sourceOffset, long sourceBytes) {
        if (Checks.ENABLED && destOffset < sourceOffset + sourceBytes && sourceOffset < destOffset + destBytes) {
            throw new IllegalArgumentException("dest, " + destBytes + " bytes at heap offset " + destOffset
                    + ", and source, " + sourceBytes + " bytes at " + sourceOffset
                    + ", overlap; only reductions and scans work in place, with dest and source the same");
        }
    }

    /** As {@link #apart}, for operations that work in place. */
    static void apartOrSame(long destOffset, long sourceOffset, long bytes) {
        if (destOffset != sourceOffset) {
            apart(destOffset, bytes, sourceOffset, bytes);
        }
    }

    static void root(int root, int pes) {
        if (root < 0 || root >= pes) {
            throw new IllegalArgumentException(
                    "root=" + root + " is not a PE of this team, whose PEs are 0 to " + (pes - 1));
        }
    }
}
