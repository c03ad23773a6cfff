package org.jshmem.heap;

import java.util.function.LongUnaryOperator;

/**
 * The addresses and the memory of this PE's own heap. The heap reserves addresses, and claims memory as the allocator
 * grows ({@link MemoryClaim}).
 *
 * <p>Where a network has to register the memory ({@link #observe}), an allocation claims it, all PEs vote, and then it
 * is settled: other PEs may access it from now on, and it stays claimed. Only what was claimed since goes back if a PE
 * has voted against.
 *
 * <p>Not thread-safe: the runtime allocates under a lock.
 */
public final class SymmetricHeap {
    /** The least unit in which memory is claimed, in bytes. */
    public static final long UNIT = MemoryClaim.UNIT;

    /** For tests of heaps that are larger than the machine's memory: it comes as it is touched. */
    private static final boolean IS_SPARSE = Boolean.getBoolean("org.jshmem.heap.sparse");

    private final BackingFile file;
    private final MemoryClaim memory;
    private final long base;
    private final long bytes;
    private ClaimObserver observer = ClaimObserver.NONE;
    private LongUnaryOperator claimEnds = SymmetricHeap::wholeUnits;
    private long claimed;

    /** What is never given back. */
    private long settled;

    /**
     * A heap without memory.
     *
     * @param file the file behind it
     * @param fileOffset where it starts there
     * @param base where it is mapped
     * @param bytes its size
     * @param hugePages whether to ask for huge pages
     */
    public SymmetricHeap(BackingFile file, long fileOffset, long base, long bytes, boolean hugePages) {
        this.file = file;
        this.memory = new MemoryClaim(file, fileOffset, base, wholeUnits(bytes), hugePages);
        this.base = base;
        this.bytes = bytes;
        this.claimed = IS_SPARSE ? wholeUnits(bytes) : 0;
    }

    /**
     * A heap in memory that is there already.
     *
     * @param base where
     * @param bytes its size
     * @return the heap, of which nothing has to be claimed
     */
    public static SymmetricHeap ofMemory(long base, long bytes) {
        final SymmetricHeap heap = new SymmetricHeap(null, 0, base, bytes, false);
        heap.claimed = wholeUnits(bytes);
        return heap;
    }

    /**
     * Where the heap is mapped in this process.
     *
     * @return an address
     */
    public long base() {
        return base;
    }

    /**
     * The heap's size.
     *
     * @return bytes
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Whether all memory that was claimed so far is in huge pages. Any thread may call.
     *
     * @return false once the system has refused them
     */
    public boolean isInHugePages() {
        return !memory.hasSmallPages();
    }

    /**
     * Has an observer told of all memory. To be called before any is claimed.
     *
     * @param told the observer
     * @param ends where memory that is claimed ends from now on, by the end of what has to be usable; a multiple of
     *     {@link #UNIT}
     */
    public void observe(ClaimObserver told, LongUnaryOperator ends) {
        if (claimed != 0) {
            throw new IllegalStateException(claimed + " bytes are claimed already");
        }
        observer = told;
        claimEnds = ends;
    }

    /**
     * Whether an observer is told of all memory.
     *
     * @return false for a heap whose memory nobody has to register as it is claimed
     */
    public boolean isObserved() {
        return observer != ClaimObserver.NONE;
    }

    /**
     * How much memory must be claimed before the first so many bytes can be used.
     *
     * @param end bytes from the start of the heap
     * @return bytes, 0 if they can be used now
     */
    public long unclaimed(long end) {
        return Math.max(0, claimEnd(end) - claimed);
    }

    /**
     * How much memory is claimed.
     *
     * @return bytes from the start of the heap
     */
    public long claimed() {
        return claimed;
    }

    /**
     * How much memory is claimed that the first so many bytes do not need.
     *
     * @param end bytes from the start of the heap
     * @return bytes; 0 for a heap whose memory has all been there from the start
     */
    public long spare(long end) {
        return file == null || IS_SPARSE ? 0 : Math.max(0, claimed - claimEnd(end));
    }

    /**
     * The memory that this and the other heaps of the node can still get from the machine.
     *
     * @return as it is now
     */
    public AvailableMemory available() {
        return file.available();
    }

    /**
     * Claims memory for the start of the heap.
     *
     * @param end bytes from the start of the heap that are to be usable
     * @param progress told if it takes long
     * @return false if there is not enough memory; nothing has changed then
     * @throws HeapException if the observer cannot use the memory; nothing has changed then
     */
    public boolean claim(long end, ClaimProgress progress) {
        final long length = unclaimed(end);
        if (length == 0) {
            return true;
        }
        if (!memory.claim(claimed, length, progress)) {
            return false;
        }
        try {
            observer.claimed(claimed, length);
        } catch (HeapException e) {
            memory.release(claimed, length);
            throw e;
        }
        claimed += length;
        return true;
    }

    /** Ends a growth of all PEs: others may access the memory, and what is observed stays claimed from now on. */
    public void settle() {
        settled = isObserved() ? claimed : 0;
    }

    /**
     * Gives memory at the end of the claimed part back, when another PE could not claim its own.
     *
     * @param end bytes from the start of the heap that are to stay usable
     */
    public void unclaim(long end) {
        final long keep = Math.max(claimEnd(end), settled);
        if (file != null && keep < claimed && observer.releases(keep, claimed - keep)) {
            memory.release(keep, claimed - keep);
            claimed = keep;
        }
    }

    /** The last unit may lack what the heap lacks. */
    private long claimEnd(long end) {
        return Math.min(claimEnds.applyAsLong(end), wholeUnits(bytes));
    }

    private static long wholeUnits(long end) {
        return Math.ceilDiv(end, UNIT) * UNIT;
    }
}
