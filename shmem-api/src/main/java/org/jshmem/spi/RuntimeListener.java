package org.jshmem.spi;

/**
 * Receives events of the library, other than the calls of the program, for tools that record them. Any thread may call
 * it, including threads that hold locks of the library. An implementation must therefore return soon, and must not call
 * the library.
 */
public interface RuntimeListener {
    /**
     * Reports a problem after which the library goes on: it printed a warning, or a {@code ShmemException} was created.
     *
     * @param text describes the problem
     */
    default void problem(String text) {}

    /**
     * Reports that this PE is about to end the job and its own process, without a shutdown. The PE waits for this call
     * for some seconds.
     *
     * @param why the message for the user
     */
    default void failing(String why) {}

    /**
     * Reports that the part of the shared heap that this PE allocates from has grown.
     *
     * @param bytes by how much
     * @param durationNs how long that took, in nanoseconds
     */
    default void sharedHeapGrew(long bytes, long durationNs) {}

    /**
     * Reports that this PE has made a flow of records.
     *
     * @param figures what the flow has done; they grow until it ends
     */
    default void flowMade(FlowFigures figures) {}

    /**
     * Reports that a flow has ended.
     *
     * @param figures the object that {@link #flowMade} got
     */
    default void flowEnded(FlowFigures figures) {}
}
