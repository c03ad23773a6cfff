package org.jshmem.bootstrap;

/** Tells which PEs have joined the job and live, as far as this PE can know. Any thread may call. */
interface Membership {
    /** Which PEs are ended by the signal that ends this one. */
    enum Extent {
        /** Not all PEs of this node: somebody has ended this PE. */
        PE,
        /** All PEs of this node, on which not all PEs of the job are. */
        NODE,
        /** All PEs of the job: its launcher or the user ends the whole. */
        JOB
    }

    /** Names the PEs for which the others wait, as far as this PE can know; text to follow a semicolon. */
    String describe();

    /** For how long this PE delays its report, so that a PE that knows more can report first; in seconds. */
    int reportDelaySeconds();

    /** Names the PEs that have joined the job and whose processes have ended since; empty if none is known. */
    String ended();

    /** Whether this PE is the one of its node that reports, so that a message about the node is printed only once. */
    boolean isReporter();

    /**
     * Tells the PEs of this node that a signal ends this PE, and waits until it is known whom else the signal ends.
     *
     * @param signal its name, as {@code SIGTERM}
     */
    Extent endBySignal(String signal);
}
