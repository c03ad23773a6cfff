package org.jshmem.spi;

/**
 * What a PE holds, for tests that look for what a call has left behind.
 *
 * @param symmetricBlocks allocations of symmetric memory
 * @param symmetricBytes the part of the symmetric heap that they take, with padding
 * @param sharedBlocks allocations of shared memory by this PE, those of flows included
 * @param sharedBytes their size
 * @param contexts contexts that are not destroyed, without the default context
 * @param matchingSpaces matching spaces of messages, the one of the world included once it is used
 */
public record ResourceUse(
        long symmetricBlocks,
        long symmetricBytes,
        long sharedBlocks,
        long sharedBytes,
        long contexts,
        long matchingSpaces) {
    /** Nothing. */
    public static final ResourceUse NONE = new ResourceUse(0, 0, 0, 0, 0, 0);
}
