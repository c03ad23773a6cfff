package org.jshmem.internal.barrier;

/** Which members of a team are on which node. Members have their numbers in the team. */
public interface MemberNodes {
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
     * The number of members on all nodes.
     *
     * @return at least 1
     */
    int pes();
}
