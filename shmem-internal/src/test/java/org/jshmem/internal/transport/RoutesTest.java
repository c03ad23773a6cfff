package org.jshmem.internal.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PE 1 of a job whose PEs are dealt to two nodes in turn: 1, 3 and 5 are on its node. */
@Timeout(60)
class RoutesTest {
    private static final Topology TOPOLOGY = Topology.of(1, new byte[][] {{0}, {1}, {0}, {1}, {0}, {1}});

    private final List<String> calls = new ArrayList<>();
    private final Transport node = new RecordingTransport("node ", calls);
    private final Transport network = new RecordingTransport("network ", calls);

    private List<String> callsOf(Routes routes, Consumer<Routes> operation) {
        calls.clear();
        operation.accept(routes);
        return List.copyOf(calls);
    }

    @Test
    void shouldNotBeThereIfAllHeapsAreMapped() {
        assertNull(Routes.of(TOPOLOGY, null, null));
    }

    @Test
    void shouldReachEachPeByTheTransportThatKnowsIt() {
        final Routes both = Routes.of(TOPOLOGY, node, network);
        final Routes mapped = Routes.of(TOPOLOGY, null, network);
        for (int pe = 0; pe < 6; pe++) {
            final boolean isLocal = pe % 2 == 1;
            assertSame(isLocal ? node : network, both.to(pe), "PE " + pe);
            assertEquals(isLocal ? pe / 2 : pe, both.number(pe));
            assertSame(network, mapped.to(pe));
            assertEquals(pe, mapped.number(pe));
        }
        final Routes alone = Routes.of(Topology.oneNode(1, 3), node, null);
        assertSame(node, alone.to(2));
        assertEquals(2, alone.number(2));
    }

    @Test
    void shouldTakeTheNumbersOfATeam() {
        final int[] members = {4, 5, 3};
        final Routes routes = Routes.of(TOPOLOGY, node, network).of(member -> members[member]);
        assertSame(network, routes.to(0));
        assertEquals(4, routes.number(0));
        assertSame(node, routes.to(1));
        assertEquals(2, routes.number(1));
        assertEquals(1, routes.number(2));
        assertEquals(List.of("network fence"), callsOf(routes, all -> all.fence(0)));
        assertEquals(List.of("node fence"), callsOf(routes, all -> all.fence(2)));
    }

    @Test
    void shouldOrderAndCompleteTheOperationsOfBothTransports() {
        final Routes both = Routes.of(TOPOLOGY, node, network);
        assertEquals(List.of("node fence", "network fence"), callsOf(both, Routes::fence));
        assertEquals(List.of("node quiet", "network quiet"), callsOf(both, Routes::quiet));
        assertEquals(
                List.of("node completeLocally", "node quiet", "network completeLocally", "network quiet"),
                callsOf(both, Routes::completeLocally));
        assertEquals(List.of("network close"), callsOf(both, Routes::close), "all contexts share the node's");
    }

    @Test
    void shouldDoWithoutTheOtherTransport() {
        final Routes byNode = Routes.of(Topology.oneNode(1, 3), node, null);
        assertEquals(List.of("node fence"), callsOf(byNode, Routes::fence));
        assertEquals(List.of("node fence"), callsOf(byNode, all -> all.fence(2)));
        assertEquals(List.of("node quiet"), callsOf(byNode, Routes::quiet));
        assertEquals(List.of("node completeLocally", "node quiet"), callsOf(byNode, Routes::completeLocally));
        assertEquals(List.of(), callsOf(byNode, Routes::close));

        final Routes byNetwork = Routes.of(TOPOLOGY, null, network);
        assertEquals(List.of("network fence"), callsOf(byNetwork, Routes::fence));
        assertEquals(List.of("network fence"), callsOf(byNetwork, all -> all.fence(2)));
        assertEquals(List.of(), callsOf(byNetwork, all -> all.fence(3)));
        assertEquals(List.of("network quiet"), callsOf(byNetwork, Routes::quiet));
        assertEquals(List.of("network completeLocally", "network quiet"), callsOf(byNetwork, Routes::completeLocally));
        assertEquals(List.of("network close"), callsOf(byNetwork, Routes::close));
    }

    /** The network may collect operations from then on, with a transport of its own. */
    @Test
    void shouldStartAndStopASessionOfTheNetwork() {
        final Transport collecting = new RecordingTransport("session ", calls) {
            @Override
            public Transport stopSession() {
                super.stopSession();
                return network;
            }
        };
        final Transport willing = new RecordingTransport("network ", calls) {
            @Override
            public Transport startSession() {
                super.startSession();
                return collecting;
            }
        };
        final Routes within = Routes.of(TOPOLOGY, node, willing).startSession();
        assertEquals(List.of("network startSession"), calls);
        assertSame(collecting, within.to(0));
        assertSame(node, within.to(3));
        final Routes after = within.stopSession();
        assertEquals(List.of("network startSession", "session stopSession"), calls);
        assertSame(network, after.to(0));
        assertSame(node, after.to(3));
        assertNotSame(within, after);

        final Routes byNode = Routes.of(Topology.oneNode(1, 3), node, null);
        assertSame(byNode, byNode.startSession());
        assertSame(byNode, byNode.stopSession());
    }
}
