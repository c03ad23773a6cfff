package org.jshmem.internal.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopologyTest {
    private static final int PES = 97;

    /** Compares with what the keys say, PE by PE. */
    private static Topology checked(IntUnaryOperator nodeOf, int me) {
        final byte[][] keys = IntStream.range(0, PES)
                .mapToObj(pe -> new byte[] {(byte) nodeOf.applyAsInt(pe)})
                .toArray(byte[][]::new);
        final Topology topology = Topology.of(me, keys);
        assertEquals(PES, topology.pes());
        assertEquals(IntStream.range(0, PES).map(nodeOf).distinct().count(), topology.nodes());
        int guest = topology.local().length;
        for (int pe = 0; pe < PES; pe++) {
            final int node = nodeOf.applyAsInt(pe);
            final int[] neighbours = IntStream.range(0, PES)
                    .filter(other -> nodeOf.applyAsInt(other) == node)
                    .toArray();
            final int index = IntStream.range(0, neighbours.length)
                    .filter(i -> neighbours[i] == topology.local()[0])
                    .findFirst()
                    .orElse(-1);
            assertEquals(index >= 0, topology.isLocal(pe), "PE " + pe);
            assertEquals(neighbours[topology.indexOnItsNode(pe)], pe);
            assertEquals(topology.nodeOf(neighbours[0]), topology.nodeOf(pe));
            assertEquals(index >= 0 ? topology.indexOnItsNode(pe) : guest++, topology.indexOf(pe));
        }
        return topology;
    }

    @Test
    void shouldKnowNodesThatAreFilledOneByOne() {
        checked(pe -> pe / 8, 40);
    }

    @Test
    void shouldKnowPesThatAreDealtInTurn() {
        checked(pe -> pe % 12, 40);
        checked(pe -> pe / 3 % 5, 40);
    }

    @Test
    void shouldKnowNodesOfDifferentSizes() {
        checked(pe -> pe < 3 ? 0 : pe < 50 ? 1 : pe < 52 ? 2 : 1, 51);
    }

    @Test
    void shouldKnowPlacementsWithoutAPattern() {
        final int[] nodes = new Random(17).ints(PES, 0, 6).toArray();
        for (int me = 0; me < PES; me += 13) {
            checked(pe -> nodes[pe], me);
        }
    }

    @Test
    void shouldNumberNodesInTheOrderOfTheirLowestPes() {
        final Topology topology = checked(pe -> pe < 10 ? 5 : pe < 20 ? 3 : 5, 12);

        assertEquals(2, topology.nodes());
        assertArrayEquals(
                new int[] {0, 1, 0}, new int[] {topology.nodeOf(0), topology.nodeOf(10), topology.nodeOf(20)});
    }

    /** In the order of the lowest PEs, around all nodes. */
    @Test
    void shouldFindTheLowestPesOfAllNodes() {
        final int[] random = new Random(17).ints(PES, 0, 20).toArray();
        for (IntUnaryOperator nodeOf : List.<IntUnaryOperator>of(
                pe -> pe / 8, pe -> pe % 12, pe -> pe / 3 % 5, pe -> pe < 90 ? pe / 30 : pe, pe -> random[pe])) {
            final int[] nodes = IntStream.range(0, PES).map(nodeOf).distinct().toArray();
            final int[] lowest = Arrays.stream(nodes)
                    .map(node -> IntStream.range(0, PES)
                            .filter(pe -> nodeOf.applyAsInt(pe) == node)
                            .findFirst()
                            .orElseThrow())
                    .toArray();
            for (int i = 0; i < lowest.length; i++) {
                assertEquals(
                        lowest[(i + 1) % lowest.length],
                        checked(nodeOf, lowest[i]).nextLeader());
            }
        }
    }

    @Test
    void shouldGroupIndicesByNode() {
        assertArrayEquals(
                new int[][] {{0, 3, 4}, {1}, {2, 5}}, Topology.group(new int[] {7, 0, 3, 7, 7, 3}), "as they come");
        assertArrayEquals(new int[][] {{0, 1}}, Topology.group(new int[2]));
        assertArrayEquals(new int[0][], Topology.group(new int[0]));
    }

    @Test
    void shouldFindTheLowestPeOfTheNextNode() {
        assertEquals(48, checked(pe -> pe / 8, 40).nextLeader());
        assertEquals(0, checked(pe -> pe / 8, 96).nextLeader());
        assertEquals(7, checked(pe -> pe % 12, 6).nextLeader());
        assertEquals(-1, checked(pe -> pe % 12, 18).nextLeader());
        assertEquals(-1, checked(pe -> 0, 0).nextLeader());
    }

    @Test
    void shouldRefusePesOfNoJob() {
        final Topology topology = Topology.oneNode(0, 3);

        assertThrows(IndexOutOfBoundsException.class, () -> topology.nodeOf(3));
        assertThrows(IndexOutOfBoundsException.class, () -> topology.nodeOf(-1));
    }

    @Test
    void shouldNameAPeOfNoJob() {
        final String text = assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> Topology.oneNode(0, 3).nodeOf(3))
                .getMessage();
        assertEquals("pe=3 is not a PE of the job, whose PEs are 0 to 2", text);
    }

    /** However many PEs a job has. */
    @Test
    void shouldDescribeARegularPlacementInOneBlock() {
        for (int nodes : new int[] {1, 7, 100}) {
            final int[] filled =
                    IntStream.range(0, 12 * nodes).map(pe -> pe / 12).toArray();
            assertEquals(1, new Placement(filled, nodes).blocks());
            final int[] dealt =
                    IntStream.range(0, 12 * nodes).map(pe -> pe % nodes).toArray();
            assertEquals(nodes == 1 ? 1 : 12, new Placement(dealt, nodes).blocks());
        }
    }
}
