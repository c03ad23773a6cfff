package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoutesTest {
    private static final int ROUNDS = 300;

    /** A way from each PE to each other one ends there, and both ends of each wire know it. */
    @Test
    void shouldLeadFromEachPeToEachOther() {
        final SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < ROUNDS; round++) {
            final int nodes = random.nextInt(1, 7);
            final int[] nodeOf = nodes(random, random.nextInt(nodes, 15), nodes);
            final int mostWires = random.nextInt(0, 7);
            final Routes[] all = IntStream.range(0, nodeOf.length)
                    .mapToObj(pe -> Routes.of(pe, nodeOf, mostWires))
                    .toArray(Routes[]::new);
            for (int from = 0; from < all.length; from++) {
                for (int to = 0; to < all.length; to++) {
                    assertEquals(to, follow(all, from, to));
                }
            }
            requireMutualWires(all);
        }
    }

    /** Numbers from 0 on, each at least once, in the order of their first PEs. */
    private static int[] nodes(SplittableRandom random, int pes, int nodes) {
        final int[] nodeOf = new int[pes];
        int next = 0;
        for (int pe = 0; pe < pes; pe++) {
            final boolean isNew = next < nodes && (next == 0 || pes - pe <= nodes - next || random.nextInt(2) == 0);
            nodeOf[pe] = isNew ? next++ : random.nextInt(next);
        }
        return nodeOf;
    }

    private static int follow(Routes[] all, int from, int to) {
        final int node = all[from].nodeOf[to];
        if (all[from].isMate(to)) {
            return to;
        }
        final int exit = all[from].exit(node);
        assertTrue(all[from].isMate(exit));
        assertEquals(exit, all[exit].exit(node), "the PE with the wire");
        final int entry = all[exit].entry(node);
        assertEquals(node, all[exit].nodeOf[entry]);
        assertTrue(all[from].isTagged || entry == to, "no tag says for whom");
        assertTrue(all[entry].isMate(to));
        return to;
    }

    private static void requireMutualWires(Routes[] all) {
        final Set<String> sent = new HashSet<>();
        final Set<String> received = new HashSet<>();
        for (Routes routes : all) {
            for (int node : routes.wiredNodes()) {
                assertTrue(sent.add(routes.me + " to " + routes.entry(node)), "two wires between two PEs");
            }
            for (int source : routes.wireSources()) {
                assertTrue(received.add(source + " to " + routes.me), "two wires between two PEs");
            }
        }
        assertEquals(sent, received);
    }

    /**
     * Both ends of a wire take its ring to be of one size, which both have, also if they have other numbers of wires.
     */
    @Test
    void shouldAgreeOnTheSizeOfWires() {
        final SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < ROUNDS; round++) {
            final int nodes = random.nextInt(2, 7);
            final int[] nodeOf = nodes(random, random.nextInt(nodes, 90), nodes);
            final int mostWires = random.nextInt(0, 7);
            final long buffer = 64L << random.nextInt(15);
            for (int from = 0; from < nodeOf.length; from++) {
                final Routes routes = Routes.of(from, nodeOf, mostWires);
                final FlowLayout sender = FlowLayout.of(routes, 12, buffer);
                for (int to : sender.targets) {
                    final FlowLayout receiver = FlowLayout.of(Routes.of(to, nodeOf, mostWires), 12, buffer);
                    final int atSender = sender.wireBuffers(receiver.places(from)[FlowLayout.WIRE_BUFFERS]);
                    final int atReceiver = receiver.wireBuffers(sender.places(to)[FlowLayout.WIRE_BUFFERS]);
                    assertEquals(atSender, atReceiver);
                    assertTrue(sender.wireCopy(0) + (long) atSender * sender.batch <= sender.wireCopy(1));
                    assertTrue(receiver.wireRing(0) + (long) atReceiver * receiver.batch <= receiver.wireRing(1));
                }
            }
        }
    }

    /** The tree of the end has each PE once. */
    @Test
    void shouldFormOneTree() {
        final SplittableRandom random = new SplittableRandom(2);
        for (int round = 0; round < ROUNDS; round++) {
            final int nodes = random.nextInt(1, 30);
            final Routes routes = Routes.of(0, nodes(random, random.nextInt(nodes, 60), nodes), 64);
            final int[] parents = new int[routes.nPes()];
            Arrays.fill(parents, -1);
            for (int pe = 0; pe < routes.nPes(); pe++) {
                for (int child : Ending.children(routes, pe)) {
                    assertEquals(-1, parents[child]);
                    parents[child] = pe;
                }
            }
            for (int pe = 0; pe < routes.nPes(); pe++) {
                assertEquals(parents[pe], Ending.parent(routes, pe));
                assertTrue(depth(parents, pe) < routes.nPes());
            }
            assertEquals(1, Arrays.stream(parents).filter(parent -> parent < 0).count());
        }
    }

    private static int depth(int[] parents, int pe) {
        int depth = 0;
        for (int at = pe; parents[at] >= 0; at = parents[at]) {
            assertFalse(depth++ > parents.length);
        }
        return depth;
    }

    /** 100,096 PEs on 782 nodes need few wires each, and those on 65 nodes have small ones. */
    @Test
    void shouldNeedLittleMemoryInALargeJob() {
        requireLittle(100_096, 128);
        requireLittle(130, 2);
    }

    private static void requireLittle(int pes, int pesOfANode) {
        final int[] nodeOf = IntStream.range(0, pes).map(pe -> pe / pesOfANode).toArray();
        final Routes routes = Routes.of(77, nodeOf, 64);
        final FlowLayout layout = FlowLayout.of(routes, Long.BYTES + AbstractFlow.TAG, 8 << 10);
        final long tables = 5L * Integer.BYTES * nodeOf.length;
        assertTrue(layout.bytes() + tables < 16 << 20, () -> layout.bytes() + tables + " bytes");
    }
}
