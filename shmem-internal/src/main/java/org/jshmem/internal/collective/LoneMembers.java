package org.jshmem.internal.collective;

import org.jshmem.internal.barrier.MemberNodes;
import org.jshmem.internal.team.Members;

/**
 * The members of a team, each treated as a node of its own.
 *
 * @param team its members
 */
record LoneMembers(Members team) implements MemberNodes {
    @Override
    public int count() {
        return team.size();
    }

    @Override
    public int mine() {
        return team.me();
    }

    @Override
    public int leader(int node) {
        return node;
    }

    @Override
    public int size(int node) {
        return 1;
    }

    @Override
    public int[] local() {
        return new int[] {team.me()};
    }

    @Override
    public int pes() {
        return team.size();
    }
}
