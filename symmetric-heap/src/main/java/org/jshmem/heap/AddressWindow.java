package org.jshmem.heap;

import org.jshmem.heap.ffm.Libc;

/**
 * The range of addresses at which this process maps the memory of its node, the same on every PE where that can be had.
 *
 * <p><b>Protocol.</b> Every PE finds out which of a fixed list of addresses are free for it ({@link #freeCandidates}); the PEs
 * exchange these bit sets, and the lowest bit common to all names the address. Where no bit is common a PE maps wherever the
 * system likes, and everything but the passing of raw addresses still works.
 *
 * <p>After the last shutdown the range stays mapped, to private empty memory: whoever still holds an address reads zeros
 * instead of ending the JVM. The next init uses the range again.
 */
public final class AddressWindow {
    /** The largest window. */
    public static final long MAX_BYTES = 48L << 40;

    private static final long FIRST = 32L << 40;
    private static final long SPACING = 1L << 40;
    private static final int CANDIDATES = 48;
    private static final long LAST = FIRST + CANDIDATES * SPACING;
    private static final int NO_ACCESS = 0;

    private static long retiredBase;
    private static long retiredBytes;

    private final long base;
    private final long bytes;
    private final boolean common;

    private AddressWindow(long base, long bytes, boolean common) {
        this.base = base;
        this.bytes = bytes;
        this.common = common;
    }

    /**
     * Which of the agreed addresses this process could use.
     *
     * @param bytes the window's size
     * @return a bit for each
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
            final int fixed = retires(address, bytes) ? Libc.MAP_FIXED : Libc.MAP_FIXED_NOREPLACE;
            if (reserveAt(address, bytes, fixed) == address) {
                return taken(new AddressWindow(address, bytes, true));
            }
        }
        final long aligned = NodeLayout.HEAP_ALIGNMENT;
        final long anywhere = reserveAt(0, bytes + aligned, 0);
        if (anywhere < 0) {
            throw new HeapException("cannot reserve " + bytes + " bytes of address space for the heaps of this node ("
                    + Libc.errorText(anywhere) + "); set SHMEM_SYMMETRIC_SIZE to less, or lift the limit of ulimit -v");
        }
        return taken(new AddressWindow((anywhere + aligned - 1) & -aligned, bytes, false));
    }

    /**
     * The window's address.
     *
     * @return an address of this process
     */
    public long base() {
        return base;
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
     * Maps a part of the file at its place in the window.
     *
     * @param file the node's file
     * @param offset bytes from the start of both
     * @param length bytes
     */
    public void map(BackingFile file, long offset, long length) {
        final int flags = Libc.MAP_SHARED | Libc.MAP_FIXED | Libc.MAP_NORESERVE;
        final long result = Libc.mmap(base + offset, length, Libc.READ_WRITE, flags, file.fd(), offset);
        if (result < 0) {
            throw new HeapException(
                    "cannot map " + length + " bytes of the memory of this node (" + Libc.errorText(result) + ")");
        }
    }

    /** Puts private empty memory in the window's place; the range stays taken. */
    public void retire() {
        final int flags = Libc.MAP_PRIVATE_ANONYMOUS | Libc.MAP_FIXED | Libc.MAP_NORESERVE;
        Libc.mmap(base, bytes, Libc.READ_WRITE, flags, -1, 0);
    }

    private static AddressWindow taken(AddressWindow window) {
        retiredBase = window.base;
        retiredBytes = window.bytes;
        return window;
    }

    private static boolean isFree(long address, long bytes) {
        if (retires(address, bytes)) {
            return true;
        }
        final long result = reserveAt(address, bytes, Libc.MAP_FIXED_NOREPLACE);
        if (result >= 0) {
            Libc.munmap(result, bytes);
        }
        return result == address;
    }

    private static boolean retires(long address, long bytes) {
        return address == retiredBase && bytes <= retiredBytes;
    }

    private static long reserveAt(long address, long bytes, int fixed) {
        return Libc.mmap(address, bytes, NO_ACCESS, Libc.MAP_PRIVATE_ANONYMOUS | Libc.MAP_NORESERVE | fixed, -1, 0);
    }

    private static long candidate(int index) {
        return FIRST + index * SPACING;
    }
}
