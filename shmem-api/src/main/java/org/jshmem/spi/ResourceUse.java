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
