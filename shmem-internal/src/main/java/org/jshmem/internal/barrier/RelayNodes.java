package org.jshmem.internal.barrier;

/** The nodes of a team, as its {@link BarrierRelay} needs them. Members have their numbers in the team. */
public interface RelayNodes {
    /**
     * The number of nodes.
     *
     * @return at least 1
     */
    int count();

    /**
     * This node.
     *
     * @return from 0
     */
    int mine();

    /**
     * Whether the members of each node follow one another in the team.
     *
     * @return false if a node's members are before and behind those of another one
     */
    boolean areConsecutive();

    /**
     * The first member on a node, which sends and receives for it.
     *
     * @param node from 0
     * @return a member
     */
    int leader(int node);

    /**
     * The number of members on a node.
     *
     * @param node from 0
     * @return at least 1
     */
    int size(int node);

    /**
     * The members on this node.
     *
     * @return ascending; not to be changed
     */
    int[] local();

    /**
     * The members on each node.
     *
     * @return ascending; as long as the team is large, so to be asked for only where they are needed
     */
    int[][] members();

    /**
     * The number of members on all nodes.
     *
     * @return at least 1
     */
    int pes();

    /**
     * A member's number in the job.
     *
     * @param member its number in the team
     * @return from 0
     */
    int pe(int member);
}
