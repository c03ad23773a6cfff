package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.testing.PeThreads;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Threads stand in for PEs, each node has control memory of its own, and messages between nodes are late. */
@Timeout(60)
class BarrierRelayTest {
    private static final long TEAM = 4711;

    private static final long HEAP_BYTES = 1 << 17;

    private static final long TEAM_BYTES = 1 << 17;

    private interface Pe {
        void run(int pe, TeamBarrier barrier, MemorySegment heap) throws Exception;
    }

    /** The PEs on each node, which have the same numbers in the team and in the job. */
    static final class Nodes implements RelayNodes {
        private final int pes;
        private final int[][] members;
        private final int mine;

        Nodes(int pes, int[][] members, int mine) {
            this.pes = pes;
            this.members = members;
            this.mine = mine;
        }

        @Override
        public int pes() {
            return pes;
        }

        @Override
        public int[][] members() {
            return members;
        }

        @Override
        public int mine() {
            return mine;
        }

        @Override
        public int count() {
            return members.length;
        }

        @Override
        public int leader(int node) {
            return members[node][0];
        }

        @Override
        public int size(int node) {
            return members[node].length;
        }

        @Override
        public int[] local() {
            return members[mine];
        }

        @Override
        public int pe(int member) {
            return member;
        }

        @Override
        public boolean areConsecutive() {
            return members.length == pes;
        }
    }

    /** A network with one thread for each PE, which delivers in order and now and then takes its time. */
    static final class Mail implements MessageSender {
        private final List<BlockingQueue<byte[]>> queues = new ArrayList<>();
        private final List<Thread> threads = new ArrayList<>();
        private final int maxBytes;

        Mail(List<BarrierRelayInbox> inboxes, int maxBytes) {
            this.maxBytes = maxBytes;
            for (BarrierRelayInbox inbox : inboxes) {
                final BlockingQueue<byte[]> queue = new LinkedBlockingQueue<>();
                queues.add(queue);
                threads.add(Thread.ofPlatform().daemon().start(() -> deliver(queue, inbox)));
            }
        }

