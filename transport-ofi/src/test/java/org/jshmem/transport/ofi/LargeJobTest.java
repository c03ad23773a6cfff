package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.Memory;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.PublishedTable;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.testing.Descriptors;
import org.jshmem.testing.ObjectGraph;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One PE of a large job with the real network; all other PEs have published what this one has, so it is they. */
@Timeout(60)
class LargeJobTest {
    private static final int PES_PER_NODE = 128;
    private static final int SMALL = 79 * PES_PER_NODE;
    private static final int LARGE = 782 * PES_PER_NODE;
    private static final long HEAP_BYTES = 1 << 20;

    /** Of an entry of the table for addresses of the internet. */
    private static final int PUBLISHED_BYTES = 128;

    private final AtomicLong received = new AtomicLong();

    /** Of the network that was joined last; the shared heap is there, too. */
    private SymmetricHeap heap;

    @Test
    void shouldTakeAlmostNothingForPesThatItHasNotMet() {
        Requirement.NETWORK.need();
        final long small = bytes(SMALL);
        final long large = bytes(LARGE);

        final double each = (double) (large - small) / (LARGE - SMALL);
        assertTrue(each < 1, () -> each + " bytes for each PE of another node");
    }

    private long bytes(int pes) {
        try (Arena arena = Arena.ofShared()) {
            final Network network = join(pes, arena);
            network.open(false);
            final long bytes = ObjectGraph.bytes(type -> type.equals(LoneJob.class), network);
            network.detach();
            return bytes;
        }
    }

    @Test
    void shouldReachPesThatItMeetsLate() {
        Requirement.NETWORK.need();
        try (Arena arena = Arena.ofShared()) {
            final Network network = join(LARGE, arena);
            final MemorySegment message = arena.allocate(Long.BYTES);
            for (int pe = PES_PER_NODE; pe < LARGE; pe += 20_011) {
                message.set(ValueLayout.JAVA_LONG, 0, pe);
                network.send(pe, message.address(), Long.BYTES);
                while (received.get() != pe) {
                    network.poll();
                }
            }
            network.detach();
        }
        assertEquals(PES_PER_NODE + 4 * 20_011, received.get());
    }

    @Test
    void shouldTellWhatItUses() {
        Requirement.NETWORK.need();
        try (Arena arena = Arena.ofShared()) {
            final Network network = join(2 * PES_PER_NODE, arena);
            final String name = network.name();
            assertTrue(
                    name.matches("ofi tcp;ofi_rxm on \\S+ \\(\\S+\\), atomics by messages, progress by calls"), name);
            assertEquals(HEAP_BYTES + Long.BYTES, network.use().registeredBytes(), "and the word of its heartbeat");
            assertEquals((8 << 10) + 256, network.maxMessageBytes());
            assertSame(network.transport(), network.transport());
            assertNotSame(network.transport(), network.open(false));
            assertSame(ClaimObserver.NONE, network.sharedHeapObserver());
            network.detach();
        }
    }

    /** A context has a queue of its own, and the first job leaves what the process needs once. */
    @Test
    void shouldCloseWhatItHasOpened() throws IOException {
        Requirement.NETWORK.need();
        open();
        final long epolls = Descriptors.open("[eventpoll]");
        final long sockets = Descriptors.open("socket:");
        final long events = Descriptors.open("[eventfd]");
        open();
        assertEquals(epolls, Descriptors.open("[eventpoll]"));
        assertEquals(sockets, Descriptors.open("socket:"));
        assertEquals(events, Descriptors.open("[eventfd]"));
    }

    private void open() throws IOException {
        final long epolls = Descriptors.open("[eventpoll]");
        try (Arena arena = Arena.ofShared()) {
            final Network network = join(2 * PES_PER_NODE, arena);
            final long joined = Descriptors.open("[eventpoll]");
            assertTrue(joined > epolls);
            network.open(false);
            assertTrue(Descriptors.open("[eventpoll]") > joined);
            network.detach();
        }
    }

    /** The count is what tells the progress agent that threads of the program poll. */
    @Test
    void shouldCountPollsOfTheProgram() {
        Requirement.NETWORK.need();
        try (Arena arena = Arena.ofShared()) {
            final OfiNetwork network = (OfiNetwork) join(2 * PES_PER_NODE, arena);
            final long before = network.polls();
            network.poll();
            assertEquals(before + 1, network.polls());
            network.yields();
            assertEquals(before + 5, network.polls());
            for (long turn = 0; turn < 2000; turn++) {
                assertEquals(turn + 1, network.pause(turn, network.main(), -1, "a test"));
            }
            final long counted = network.polls();
            assertTrue(counted >= before + 5 + 2000, counted + " polls");
            final long clock = network.pause(2000, network.main(), -1, "a test");
            assertTrue(PauseTurn.hasClock(clock) && !PauseTurn.isAsleep(clock));
            assertEquals(clock, network.pause(clock, network.main(), -1, "a test"));
            assertFalse(network.hasAgent());
            network.detach();
        }
    }

