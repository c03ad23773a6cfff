package org.jshmem.heap;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.posix.Libc;

/**
 * The range of addresses at which this process maps the memory of its node; the same range on every PE if possible.
 *
 * <p><b>Protocol.</b> Every PE determines which of a fixed list of addresses are free in its process
 * ({@link #freeCandidates}). The PEs exchange these bit sets; the lowest bit common to all selects the address. If
 * there is none, each PE lets the system choose an address, and only the passing of raw addresses between PEs does not
 * work.
 *
 * <p>After the last shutdown the range is mapped to private empty memory: an access by a stale address reads zeros
 * instead of ending the JVM. Where the system refuses so much memory that can be written
 * ({@code vm.overcommit_memory=2}), the memory can only be read. A later window that fits reuses the range. A range in
 * use is neither mapped over nor offered as free.
 */
public final class AddressWindow {
    /** The size of the largest window. */
    public static final long MAX_BYTES = 48L << 40;

    private static final long FIRST = 32L << 40;
    private static final long SPACING = 1L << 40;
    private static final int CANDIDATES = 48;
    private static final long LAST = FIRST + CANDIDATES * SPACING;
    private static final int NO_ACCESS = 0;

    /** Ranges of retired windows; guarded by the lock of the class. */
    private static final List<Range> RETIRED = new ArrayList<>();

    private final Range range;
    private final boolean common;

    private AddressWindow(Range range, boolean common) {
        this.range = range;
        this.common = common;
    }

    /**
     * The candidate addresses that this process can use for a window.
     *
     * @param bytes the window's size
     * @return a bit for each candidate, set if its range is free
     */
    public static synchronized long freeCandidates(long bytes) {
        long free = 0;
        for (int i = 0; i < CANDIDATES; i++) {
            final long address = candidate(i);
            if (address + bytes <= LAST && isFree(address, bytes)) {
                free |= 1L << i;
            }
        }
        return free;
    }

    /**
     * Reserves the window; its parts are mapped by {@link #map}.
     *
     * @param bytes its size
     * @param candidates the bits that all PEs have in common
     * @return the window
     */
    public static synchronized AddressWindow reserve(long bytes, long candidates) {
        if (candidates != 0) {
            final long address = candidate(Long.numberOfTrailingZeros(candidates));
            final Range agreed = reserveAt(address, bytes);
            if (agreed != null) {
                return new AddressWindow(agreed, true);
            }
        }
        return new AddressWindow(reserveAnywhere(bytes), false);
    }

    private static Range reserveAt(long address, long bytes) {
        final Range retired = retiredAt(address, bytes);
        if (retired != null) {
            return takeAgain(retired);
        }
        return isReserved(address, bytes) ? new Range(address, bytes) : null;
    }

    private static Range reserveAnywhere(long bytes) {
        final Range retired = smallestRetired(bytes);
        if (retired != null) {
            return takeAgain(retired);
        }
        final long aligned = NodeLayout.HEAP_ALIGNMENT;
        final long found = mapNothing(0, bytes + aligned, 0);
        if (found < 0) {
            throw new HeapException("cannot reserve " + bytes + " bytes of address space for the heaps of this node ("
                    + Libc.errorText(found) + "); set SHMEM_SYMMETRIC_SIZE to less, or lift the limit of ulimit -v");
        }
        final long base = (found + aligned - 1) & -aligned;
        unmap(found, base - found);
        unmap(base + bytes, found + aligned - base);
        return new Range(base, bytes);
    }

    /**
     * The window's address.
     *
     * @return an address of this process
     */
    public long base() {
        return range.base;
    }

    /**
     * Whether this is the address that all PEs of the node agreed on.
     *
     * @return false where each PE maps the heaps elsewhere
     */
    public boolean isCommon() {
        return common;
    }

    /**
     * Maps a part of the file at the same offset of the window.
     *
     * @param file the node's file
     * @param offset bytes from the start of both
     * @param length bytes
     */
    public void map(BackingFile file, long offset, long length) {
        if (length == 0) {
            return; // the system maps none
        }
        final int flags = Libc.MAP_SHARED | Libc.MAP_FIXED | Libc.MAP_NORESERVE;
        final long result = Libc.mmap(range.base + offset, length, Libc.READ_WRITE, flags, file.fd(), offset);
        if (result < 0) {
            throw new HeapException(
                    "cannot map " + length + " bytes of the memory of this node (" + Libc.errorText(result) + ")");
        }
    }

    /** Maps the window to private empty memory; the range stays reserved for a later window. */
    public void retire() {
        synchronized (AddressWindow.class) {
            if (isMapped(Libc.READ_WRITE) || isMapped(Libc.READ_ONLY)) {
                RETIRED.add(range);
            }
        }
    }

    /** Maps the window to empty memory; returns whether the system has done it. */
    private boolean isMapped(int access) {
        final int flags = Libc.MAP_PRIVATE_ANONYMOUS | Libc.MAP_FIXED | Libc.MAP_NORESERVE;
        return Libc.mmap(range.base, range.bytes, access, flags, -1, 0) == range.base;
    }

    private static boolean isFree(long address, long bytes) {
        if (retiredAt(address, bytes) != null) {
            return true;
        }
        final boolean free = isReserved(address, bytes);
        if (free) {
            unmap(address, bytes);
        }
        return free;
    }

    private static Range retiredAt(long address, long bytes) {
        for (Range range : RETIRED) {
            if (range.base == address && range.bytes >= bytes) {
                return range;
            }
        }
        return null;
    }

    private static Range smallestRetired(long bytes) {
        Range smallest = null;
        for (Range range : RETIRED) {
            if (range.bytes >= bytes && (smallest == null || range.bytes < smallest.bytes)) {
                smallest = range;
            }
        }
        return smallest;
    }

    private static Range takeAgain(Range retired) {
        RETIRED.remove(retired);
        mapNothing(retired.base, retired.bytes, Libc.MAP_FIXED);
        return retired;
    }

    /** Reserves a range if nothing is mapped in it; returns whether it did. */
    private static boolean isReserved(long address, long bytes) {
        final long result = mapNothing(address, bytes, Libc.MAP_FIXED_NOREPLACE);
        if (result >= 0 && result != address) { // an old kernel takes the address as a hint
            unmap(result, bytes);
        }
        return result == address;
    }

    private static long mapNothing(long address, long bytes, int fixed) {
        return Libc.mmap(address, bytes, NO_ACCESS, Libc.MAP_PRIVATE_ANONYMOUS | Libc.MAP_NORESERVE | fixed, -1, 0);
    }

    private static void unmap(long address, long bytes) {
        if (bytes > 0) {
            Libc.munmap(address, bytes);
        }
    }

    private static long candidate(int index) {
        return FIRST + index * SPACING;
    }

    /** The addresses of a window; a smaller window that reuses the range keeps all of them reserved. */
    private record Range(long base, long bytes) {}
}
