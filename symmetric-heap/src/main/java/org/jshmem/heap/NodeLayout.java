package org.jshmem.heap;

/**
 * The layout of the memory that the PEs of a node share:
 *
 * <ol>
 *   <li>a header page,
 *   <li>the control memory of two teams: of all PEs of the job, and of the PEs that share heaps,
 *   <li>a mailbox for each pair of PEs of the node,
 *   <li>the heap of each PE of the node, at a fixed stride,
 *   <li>the shared heap ({@link SharedHeap}),
 *   <li>memory for the messages of each PE of the node,
 *   <li>memory that is claimed for other teams as they are made,
 *   <li>on one of several nodes, a table of what all PEs of the job have published to be reached by the network.
 * </ol>
 *
 * <p>The header holds the wait point of barriers at 64, the flag of all wait points at 128, words of the hang report
 * from 192, {@link #SHARED_IN_USE_OFFSET}, the wait point of the barriers of non-blocking collectives at 320, and
 * {@link #TEAM_BYTES_TAKEN_OFFSET}.
 *
 * @param pes PEs on the node
 * @param heapBytes the requested size of one heap
 * @param sharedBytes the requested size of the shared heap
 * @param publishers PEs in the table: all of the job, or 0 if there is no other node
 */
public record NodeLayout(int pes, long heapBytes, long sharedBytes, int publishers) {
    /** The size of the header. */
    public static final long HEADER_BYTES = 4096;

    /** The size of what the PEs of a team on a node have in common. */
    public static final long TEAM_HEADER_BYTES = 384;

    /**
     * The size of a PE's part of a team's control memory. The parts of a team lie side by side: PEs read a line of each
     * in a barrier, so these lines must not fall into the same few sets of a cache, as they would at a distance that is
     * a power of two.
     */
    public static final long TEAM_SLOT_BYTES = 384;

    /** The members of a team on a node, if there are more, synchronize in groups of this many. */
    public static final int TEAM_GROUP = 8;

    /** The size of what a group has in common. */
    public static final long TEAM_GROUP_BYTES = 128;

    /** The size of a mailbox: two cache lines, since CPUs fetch pairs. */
    public static final long MAILBOX_BYTES = 128;

    /** Heaps start at multiples of this, the largest alignment of an allocation. */
    public static final long HEAP_ALIGNMENT = 16L << 20;

    /**
     * The memory for the messages of a PE; no multiple of a power of two, for the reason of {@link #TEAM_SLOT_BYTES}.
     */
    public static final long MESSAGE_BYTES = 41 * 4096 + 128;

    /** Addresses for what a PE publishes to be reached by the network. */
    private static final long PUBLISHED_BYTES = 512;

    /** Where the header is. */
    public static final long HEADER_OFFSET = 0;

    /** A word of the header that is not 0 once a PE has allocated from the shared heap. */
    public static final long SHARED_IN_USE_OFFSET = HEADER_OFFSET + 256;

    /** A word of the header: how much of the memory for teams has been taken, in bytes. */
    public static final long TEAM_BYTES_TAKEN_OFFSET = HEADER_OFFSET + 384;

    /** The memory reserved for teams: for all PEs, and more for each. Only what is used is claimed. */
    private static final long TEAM_BYTES = 64L << 20;

    private static final long TEAM_BYTES_OF_PE = 8L << 20;

    /**
     * The layout of the only node of a job, without a shared heap.
     *
     * @param pes PEs on the node
     * @param heapBytes the size of one heap, as asked for
     */
    public NodeLayout(int pes, long heapBytes) {
        this(pes, heapBytes, 0);
    }

    /**
     * The layout of the only node of a job.
     *
     * @param pes PEs on the node
     * @param heapBytes the size of one heap, as asked for
     * @param sharedBytes the size of the shared heap, as asked for
     */
    public NodeLayout(int pes, long heapBytes, long sharedBytes) {
        this(pes, heapBytes, sharedBytes, 0);
    }

    /**
     * The control memory of a team on a node.
     *
     * @param members PEs of the team on the node
     * @return bytes
     */
    public static long teamBytes(int members) {
        return TEAM_HEADER_BYTES + members * TEAM_SLOT_BYTES + teamGroups(members) * TEAM_GROUP_BYTES;
    }

