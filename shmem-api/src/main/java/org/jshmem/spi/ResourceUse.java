package org.jshmem.spi;

/**
 * The resources that a PE holds. Tests compare two of these to find what calls in between have left behind.
 *
 * @param symmetricBlocks allocations of symmetric memory
 * @param symmetricBytes the part of the symmetric heap that they take, with padding
 * @param sharedBlocks allocations of shared memory by this PE, those of flows included
 * @param sharedBytes their size
 * @param contexts contexts that are not destroyed, without the default context
 * @param matchingSpaces matching spaces of messages, the one of the world included once it is used
 * @param sharedBytesInUse what the allocator of shared memory has given out, with padding, without what the library
 *     keeps for later messages
 * @param claimedBytes memory of the shared heap that this PE has claimed for its blocks, and memory of the symmetric
 *     heap that is claimed beyond the end of the highest block so far
 * @param sendRecords records of messages whose receivers have not taken all of them
 * @param openRequests non-blocking collectives that are not completed, and receives that no message has matched
 */
public record ResourceUse(
        long symmetricBlocks,
        long symmetricBytes,
        long sharedBlocks,
        long sharedBytes,
        long contexts,
        long matchingSpaces,
        long sharedBytesInUse,
        long claimedBytes,
        long sendRecords,
        long openRequests) {
    /** Nothing. */
    public static final ResourceUse NONE = new ResourceUse(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
