package org.jshmem.heap;

/**
 * The number that names a block of shared memory in the whole job. A handle of a block that was freed is found to be
 * stale: the next block with the same entry has another generation.
 *
 * <table>
 *   <caption>Bits of a handle</caption>
 *   <tr><th>bits</th><th>content</th></tr>
 *   <tr><td>46 … 63</td><td>the PE that allocated it, a number in the job</td></tr>
 *   <tr><td>24 … 45</td><td>index of its entry</td></tr>
 *   <tr><td>0 … 23</td><td>generation, from 1; so 0 is no handle</td></tr>
 * </table>
 */
public final class BlockHandle {
    private static final int GENERATION_BITS = 24;
    private static final int INDEX_BITS = 22;

    /** Entries of a PE's table. */
    static final int MOST_ENTRIES = 1 << INDEX_BITS;

    /** The most PEs of a job that handles tell apart. */
    public static final int MOST_PES = 1 << (Long.SIZE - INDEX_BITS - GENERATION_BITS);

    /** The most blocks of a PE at a time. */
    public static final int MOST_BLOCKS = MOST_ENTRIES - 1;

    static final int GENERATION_MASK = (1 << GENERATION_BITS) - 1;

    private BlockHandle() {}

    static long of(int pe, int index, int generation) {
        return (long) pe << (INDEX_BITS + GENERATION_BITS) | (long) index << GENERATION_BITS | generation;
    }

    /**
     * The PE that allocated the block.
     *
     * @param handle any number
     * @return the PE's number in the job
     */
    public static int pe(long handle) {
        return (int) (handle >>> (INDEX_BITS + GENERATION_BITS));
    }

    /**
     * The block's entry in the table of its PE. Blocks that are allocated at the same time by the same PE have
     * different entries.
     *
     * @param handle any number
     * @return an index from 0
     */
    public static int index(long handle) {
        return (int) (handle >>> GENERATION_BITS) & (MOST_ENTRIES - 1);
    }

    /**
     * The block's entry among the entries of all PEs.
     *
     * @param handle any number
     * @return the same number for handles of the same entry
     */
    public static long entryName(long handle) {
        return handle >>> GENERATION_BITS;
    }

    static int generation(long handle) {
        return (int) handle & GENERATION_MASK;
    }

    /** The generation after one; never 0. */
    static int next(int generation) {
        final int next = (generation + 1) & GENERATION_MASK;
        return next == 0 ? 1 : next;
    }
}
