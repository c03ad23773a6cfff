package org.jshmem.internal.barrier;

/** The nodes of a team, as its {@link BarrierRelay} needs them. */
public interface RelayNodes extends MemberNodes {
    /**
     * Whether the members of each node follow one another in the team.
     *
     * @return false if a node's members are before and behind those of another one
     */
    boolean areConsecutive();

    /**
     * The members on each node.
     *
     * @return ascending; as long as the team is large, so to be asked for only where they are needed
     */
    int[][] members();

    /**
     * A member's number in the job.
     *
     * @param member its number in the team
     * @return from 0
     */
    int pe(int member);
}
