package org.jshmem.internal.transport;

/** Translates the numbers that PEs have in a team to their numbers in the job. */
@FunctionalInterface
public interface PeNumbers {
    /**
     * A member's number in the job.
     *
     * @param member its number in the team
     * @return from 0
     */
    int pe(int member);
}
