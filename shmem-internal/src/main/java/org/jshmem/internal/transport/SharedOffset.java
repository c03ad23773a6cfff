package org.jshmem.internal.transport;

/**
 * Names a place in the shared heap of another node where an operation has an offset in the symmetric heap: a negative
 * number.
 *
 * <table>
 *   <caption>Bits</caption>
 *   <tr><th>bits</th><th>content</th></tr>
 *   <tr><td>63</td><td>1</td></tr>
 *   <tr><td>45 … 62</td><td>the PE whose handle led there, a number in the job; its endpoint serves the operation</td></tr>
 *   <tr><td>0 … 44</td><td>bytes from the start of the shared heap of that PE's node</td></tr>
 * </table>
 *
 * <p>Bytes are added to it as to any other offset. An operation gets it only for the PE that it names, whose heap is
 * not mapped here: so it comes to a transport of the network, and to no other.
 */
public final class SharedOffset {
    /** What can be named of a shared heap. */
    public static final long MOST_BYTES = 1L << 45;

    private static final int OWNER_SHIFT = 45;

    private SharedOffset() {}

    /**
     * Names a place.
     *
     * @param owner a PE of another node
     * @param offset bytes from the start of the shared heap of its node, less than {@link #MOST_BYTES}
     * @return a negative number
     */
    public static long of(int owner, long offset) {
        return Long.MIN_VALUE | (long) owner << OWNER_SHIFT | offset;
    }

    /**
     * Whether an offset names a place in a shared heap.
     *
     * @param offset of an operation
     * @return false for one in the symmetric heap
     */
    public static boolean isShared(long offset) {
        return offset < 0;
    }

    /**
     * The PE that an offset names.
     *
     * @param shared a negative offset
     * @return its number in the job
     */
    public static int owner(long shared) {
        return (int) ((shared & Long.MAX_VALUE) >>> OWNER_SHIFT);
    }

    /**
     * The place that an offset names.
     *
     * @param shared a negative offset
     * @return bytes from the start of the shared heap
     */
    public static long place(long shared) {
        return shared & (MOST_BYTES - 1);
    }
}
