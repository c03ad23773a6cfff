package org.jshmem.spi;

/**
 * Told of what happens in the library beside the calls of the program, for tools that record it. Called by any thread,
 * also by those that hold locks of the library: it returns soon, and calls nothing of the library.
 */
public interface RuntimeListener {
    /**
     * Something is not as it should be, and the library goes on: it warns of that, or a {@code ShmemException} was
     * made.
     *
     * @param text what it is
     */
    default void problem(String text) {}

    /**
     * This PE is about to end the job, and its own process; no shutdown will come. It waits for this for some seconds.
     *
     * @param why what the user is told
     */
    default void failing(String why) {}

    /**
     * The part of the shared heap that this PE allocates from has grown.
     *
     * @param bytes by how much
     * @param durationNs how long that took, in nanoseconds
     */
    default void sharedHeapGrew(long bytes, long durationNs) {}
}
