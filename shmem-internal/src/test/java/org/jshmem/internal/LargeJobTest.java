package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.team.TeamNodes;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.HangWatch;
import org.jshmem.testing.ObjectGraph;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The state of one PE of a large job, made of the classes of the runtime; other PEs are not there. */
@Timeout(60)
class LargeJobTest {
    private static final int PES_PER_NODE = 128;
    private static final int SMALL = 79 * PES_PER_NODE;
    private static final int LARGE = 782 * PES_PER_NODE;

    /** The number of a node's first PE, where nodes are filled one by one. */
    private static final int ME = 41 * PES_PER_NODE;

    private static final Configuration CONFIGURATION = Configuration.of(
            Map.of("SHMEM_SYMMETRIC_SIZE", "1M", "SHMEM_SHARED_SIZE", "1M", "SHMEM_INIT_TIMEOUT", "0"),
            new Properties());

    /** How launchers place PEs. */
    interface Placing {
        int nodeOf(int pe, int nodes);
    }

    static Stream<Named<Placing>> placings() {
        return Stream.of(
                Named.of("nodes are filled one by one", (pe, nodes) -> pe / PES_PER_NODE),
                Named.of("PEs are dealt to nodes in turn", (pe, nodes) -> pe % nodes),
                Named.of("four at a time are dealt to nodes in turn", (pe, nodes) -> pe / 4 % nodes));
    }

    @ParameterizedTest
    @MethodSource("placings")
    void shouldTakeFewBytesForEachPeOfOtherNodes(Placing placing) {
        final long small = bytes(SMALL, placing);
        final long large = bytes(LARGE, placing);

        final double each = (double) (large - small) / (LARGE - SMALL);
        assertTrue(each <= 16, () -> each + " bytes for each PE of another node");
        assertTrue(small < 3 << 20, () -> small + " bytes in a job of " + SMALL + " PEs");
    }

    /**
     * The bytes of a PE that has joined the job, with the default context, TEAM_WORLD and TEAM_SHARED, and messages.
     */
    private static long bytes(int pes, Placing placing) {
        final LargeJob job = job(pes, placing);
        final RuntimeSession session = RuntimeSession.join(job, CONFIGURATION, null);
        try {
            assertEquals(2, job.exchanges, "exchanges of the job, but for those of the network");
            final JshmemRuntime runtime = new JshmemRuntime();
            final RuntimeTeam world = new RuntimeTeam(runtime, "TEAM_WORLD", null);
            final RuntimeContext context = new RuntimeContext(runtime, world, true, 0);
            world.attach(session.world());
            context.attach(session.world(), session.routes(), session.waitPoints(), session.progress());
            session.messages(false);
            return ObjectGraph.bytes(LargeJob.class::equals, session, world, context);
        } finally {
            session.end();
        }
    }

    private static LargeJob job(int pes, Placing placing) {
        final IntUnaryOperator nodeOf = pe -> placing.nodeOf(pe, pes / PES_PER_NODE);
        return new LargeJob(ME, pes, nodeOf);
    }

    @ParameterizedTest
    @MethodSource("placings")
    void shouldKnowEveryPe(Placing placing) {
        final RuntimeSession session = RuntimeSession.join(job(LARGE, placing), CONFIGURATION, null);
        try {
            final TeamNodes nodes = session.world().nodes();
            final Routes routes = session.routes();
            final int mine = placing.nodeOf(ME, LARGE / PES_PER_NODE);
            assertEquals(LARGE, session.nPes());
            assertEquals(PES_PER_NODE, session.teams().shared().members().size());
            int wrong = 0;
            for (int pe = 0; pe < LARGE; pe++) {
                final int node = placing.nodeOf(pe, LARGE / PES_PER_NODE);
                final boolean isHere = session.bases()[pe] != 0;
                final boolean isReached = isHere || routes.to(pe) != null && routes.number(pe) == pe;
                wrong += node == nodes.of(pe)
                                && isHere == (node == mine)
                                && isHere == (session.waitPoints().of(pe) != 0)
                                && isReached
                        ? 0
                        : 1;
            }
            assertEquals(0, wrong, "PEs of which something wrong is known");
        } finally {
            session.end();
        }
    }