        private static void deliver(BlockingQueue<byte[]> queue, BarrierRelayInbox inbox) {
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment buffer = arena.allocate(1 << 16, 8);
                for (byte[] message = queue.take(); message.length > 0; message = queue.take()) {
                    if (ThreadLocalRandom.current().nextInt(50) == 0) {
                        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(300_000));
                    }
                    MemorySegment.copy(MemorySegment.ofArray(message), 0, buffer, 0, message.length);
                    inbox.receive(buffer.address(), message.length);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public int maxMessageBytes() {
            return maxBytes;
        }

        @Override
        public void send(int pe, long address, int bytes) {
            assertTrue(bytes <= maxBytes);
            final byte[] copy = new byte[bytes];
            Memory.copy(address, MemorySegment.ofArray(copy), 0, bytes);
            queues.get(pe).add(copy);
        }

        void close() throws InterruptedException {
            queues.forEach(queue -> queue.add(new byte[0]));
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    /** PEs are dealt out to the nodes, so that those of a node are not consecutive. */
    private static void run(int nodes, int pes, int maxBytes, Pe body) throws Exception {
        run(nodes, pes, maxBytes, node -> true, body);
    }

    /** Only some nodes have memory for what the PEs bring. */
    private static void run(int nodes, int pes, int maxBytes, IntPredicate hasMemory, Pe body) throws Exception {
        final byte[][] keys = new byte[pes][];
        for (int pe = 0; pe < pes; pe++) {
            keys[pe] = new byte[] {(byte) (pe % nodes)};
        }
        final int[] all = IntStream.range(0, pes).toArray();
        final Arena arena = Arena.ofShared();
        final Topology[] topologies =
                Arrays.stream(all).mapToObj(pe -> Topology.of(pe, keys)).toArray(Topology[]::new);
        final long[] controls = new long[nodes];
        final MemorySegment heaps = arena.allocate(pes * HEAP_BYTES, 4096);
        final List<BarrierRelayInbox> inboxes = new ArrayList<>();
        for (int pe : all) {
            if (pe < nodes) {
                final long bytes = layout(topologies[pe]).controlEnd() + TEAM_BYTES;
                controls[pe] = arena.allocate(bytes, 4096).address();
            }
            inboxes.add(new BarrierRelayInbox(controls[pe % nodes]));
        }
        final Mail mail = new Mail(inboxes, maxBytes);
        PeThreads.run(
                pes,
                pe -> body.run(
                        pe,
                        barrier(
                                mail,
                                inboxes.get(pe),
                                topologies[pe],
                                controls[pe % nodes],
                                pes,
                                pe,
                                hasMemory.test(pe % nodes)),
                        heaps.asSlice(pe * HEAP_BYTES, HEAP_BYTES)));
        mail.close();
        arena.close();
    }

    private static NodeLayout layout(Topology topology) {
        return new NodeLayout(topology.local().length, 0);
    }

    private static TeamBarrier barrier(
            Mail mail, BarrierRelayInbox inbox, Topology topology, long control, int pes, int pe, boolean hasMemory) {
        final NodeLayout layout = layout(topology);
        final int[] local = topology.local();
        final TeamArea area = new TeamArea(control + layout.worldOffset(), local.length);
        final int[][] nodes =
                Topology.group(IntStream.range(0, pes).map(topology::nodeOf).toArray());
        final int index = topology.indexOnItsNode(pe);
        final BarrierLines lines = new BarrierLines(area, local, index);
        final TeamMemory memory = new TeamMemory(
                control,
                NodeLayout.TEAM_BYTES_TAKEN_OFFSET,
                layout.controlEnd(),
                TEAM_BYTES,
                (offset, bytes) -> hasMemory);
        final Nodes ofTeam = new Nodes(pes, nodes, topology.nodeOf(pe));
        BarrierRelay relay = null;
        if (index == 0) {
            relay = new BarrierRelay(mail, TEAM, ofTeam, area, memory);
            inbox.add(relay);
        }
        return TeamBarrier.onSeveralNodes(
                ofTeam,
                area,
                lines,
                nodes.length == 3,
                relay,
                memory,
                new WaitPoints(control, layout, local),
                WaitPolicy.endless(true));
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 5", "3, 3", "4, 4", "8, 8", "9, 9", "20, 20", "9, 14", "2, 19", "2, 140", "3, 30"})
    void shouldLetNobodyPassBeforeAllHaveCome(int nodes, int pes) throws Exception {
        final RoundCheck check = new RoundCheck(pes, Math.max(30, 500 / pes));
        run(nodes, pes, 4096, (pe, barrier, heap) -> check.run(pe, barrier));
    }

    @ParameterizedTest
    @CsvSource({"2, 3, 4096", "3, 7, 200", "9, 12, 200", "2, 35, 4096"})
    void shouldShowEverybodyWhatEachBrings(int nodes, int pes, int maxBytes) throws Exception {
        run(nodes, pes, maxBytes, (pe, barrier, heap) -> {
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment mine = arena.allocate(TeamArea.PAYLOAD_BYTES, 8);
                for (int round = 0; round < RoundCheck.rounds(100); round++) {
                    final int bytes = 1 + round % TeamArea.PAYLOAD_BYTES;
                    mine.asSlice(0, bytes).fill((byte) (pe + round));
                    barrier.payloads().bring(mine.address(), bytes);
                    assertTrue(barrier.await(CollectiveCall.FCOLLECT, bytes, 0, 0));
                    for (int other = 0; other < pes; other++) {
                        final long theirs = barrier.payloads().of(other);
                        assertEquals((byte) (other + round), Memory.get8(theirs));
                        assertEquals((byte) (other + round), Memory.get8(theirs + bytes - 1));
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"2, 3, 4096", "3, 7, 200", "9, 12, 200", "2, 35, 4096"})
    void shouldShowEverybodyWhatTheRootBrings(int nodes, int pes, int maxBytes) throws Exception {
        run(nodes, pes, maxBytes, (pe, barrier, heap) -> {
            for (int round = 0; round < RoundCheck.rounds(100); round++) {
                final int root = round * 5 % pes;
                if (root == pe) {
                    barrier.payloads().bringWord(100 + round);
                }
                barrier.payloads().pick(root, Long.BYTES);
                assertTrue(barrier.await(CollectiveCall.BROADCAST, 8, 0, 0));
                assertEquals(100 + round, Memory.get64(barrier.payloads().of(root)));
            }
        });
    }

    /** Each contribution counts once, and the order is that of the nodes, and on a node that of its members. */
    @ParameterizedTest
    @CsvSource({"2, 3, 4096", "3, 7, 200", "9, 12, 200", "10, 10, 4096"})
    @Tag(QuickFilter.FULL)
    void shouldCombineWhatAllBring(int nodes, int pes, int maxBytes) throws Exception {
        final BarrierPayloads.Combination append = (from, to) -> {
            long all = Memory.get64(from.of(0));
            for (int i = 1; i < from.count(); i++) {
                all = all << 4 * Math.max(1, digits(Memory.get64(from.of(i)))) | Memory.get64(from.of(i));
            }
            Memory.put64(to, all);
        };
        long ordered = 0;
        for (int node = 0; node < nodes; node++) {
            for (int pe = node; pe < pes; pe += nodes) {
                ordered = ordered << 4 | pe + 1;
            }
        }
        final long expected = ordered;
        run(nodes, pes, maxBytes, (pe, barrier, heap) -> {
            for (int round = 0; round < RoundCheck.rounds(100); round++) {
                barrier.payloads().bringWord(pe + 1);
                barrier.payloads().combine(append);
                assertTrue(barrier.await(CollectiveCall.REDUCE, 8, 0, 0));
                assertEquals(
                        Long.toHexString(expected),
                        Long.toHexString(Memory.get64(barrier.payloads().combined())));
                assertTrue(barrier.await(CollectiveCall.BARRIER_ALL), "and the next barrier has no payload");
            }
        });
    }

    private static int digits(long number) {
        return Long.toHexString(number).length();
    }

    @ParameterizedTest
    @CsvSource({"2, 8448", "3, 200", "8, 4096"})
    void shouldBringBlocksAlong(int pes, int maxBytes) throws Exception {
        final int most = RelayMessage.mostCargo(maxBytes);
        run(pes, pes, maxBytes, (pe, barrier, heap) -> {
            assertTrue(barrier.payloads().carries(most));
            assertFalse(barrier.payloads().carries(most + 1));
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment source = arena.allocate((long) pes * most);
                for (int round = 0; round < RoundCheck.rounds(100); round++) {
                    final int bytes = round == 0 ? most : 1 + round * 37 % most;
                    for (int to = 0; to < pes; to++) {
                        source.asSlice((long) to * bytes, bytes).fill((byte) (pe * 16 + to + round));
                    }
                    if (round % 3 != 2 || pe == 1) {
                        barrier.payloads().load(source.address(), round % 3 == 0 ? bytes : 0, bytes);
                    }
                    assertTrue(barrier.await(CollectiveCall.ALLTOALL));
                    source.fill((byte) -1); // what was sent is a copy
                    for (int from = 0; from < pes; from++) {
                        if (from != pe && (round % 3 != 2 || from == 1)) {
                            final byte expected = (byte) (from * 16 + (round % 3 == 0 ? pe : 0) + round);
                            final long block = barrier.payloads().carried(from);
                            for (int i = bytes - 1; i >= 0; i--) { // the last one comes last
                                assertEquals(expected, Memory.get8(block + i));
                            }
                        }
                    }
                    if (round % 5 == 0) {
                        assertTrue(barrier.await(CollectiveCall.ALLTOALL), "the next barrier has no cargo");
                    }
                }
            }
        });
    }

    @Test
    @Timeout(20)
    void shouldFailAtOnceWhenAPeFails() {
        final Error thrown = assertThrows(
                AssertionError.class,
                () -> run(2, 4, 4096, (pe, barrier, heap) -> {
                    assertTrue(pe != 3, "no luck");
                    barrier.await(CollectiveCall.BARRIER_ALL);
                }));
        assertTrue(thrown.getMessage().startsWith("no luck"), thrown::getMessage);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "8, 1", "9, 2", "64, 2", "65, 3", "512, 3", "513, 4", "2147483647, 11"})
    void shouldReachAllNodesInAsManyRounds(int nodes, int rounds) {
        assertEquals(rounds, BarrierRelay.rounds(nodes));
    }

    private static long control(Arena arena) {
        return arena.allocate(new NodeLayout(1, 0).controlEnd(), 4096).address();
    }

    @Test
    void shouldRefuseAMessageThatIsNotAsLongAsItSays() {
        try (Arena arena = Arena.ofConfined()) {
            final BarrierRelayInbox inbox = new BarrierRelayInbox(control(arena));
            final long message = arena.allocate(256, 8).address();
            final int whole = RelayMessage.HEADER_BYTES;
            inbox.receive(message, whole);
            assertThrows(IllegalStateException.class, () -> inbox.receive(message, whole - 1));
            assertThrows(IllegalStateException.class, () -> inbox.receive(message, whole + 8));
            for (long field : new long[] {RelayMessage.CARGO_BYTES, RelayMessage.ENTRIES}) {
                for (short wrong : new short[] {-1, 1, Short.MAX_VALUE}) {
                    Memory.put16(message + field, wrong);
                    assertThrows(IllegalStateException.class, () -> inbox.receive(message, whole));
                }
                Memory.put16(message + field, (short) 0);
            }
            for (short wrong : new short[] {-1, TeamArea.PAYLOAD_BYTES + 1}) {
                Memory.put16(message + RelayMessage.PAYLOAD_BYTES, wrong);
                assertThrows(IllegalStateException.class, () -> inbox.receive(message, whole));
            }
        }
    }

    /** Each once, in their order, to the team that has the number then. */
    @Test
    void shouldKeepMessagesForTheNextTeamOnly() {
        try (Arena arena = Arena.ofConfined()) {
            final long control = control(arena);
            final BarrierRelayInbox inbox = new BarrierRelayInbox(control);
            final long message = arena.allocate(256, 8).address();
            Memory.put64(message + RelayMessage.TEAM, TEAM);
            Memory.put8(message + RelayMessage.STEP, (byte) 1);
            Memory.put8(message + RelayMessage.IS_LAST, (byte) 1);
            for (long number = 1; number <= 3; number++) { // the third is in the place of the first
                Memory.put64(message + RelayMessage.NUMBER, number);
                inbox.receive(message, RelayMessage.HEADER_BYTES);
            }
            final BarrierRelay first = relay(control);
            inbox.add(first);
            assertFalse(first.hasCome(1, 0, 1));
            assertTrue(first.hasCome(2, 0, 1) && first.hasCome(3, 0, 1));
            inbox.remove(first);
            Memory.put64(message + RelayMessage.NUMBER, 4);
            inbox.receive(message, RelayMessage.HEADER_BYTES);
            assertFalse(first.hasCome(4, 0, 1), "it has ended");
            final BarrierRelay second = relay(control);
            inbox.add(second);
            assertTrue(second.hasCome(4, 0, 1));
            assertFalse(second.hasCome(3, 0, 1), "that was for the team before");
        }
    }

    private static BarrierRelay relay(long control) {
        return new BarrierRelay(
                new Mail(List.of(), 4096),
                TEAM,
                new Nodes(2, new int[][] {{0}, {1}}, 0),
                new TeamArea(control + NodeLayout.HEADER_BYTES, 1),
                new TeamMemory(control, 0, 0, 0, (offset, bytes) -> false));
    }

    /** The leader of another node may leave the split of the parent sooner. */
    @Test
    void shouldKeepAMessageThatComesBeforeItsTeamIsMade() {
        try (Arena arena = Arena.ofConfined()) {
            final long control = control(arena);
            final BarrierRelayInbox inbox = new BarrierRelayInbox(control);
            final long message = arena.allocate(256, 8).address();
            Memory.put64(message + RelayMessage.TEAM, TEAM);
            Memory.put64(message + RelayMessage.NUMBER, 1);
            Memory.put8(message + RelayMessage.STEP, (byte) 1);
            Memory.put8(message + RelayMessage.IS_LAST, (byte) 1);
            inbox.receive(message, RelayMessage.HEADER_BYTES);
            Memory.clear(message, 256);

            final TeamArea area = new TeamArea(control + NodeLayout.HEADER_BYTES, 1);
            final TeamMemory memory = new TeamMemory(control, 0, 0, 0, (offset, bytes) -> false);
            final Nodes nodes = new Nodes(2, new int[][] {{0}, {1}}, 0);
            final BarrierRelay relay = new BarrierRelay(new Mail(List.of(), 4096), TEAM, nodes, area, memory);
            inbox.add(relay);
            assertTrue(relay.hasCome(1, 0, 1), "from the only other node, in the first round");
            assertFalse(relay.hasCome(2, 0, 1), "to the next barrier");
        }
    }

    @Test
    @Timeout(60)
    void shouldHaveTheWholeBlockWhenAMessageHasCome() throws Exception {
        final int maxBytes = 8448;
        final int bytes = RelayMessage.mostCargo(maxBytes);
        try (Arena arena = Arena.ofShared()) {
            final long control = control(arena);
            final BarrierRelayInbox inbox = new BarrierRelayInbox(control);
            final BarrierRelay relay = new BarrierRelay(
                    new Mail(List.of(), maxBytes),
                    TEAM,
                    new Nodes(2, new int[][] {{0}, {1}}, 0),
                    new TeamArea(control + NodeLayout.HEADER_BYTES, 1),
                    new TeamMemory(control, 0, 0, 0, (offset, size) -> false));
            inbox.add(relay);
            final MemorySegment message = arena.allocate(RelayMessage.HEADER_BYTES + bytes, 8);
            Memory.put64(message.address() + RelayMessage.TEAM, TEAM);
            Memory.put8(message.address() + RelayMessage.STEP, (byte) 1);
            Memory.put8(message.address() + RelayMessage.IS_LAST, (byte) 1);
            Memory.put16(message.address() + RelayMessage.CARGO_BYTES, (short) bytes);
            final int messages = 20_000;
            final AtomicInteger read = new AtomicInteger();
            PeThreads.run(2, pe -> {
                for (int i = 1; i <= messages; i++) {
                    if (pe == 1) {
                        message.asSlice(RelayMessage.HEADER_BYTES).fill((byte) i);
                        Memory.put64(message.address() + RelayMessage.NUMBER, 2L * i);
                        inbox.receive(message.address(), RelayMessage.HEADER_BYTES + bytes);
                        while (read.get() < i) {
                            Thread.onSpinWait();
                        }
                    } else {
                        while (!relay.hasCome(2L * i, 0, 1)) {
                            Thread.onSpinWait();
                        }
                        assertEquals((byte) i, Memory.get8(relay.cargo(1) + bytes - 1));
                        read.set(i);
                    }
                }
            });
        }
    }

    @Test
    void shouldTellEveryNodeOfADifferentCall() throws Exception {
        run(3, 4, 4096, (pe, barrier, heap) -> {
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
            final boolean same = pe == 1
                    ? barrier.await(CollectiveCall.MALLOC, 64, 8, 0)
                    : barrier.await(CollectiveCall.BARRIER_ALL);
            assertFalse(same, "PE " + pe + " should have been told");
            final String text = barrier.mismatch().getMessage();
            assertTrue(text.contains("PE 0: barrierAll()") && text.contains("PE 1: malloc of 64 bytes"), text);
            assertEquals(
                    1, barrier.exchange(CollectiveCall.MALLOC, 64, 0, 0, pe == 2 ? 1 : 0), "and can go on, to a vote");
        });
    }

    /** Also those of nodes that have it, as they lack what the PEs of that node bring. */
    @ParameterizedTest
    @CsvSource({"2, 5, 1", "3, 7, 0", "10, 12, 7"})
    void shouldTellAllPesThatANodeHasNoMemoryForWhatTheyBring(int nodes, int pes, int full) throws Exception {
        run(nodes, pes, 4096, node -> node != full, (pe, barrier, heap) -> {
            for (int round = 0; round < 3; round++) {
                barrier.begin();
                barrier.payloads().bringWord(pe);
                final String text = assertThrows(
                                ShmemOutOfMemoryException.class,
                                () -> barrier.await(CollectiveCall.GATHER_WORDS, 1, 0, 0))
                        .getMessage();
                assertTrue(text.startsWith("a node has no memory for what the " + pes + " PEs of the team"), text);
            }
            barrier.begin();
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL), "which needs none");
            barrier.end();
            barrier.begin();
            assertFalse(barrier.await(CollectiveCall.BARRIER_ALL, pe == 0 ? 1 : 0, 0, 0));
            final String different = barrier.mismatch().getMessage();
            assertTrue(
                    different.startsWith("the PEs are calling different collectives, this one barrierAll()"),
                    different);
            barrier.begin();
        });
    }

    /** In the first round a leader hears of seven other nodes. */
    @Test
    void shouldNameTheNodesThatAreMissing() throws Exception {
        final AtomicReference<TeamBarrier> first = new AtomicReference<>();
        final CountDownLatch seen = new CountDownLatch(1);
        run(10, 11, 4096, (pe, barrier, heap) -> {
            if (pe == 0) {
                first.set(barrier);
            } else if (pe == 1) {
                String missing = "";
                while (!missing.startsWith("PE 9")) { // once PE 0 and PE 10, on its node, have come
                    missing = first.get() == null ? "" : first.get().missing();
                }
                assertEquals("PE 9, PE 8, PE 7, PE 6, PE 5, PE 4, PE 3", missing);
                seen.countDown();
            } else if (pe < 10) {
                seen.await();
            }
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
        });
    }

    /** One of them is its node's leader, in whose place the thread carries the lines. */
    @ParameterizedTest
    @CsvSource({"2, 4, 0", "3, 7, 2", "3, 7, 4", "10, 12, 1", "2, 24, 0", "2, 24, 16"})
    @Tag(QuickFilter.FULL)
    void shouldNotKeepAnExceptionWaiting(int nodes, int pes, int thrower) throws Exception {
        final ThrowingBlockCheck check = new ThrowingBlockCheck(thrower);
        run(nodes, pes, 4096, (pe, barrier, heap) -> check.run(pe, barrier));
    }
}
