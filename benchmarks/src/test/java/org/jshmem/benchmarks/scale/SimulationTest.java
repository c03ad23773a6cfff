package org.jshmem.benchmarks.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The simulation itself checks every outcome and result. */
@Timeout(60)
class SimulationTest {
    private static final NetworkModel STEADY = new NetworkModel(1500, 200, 10, 20, 0);

    /** Messages of different senders overtake one another by several barriers' worth. */
    private static final NetworkModel RESTLESS = new NetworkModel(1500, 200, 10, 20, 20_000);

    private static final Step[] ALL = {
        Step.BARRIER,
        Step.GATHER,
        Step.REDUCE,
        Step.SCAN,
        Step.MISMATCH,
        Step.GATHER,
        Step.BROADCAST,
        Step.SCAN,
        Step.SCAN,
        Step.VOTE,
        Step.MISMATCH,
        Step.REDUCE,
        Step.BARRIER,
        Step.BROADCAST,
        Step.GATHER,
        Step.REDUCE,
        Step.BROADCAST,
        Step.BARRIER
    };

    private static List<Outcome> run(NetworkModel model, int[][] nodes, long seed, double delayNs, Step... steps) {
        try (Arena arena = Arena.ofConfined()) {
            return new Simulation(arena, model, nodes, seed, steps).run(delayNs);
        }
    }

    /** One round, and each number of nodes in the last of several rounds; one PE on a node, and several. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 72})
    void shouldBeRightWithAnyNumberOfNodes(int nodes) {
        for (int pesPerNode = 1; pesPerNode <= 3; pesPerNode += 2) {
            run(RESTLESS, Simulation.nodes(nodes * pesPerNode, pesPerNode), nodes, 2000, ALL);
        }
    }

    /** The PEs of a node are in groups, of which the last one is full or not, in up to three levels. */
    @ParameterizedTest
    @ValueSource(ints = {9, 16, 30, 65, 73})
    void shouldBeRightWithGroupsOnANode(int pesPerNode) {
        run(RESTLESS, Simulation.nodes(10 * pesPerNode, pesPerNode), pesPerNode, 2000, ALL);
        run(RESTLESS, Simulation.nodes(2 * pesPerNode + 1, pesPerNode), pesPerNode, 2000, ALL);
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldBeRightWhateverComesFirst() {
        final SplittableRandom random = new SplittableRandom(7);
        for (int seed = 0; seed < 200; seed++) {
            final int pesPerNode = 1 + random.nextInt(5);
            final int pes = pesPerNode + 1 + random.nextInt(60);
            run(RESTLESS, Simulation.nodes(pes, pesPerNode), seed, random.nextDouble(1, 50_000), ALL);
        }
    }

    /** The seed says which PE it is. */
    @Test
    void shouldNoticeADifferenceWhereverItIs() {
        final int[][] nodes = Simulation.nodes(150, 2);
        for (int seed = 0; seed < 100; seed++) {
            run(STEADY, nodes, seed, 0, Step.MISMATCH, Step.BARRIER);
        }
    }

    @ParameterizedTest
    @CsvSource({"256, 1, 32", "1024, 1, 224", "10112, 3, 480"})
    void shouldSendConstantBytesInLogarithmicRounds(int pes, int rounds, int bytes) {
        final Outcome barrier =
                run(STEADY, Simulation.nodes(pes, 128), 1, 0, Step.BARRIER).getFirst();
        assertEquals(rounds, barrier.rounds());
        assertEquals(bytes, barrier.bytes());
        assertTrue(barrier.ns() < 50_000, barrier::toString);
    }

    @Test
    void shouldRepeatItselfWithTheSameSeed() {
        final int[][] nodes = Simulation.nodes(100, 7);
        assertEquals(run(RESTLESS, nodes, 5, 1000, ALL), run(RESTLESS, nodes, 5, 1000, ALL));
    }
}
