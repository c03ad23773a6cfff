package org.jshmem.internal.team;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.RecordingTransport;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PE 1 of four: PE 0 is on its node, with a heap that is mapped. */
@Timeout(60)
class TeamHeapsTest {
    private final Arena arena = Arena.ofAuto();
    private final long own = arena.allocate(64, 8).address();
    private final long neighbour = arena.allocate(64, 8).address();
    private final long[] bases = {neighbour, own, 0, 0};
    private final List<String> calls = new ArrayList<>();
    private final Routes routes = Routes.of(
            Topology.of(1, new byte[][] {{0}, {0}, {1}, {1}}),
            new RecordingTransport("node ", calls),
            new RecordingTransport("network ", calls));
    private final TeamHeaps heaps = TeamHeaps.ofWorld(bases, Members.world(4, 1), routes);

    @Test
    void shouldReachHeapsThatAreNotMappedByTheirRoute() {
        heaps.get(2, 100, 200, 8);
        heaps.getNbi(3, 101, 201, 9);
        heaps.put(2, 102, 202, 10);
        heaps.getBlocks(3, 103, 16, 203, 24, 8, 5);
        heaps.quiet();
        assertEquals(
                List.of(
                        "network get 2 200 100 8",
                        "network get 3 201 101 9",
                        "network put 2 102 202 10",
                        "network getBlocks 3 203 24 103 16 8 5",
                        "node quiet",
                        "network quiet"),
                calls);
        assertFalse(heaps.mapped());
    }

    @Test
    void shouldCopyFromAndToHeapsThatAreMapped() {
        final long words = arena.allocate(64, 8).address();
        Memory.put64(neighbour + 8, 42);
        Memory.put64(neighbour + 24, 43);
        heaps.get(0, 8, words, 8);
        heaps.getNbi(0, 24, words + 8, 8);
        assertEquals(42, Memory.get64(words));
        assertEquals(43, Memory.get64(words + 8));
        heaps.put(0, 40, words + 8, 8);
        assertEquals(43, Memory.get64(neighbour + 40));
        heaps.getBlocks(0, 8, 16, words + 16, 8, 8, 2);
        assertEquals(42, Memory.get64(words + 16));
        assertEquals(43, Memory.get64(words + 24));
        assertEquals(List.of(), calls);
        assertEquals(own, heaps.own());
        assertEquals(neighbour, heaps.base(0));
    }

    /** The members of a team have other numbers. */
    @Test
    void shouldReachMembersOfATeam() {
        final TeamHeaps some = TeamHeaps.of(bases, Members.of(new int[] {3, 1, 0}, 1), routes);
        assertArrayEquals(new long[] {0, own, neighbour}, some.bases());
        assertEquals(own, some.own());
        some.put(0, 102, 202, 10);
        assertEquals(List.of("network put 3 102 202 10"), calls);
        final TeamHeaps here = TeamHeaps.of(bases, Members.of(new int[] {1, 0}, 0), routes);
        assertTrue(here.mapped());
        here.quiet();
        assertEquals(1, calls.size(), "nothing is to be completed");
    }

    @Test
    void shouldForgetTheHeapsAtTheEnd() {
        heaps.end();
        assertArrayEquals(new long[4], heaps.bases());
    }
}
