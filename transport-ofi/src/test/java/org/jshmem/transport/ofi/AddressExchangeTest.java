package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.MessageSender;
import org.jshmem.internal.transport.PublishedTable;
import org.jshmem.internal.transport.Topology;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Leaders are threads; messages of one leader to another stay in order, and others overtake one another. */
@Tag(QuickFilter.FULL)
@Timeout(60)
class AddressExchangeTest {
    private static final int NAME_BYTES = 13;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 7, 8, 9, 16, 17, 33})
    void shouldCompleteAllTables(int nodes) throws Exception {
        final Random random = new Random(nodes);
        // Many leaders take turns on few CPUs.
        for (int run = 0; run < Math.clamp(1500 / (nodes * nodes), 2, 20); run++) {
            final int pes = nodes + random.nextInt(4 * nodes);
            exchange(place(pes, nodes, random), 100 + random.nextInt(300), random);
        }
    }

    /** The figures of docs/clusters.md, with as many bytes as a message of the network may have. */
    @ParameterizedTest
    @CsvSource({"8, 10, 57_424", "79, 85, 639_656", "782, 777, 6_404_168"})
    void shouldSendWhatIsDocumented(int nodes, int messages, String bytes) {
        final int[][] placed = Topology.group(
                IntStream.range(0, 128 * nodes).map(pe -> pe / 128).toArray());
        final MemorySegment memory = Arena.ofAuto().allocate(128L * 64 * nodes + 16, Long.BYTES);
        final PeerTable table = new PeerTable(memory.address());
        PeerTable.begin(
                new PublishedTable(memory.address(), memory.byteSize(), true, claimed -> true), 128 * nodes, 16, 1);
        final List<Integer> sent = new ArrayList<>();
        final MessageSender counter = new MessageSender() {
            @Override
            public int maxMessageBytes() {
                return MessageDescriptor.MOST_PAYLOAD_BYTES;
            }

            @Override
            public void send(int pe, long address, int size) {
                sent.add(size);
            }
        };
        new AddressExchange(placed, nodes / 2, table).exchange(counter, (isSo, pe) -> {});

        assertEquals(messages, sent.size());
        assertEquals(
                Integer.parseInt(bytes.replace("_", "")),
                sent.stream().mapToInt(size -> size).sum());
    }

    /** Each node has a PE, the others are anywhere; nodes are in the order of their lowest PEs. */
    private static int[] place(int pes, int nodes, Random random) {
        final int[] nodeOf = new int[pes];
        for (int pe = 0; pe < pes; pe++) {
            nodeOf[pe] = pe < nodes ? pe : random.nextInt(nodes);
        }
        return nodeOf;
    }

    private static void exchange(int[] nodeOf, int messageBytes, Random random) throws Exception {
        final int[][] nodes = Topology.group(nodeOf);
        final AtomicInteger complete = new AtomicInteger();
        final List<Leader> leaders = new ArrayList<>();
        for (int node = 0; node < nodes.length; node++) {
            leaders.add(new Leader(nodes, node, nodeOf, leaders, messageBytes, complete, random.nextLong()));
        }
        final List<Future<Void>> ends = new ArrayList<>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            leaders.forEach(leader -> ends.add(threads.submit(leader)));
        }
        for (Future<Void> end : ends) {
            end.get();
        }
    }

    /** A leader with its messages; its thread handles them. */
    private static final class Leader implements Callable<Void>, MessageSender {
        private final int[][] nodes;
        private final int mine;
        private final int[] nodeOf;
        private final List<Leader> leaders;
        private final int messageBytes;
        private final AtomicInteger complete;
        private final Random random;
        private final MemorySegment memory;
        private final PeerTable table;
        private final AddressExchange exchange;

        /** By sender; guarded by this object's monitor. */
        private final List<Deque<byte[]>> arrived = new ArrayList<>();

        private boolean isComplete;

        Leader(
                int[][] nodes,
                int mine,
                int[] nodeOf,
                List<Leader> leaders,
                int messageBytes,
                AtomicInteger complete,
                long seed) {
            this.nodes = nodes;
            this.mine = mine;
            this.nodeOf = nodeOf;
            this.leaders = leaders;
            this.messageBytes = messageBytes;
            this.complete = complete;
            this.random = new Random(seed);
            this.memory = Arena.ofAuto().allocate(100L * nodeOf.length + 100, Long.BYTES);
            this.table = new PeerTable(memory.address());
            PeerTable.begin(
                    new PublishedTable(memory.address(), memory.byteSize(), true, bytes -> true),
                    nodeOf.length,
                    NAME_BYTES,
                    1);
            for (int pe : nodes[mine]) {
                table.put(pe, address(pe));
            }
            for (int[] pes : nodes) {
                table.put(pes[0], address(pes[0]));
                arrived.add(new ArrayDeque<>());
            }
            this.exchange = new AddressExchange(nodes, mine, table);
        }

        private static PeerAddress address(int pe) {
            return new PeerAddress("tcp", new byte[1 + pe % NAME_BYTES], pe, pe + 1, pe + 2, pe + 3, pe + 4, 0, true);
        }

        @Override
        public Void call() {
            exchange.exchange(this, this::await);
            assertEquals(nodes.length, complete.get(), "leaders with all entries when one goes on");
            return null;
        }

        @Override
        public int maxMessageBytes() {
            return messageBytes;
        }

        @Override
        public void send(int pe, long address, int bytes) {
            assertTrue(bytes <= messageBytes, () -> bytes + " bytes");
            assertEquals(nodes[nodeOf[pe]][0], pe, "a leader");
            final byte[] message = new byte[bytes];
            Memory.copy(address, MemorySegment.ofArray(message), 0, bytes);
            final Leader target = leaders.get(nodeOf[pe]);
            synchronized (target) {
                target.arrived.get(mine).add(message);
            }
        }

        private void await(BooleanSupplier isSo, int pe) {
            noteIfComplete();
            while (!isSo.getAsBoolean()) {
                final byte[] message = take();
                if (message == null) {
                    Thread.onSpinWait();
                    Thread.yield();
                } else {
                    final MemorySegment copy = Arena.ofAuto().allocate(message.length, Long.BYTES);
                    MemorySegment.copy(MemorySegment.ofArray(message), 0, copy, 0, message.length);
                    try {
                        exchange.received(copy.address(), message.length);
                    } finally {
                        Reference.reachabilityFence(copy);
                    }
                }
                noteIfComplete();
            }
        }

        private synchronized byte[] take() {
            return arrived.get(random.nextInt(arrived.size())).poll();
        }

        private void noteIfComplete() {
            if (!isComplete && hasAll()) {
                isComplete = true;
                complete.incrementAndGet();
            }
        }

        private boolean hasAll() {
            for (int pe = 0; pe < nodeOf.length; pe++) {
                if (table.heartbeatKey(pe) != pe + 4 || table.name(pe).length != 1 + pe % NAME_BYTES) {
                    return false;
                }
            }
            return true;
        }
    }
}
