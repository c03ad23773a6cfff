package org.jshmem.internal.team;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.jshmem.internal.transport.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TeamNodesTest {
    private static final int PES = 30;

    /** Compares with what the placement of the PEs says. */
    private static TeamNodes checked(int[] nodeOf, int me, int... pes) {
        final byte[][] keys =
                Arrays.stream(nodeOf).mapToObj(node -> new byte[] {(byte) node}).toArray(byte[][]::new);
        final int mine = IntStream.range(0, pes.length)
                .filter(i -> pes[i] == me)
                .findFirst()
                .orElseThrow();
        final TeamNodes nodes = new TeamNodes(Topology.of(me, keys), Members.of(pes, mine));
        final int[] ofMembers = Arrays.stream(pes).map(pe -> nodeOf[pe]).toArray();
        final int[] inOrder = Arrays.stream(ofMembers).distinct().toArray();
        assertEquals(inOrder.length, nodes.count());
        assertEquals(pes.length, nodes.pes());
        int runs = 1;
        for (int member = 0; member < pes.length; member++) {
            assertEquals(ofMembers[member], inOrder[nodes.of(member)], "node of member " + member);
            assertEquals(pes[member], nodes.pe(member));
            runs += member > 0 && ofMembers[member] != ofMembers[member - 1] ? 1 : 0;
        }
        assertEquals(runs, nodes.runs());
        assertEquals(runs == inOrder.length, nodes.areConsecutive());
        for (int node = 0; node < inOrder.length; node++) {
            final int inJob = inOrder[node];
            final int[] members = IntStream.range(0, pes.length)
                    .filter(member -> ofMembers[member] == inJob)
                    .toArray();
            assertArrayEquals(members, nodes.members()[node]);
            assertEquals(members[0], nodes.leader(node));
            assertEquals(members.length, nodes.size(node));
            if (inJob == nodeOf[me]) {
                assertEquals(node, nodes.mine());
                assertArrayEquals(members, nodes.local());
                assertEquals(mine, members[nodes.index()]);
            }
        }
        return nodes;
    }

    @Test
    void shouldKnowNodesThatAreFilledOneByOne() {
        final int[] nodeOf = IntStream.range(0, PES).map(pe -> pe / 4).toArray();
        assertEquals(8, checked(nodeOf, 17, IntStream.range(0, PES).toArray()).runs());
        checked(nodeOf, 5, 5);
        checked(nodeOf, 9, 9, 8, 1, 0);
    }

    @Test
    void shouldKnowPesThatAreDealtInTurn() {
        final int[] nodeOf = IntStream.range(0, PES).map(pe -> pe % 4).toArray();
        assertEquals(PES, checked(nodeOf, 17, IntStream.range(0, PES).toArray()).runs());
        checked(nodeOf, 8, 0, 4, 8, 12, 1, 5);
    }

    @Test
    void shouldKnowAnyTeam() {
        final Random random = new Random(17);
        for (int round = 0; round < 100; round++) {
            final int[] nodeOf = random.ints(PES, 0, 1 + random.nextInt(8)).toArray();
            final int[] pes = random.ints(0, PES)
                    .distinct()
                    .limit(1 + random.nextInt(PES))
                    .toArray();
            checked(nodeOf, pes[random.nextInt(pes.length)], pes);
        }
    }
}