    @Test
    void shouldReleaseEverythingAtItsEnd() {
        final LargeJob job = job(SMALL, (pe, nodes) -> pe / PES_PER_NODE);
        final Set<Thread> earlier = Thread.getAllStackTraces().keySet();
        final HangWatch watch = HangWatch.of(100, job);
        assertTrue(started(earlier).allMatch(Thread::isDaemon));
        final RuntimeSession session = RuntimeSession.join(job, CONFIGURATION, watch);
        final MemorySegment view = session.view(session.bases()[ME], 8);
        final LargeJobNetwork network = (LargeJobNetwork) session.progress();
        assertFalse(network.isDetached || job.isFinished);
        session.end();
        assertTrue(network.isDetached, "the network");
        assertTrue(job.isFinished, "the job");
        assertFalse(view.scope().isAlive(), "the segment");
        assertEquals(0, started(earlier).count(), "threads");
    }

    private static Stream<Thread> started(Set<Thread> earlier) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("jshmem") && !earlier.contains(thread));
    }

    /** Where it is known that a network is needed, PEs compare their networks in the exchange that they make anyway. */
    @Test
    void shouldExchangeWhatNetworkAPeHasWithTheFirstExchange() {
        final Configuration apart = Configuration.of(
                Map.of(
                        "SHMEM_SYMMETRIC_SIZE", "1M",
                        "SHMEM_SHARED_SIZE", "1M",
                        "SHMEM_INIT_TIMEOUT", "0",
                        "SHMEM_SHR", "off"),
                new Properties());
        final LargeJob job = new LargeJob(1, 4, pe -> pe);
        RuntimeSession.join(job, apart, null).end();
        final byte[] digest = LargeJobNetwork.DIGEST;
        assertArrayEquals(digest, Arrays.copyOfRange(job.first, job.first.length - digest.length, job.first.length));

        final LargeJob alone = new LargeJob(0, 1, pe -> 0);
        RuntimeSession.join(alone, apart, null).end();
        assertEquals(0, alone.exchanges, "exchanges of one PE");
    }

    /** Its other PEs are asked for nothing, and what the PE says of its job is said of the whole job. */
    @Test
    void shouldSpeakForTheJobAsABootstrapOfANode() {
        final LargeJob job = new LargeJob(3, 4, pe -> pe / 2);
        final NodeBootstrap node = new NodeBootstrap(job, Topology.of(3, new byte[][] {{0}, {0}, {1}, {1}}));
        assertEquals(1, node.pe());
        assertEquals(2, node.numberInJob(0));
        assertEquals(3, node.numberInJob(1));
        assertEquals("a large job", node.describe());
        assertEquals(
                "globalExit(7)",
                assertThrows(AssertionError.class, () -> node.globalExit(7)).getMessage());
        assertEquals(
                "no luck",
                assertThrows(AssertionError.class, () -> node.abort(7, "no luck"))
                        .getMessage());
        assertFalse(job.isFinished);
        node.finish();
        assertTrue(job.isFinished);
    }

    @Test
    void shouldDescribeASession() {
        final RuntimeSession session =
                RuntimeSession.join(job(SMALL, (pe, nodes) -> pe / PES_PER_NODE), CONFIGURATION, null);
        try {
            final long base = session.bases()[ME];
            assertEquals(
                    "transport a node of a large job and none, " + SMALL + " PEs, 79 nodes, "
                            + Runtime.getRuntime().availableProcessors() + " CPUs, heaps of this node mapped at "
                            + Long.toHexString(base),
                    session.describe());
            assertEquals(1 << 20, session.heapBytes());
            assertFalse(session.isInHeap(base - 1));
            assertTrue(session.isInHeap(base));
            assertTrue(session.isInHeap(base + (1 << 20) - 1));
            assertFalse(session.isInHeap(base + (1 << 20)));
            assertEquals(8 << 10, session.flowBufferBytes());
            assertEquals(41, session.nodeOf(ME));
            assertEquals(40, session.nodeOf(ME - 1));
        } finally {
            session.end();
        }
    }

    /** The memory of a node is wired up by one exchange; others take part if they need none. */
    @Test
    void shouldMakeOneExchangeForTheMemoryOfANode() {
        final LargeJob job = new LargeJob(2, 4, pe -> pe / 2);
        final NodeBootstrap node = new NodeBootstrap(job, Topology.of(2, new byte[][] {{0}, {0}, {1}, {1}}));
        assertEquals(0, node.pe());
        assertEquals(2, node.nPes());
        assertEquals(2, node.allgather(new byte[4]).length);
        node.join();
        assertEquals(1, job.exchanges);
        assertThrows(IllegalStateException.class, () -> node.allgather(new byte[4]));
        assertEquals(1, job.exchanges);
        new NodeBootstrap(job, Topology.of(2, new byte[][] {{0}, {0}, {1}, {1}})).join();
        assertEquals(2, job.exchanges, "a node that needs none takes part in that of others");
        new NodeBootstrap(job, Topology.oneNode(2, 4)).join();
        assertEquals(2, job.exchanges, "there are no others");
    }
}