    /** The groups of members, the groups of these groups and so on, but for the last one, which has all. */
    private static int teamGroups(int members) {
        int groups = 0;
        for (int level = Math.ceilDiv(members, TEAM_GROUP); level > 1; level = Math.ceilDiv(level, TEAM_GROUP)) {
            groups += level;
        }
        return groups;
    }

    /**
     * The control memory of the team of all PEs of the job.
     *
     * @return bytes from the start
     */
    public long worldOffset() {
        return HEADER_BYTES;
    }

    /**
     * The control memory of the team of the PEs that share heaps. That are all PEs of the node, or each PE alone.
     *
     * @param index 0, or the index of the PE that is alone in its team
     * @return bytes from the start
     */
    public long sharedTeamOffset(int index) {
        return worldOffset() + teamBytes(pes) + index * teamBytes(1);
    }

    /**
     * The line in which a PE asks another to execute an operation.
     *
     * @param owner who executes it, by its index on the node
     * @param requester who asks
     * @return bytes from the start
     */
    public long mailboxOffset(int owner, int requester) {
        return sharedTeamOffset(pes) + ((long) owner * pes + requester) * MAILBOX_BYTES;
    }

    /**
     * The wait point of a PE, where its threads sleep, with the doorbell of its mailbox thread. It takes the place of
     * the mailbox from the PE to itself, which is not needed.
     *
     * @param index the PE's index on the node
     * @return bytes from the start; {@link #MAILBOX_BYTES} bytes
     */
    public long waitPointOffset(int index) {
        return mailboxOffset(index, index);
    }

    /**
     * The size of header, control memory and mailboxes.
     *
     * @return bytes
     */
    public long controlEnd() {
        return Math.ceilDiv(mailboxOffset(pes, 0), HEADER_BYTES) * HEADER_BYTES;
    }

    /**
     * The distance between two heaps.
     *
     * @return bytes
     */
    public long stride() {
        return Math.ceilDiv(heapBytes, HEAP_ALIGNMENT) * HEAP_ALIGNMENT;
    }

    /**
     * A PE's heap.
     *
     * @param index the PE's index on the node
     * @return bytes from the start
     */
    public long heapOffset(int index) {
        return Math.ceilDiv(controlEnd(), HEAP_ALIGNMENT) * HEAP_ALIGNMENT + index * stride();
    }

    /**
     * The shared heap.
     *
     * @return bytes from the start
     */
    public long sharedOffset() {
        return heapOffset(pes);
    }

    /**
     * The memory for the messages of a PE.
     *
     * @param index the PE's index on the node
     * @return bytes from the start; {@link #MESSAGE_BYTES} bytes
     */
    public long messagesOffset(int index) {
        return sharedOffset() + Math.ceilDiv(sharedBytes, HEAP_ALIGNMENT) * HEAP_ALIGNMENT + index * MESSAGE_BYTES;
    }

    /**
     * The memory for teams.
     *
     * @return bytes from the start
     */
    public long teamsOffset() {
        return Math.ceilDiv(messagesOffset(pes), HEADER_BYTES) * HEADER_BYTES;
    }

    /**
     * Its size.
     *
     * @return bytes
     */
    public long teamsBytes() {
        return TEAM_BYTES + TEAM_BYTES_OF_PE * pes;
    }

    /**
     * The table of what all PEs of the job have published.
     *
     * @return bytes from the start
     */
    public long publishedOffset() {
        return Math.ceilDiv(teamsOffset() + teamsBytes(), HEADER_BYTES) * HEADER_BYTES;
    }

    /**
     * The addresses that the table has; its entries may need less.
     *
     * @return bytes; 0 if there is no other node
     */
    public long publishedBytes() {
        return PUBLISHED_BYTES * publishers;
    }

    /**
     * The size of everything.
     *
     * @return bytes
     */
    public long totalBytes() {
        return Math.ceilDiv(publishedOffset() + publishedBytes(), HEAP_ALIGNMENT) * HEAP_ALIGNMENT;
    }

    /**
     * Whether everything fits an address space.
     *
     * @return false for heaps too large or too many
     */
    public boolean fits() {
        return heapBytes <= AddressWindow.MAX_BYTES / pes
                && sharedBytes <= AddressWindow.MAX_BYTES
                && totalBytes() <= AddressWindow.MAX_BYTES;
    }
}