    @Test
    void shouldTakeAnswersToWhatItHasAskedOnly() {
        Requirement.NETWORK.need();
        try (Arena arena = Arena.ofShared()) {
            final OfiNetwork network = (OfiNetwork) join(2 * PES_PER_NODE, arena);
            final CompletionCounter asked = network.counters().take();
            asked.expect();
            network.replied(asked.id + 1, 5, true);
            network.replied(-1, 5, true);
            assertEquals(1, asked.pending());
            network.replied(asked.id, 7, true);
            assertEquals(0, asked.pending());
            assertEquals(7, asked.result());
            assertTrue(asked.isRefused());
            network.counters().give(asked);
            network.acknowledged(PES_PER_NODE, 99, 1);
            network.acknowledged(PES_PER_NODE, -1, 1);
            network.results(PES_PER_NODE, 99, 0, 0);
            network.transport().quiet();
            network.detach();
        }
    }

    @Test
    void shouldEndTheJobIfTheProgressAgentFails() {
        Requirement.NETWORK.need();
        try (Arena arena = Arena.ofShared()) {
            final OfiNetwork network = (OfiNetwork) join(2 * PES_PER_NODE, arena);
            final Throwable why = new IllegalStateException("as a test wants it") {
                private static final long serialVersionUID = 1;

                @Override
                public void printStackTrace() {
                    received.set(4711);
                }
            };
            assertEquals(
                    "progress failed on the network (tcp;ofi_rxm): " + why,
                    assertThrows(AssertionError.class, () -> network.failed(why))
                            .getMessage());
            assertEquals(4711, received.get());
            network.detach();
        }
    }

    /** By its first access to it, and once. */
    @Test
    void shouldReachTheSharedHeapOfAnotherNode() {
        Requirement.NETWORK.need();
        try (Arena arena = Arena.ofShared()) {
            final Network network = join(2 * PES_PER_NODE, arena);
            final int pe = PES_PER_NODE + 1;
            for (long place : new long[] {16, HEAP_BYTES - Long.BYTES}) {
                network.openSharedHeap(pe);
                assertEquals(2 * HEAP_BYTES + Long.BYTES, network.use().registeredBytes());
                final MemorySegment word = arena.allocate(2 * Long.BYTES, Long.BYTES);
                word.set(ValueLayout.JAVA_LONG, 0, place);
                network.transport().put(pe, SharedOffset.of(pe, place), word.address(), Long.BYTES);
                network.transport().quiet();
                assertEquals(place, Memory.get64(heap.base() + place));
                network.transport().get(pe, word.address() + Long.BYTES, SharedOffset.of(pe, place), Long.BYTES);
                assertEquals(place, word.get(ValueLayout.JAVA_LONG, Long.BYTES));
            }
            network.detach();
        }
    }

    /** While the program waits for something else. */
    @Test
    void shouldMakeProgressInAThreadOfItsOwn() throws InterruptedException {
        Requirement.NETWORK.need();
        try (Arena arena = Arena.ofShared()) {
            final OfiNetwork network = (OfiNetwork) join(2 * PES_PER_NODE, arena, "auto");
            assertTrue(network.name().endsWith(", progress by calls and a thread"), network.name());
            assertTrue(network.hasAgent());
            final Thread agent = agent();
            assertTrue(agent.isDaemon());
            final MemorySegment message = arena.allocate(Long.BYTES, Long.BYTES);
            for (int i = 1; i <= 3; i++) {
                message.set(ValueLayout.JAVA_LONG, 0, i);
                network.send(PES_PER_NODE, message.address(), Long.BYTES);
                while (received.get() != i) {
                    Thread.sleep(1);
                }
            }
            network.detach();
            assertFalse(agent.isAlive());
        }
    }

    private static Thread agent() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("jshmem-network"))
                .findFirst()
                .orElseThrow();
    }

    private Network join(int pes, Arena arena) {
        return join(pes, arena, "calls");
    }

    private Network join(int pes, Arena arena, String progress) {
        final LoneJob job = new LoneJob(pes);
        final byte[][] nodes = new byte[pes][];
        for (int pe = 0; pe < pes; pe++) {
            nodes[pe] = new byte[] {(byte) (pe / PES_PER_NODE >> 8), (byte) (pe / PES_PER_NODE)};
        }
        final BackingFile file = BackingFile.create(HEAP_BYTES);
        final AddressWindow window = AddressWindow.reserve(HEAP_BYTES, 0);
        window.map(file, 0, HEAP_BYTES);
        heap = new SymmetricHeap(file, 0, window.base(), HEAP_BYTES, false);
        final MemorySegment waitPoints = arena.allocate(8192, 4096);
        final long publishedBytes = (long) PUBLISHED_BYTES * pes;
        final NetworkSetup setup = new NetworkSetup(
                job,
                Topology.of(0, nodes),
                new byte[pes][],
                null,
                Configuration.of(
                        Map.of("SHMEM_OFI_PROVIDER", "tcp;ofi_rxm", "SHMEM_PROGRESS", progress), new Properties()),
                heap,
                heap.base(),
                HEAP_BYTES,
                new PublishedTable(arena.allocate(publishedBytes).address(), publishedBytes, true, bytes -> true),
                new WaitPoints(waitPoints.address(), new long[] {waitPoints.address() + 4096}),
                waitPoints.address() + 4096,
                WaitPolicy.endless(true),
                (address, bytes) -> received.set(Memory.get64(address)));
        final OfiProvider provider = new OfiProvider();
        provider.prepare(setup.configuration());
        return provider.attach(setup);
    }
}
