package org.jshmem.bootstrap;

/** Tells which PEs have joined the job, for a report of those that have not. Any thread may call. */
interface Membership {
    /** Names the PEs for which the others wait, as far as this PE can know; text to follow a semicolon. */
    String describe();

    /** For how long this PE delays its report, so that a PE that knows more can report first; in seconds. */
    int reportDelaySeconds();
}
