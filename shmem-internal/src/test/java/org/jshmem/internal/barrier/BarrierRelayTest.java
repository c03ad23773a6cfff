package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.testing.PeThreads;
import org.jshmem.unwinding.Blocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Threads stand in for PEs, each node has control memory of its own, and messages between nodes are late. */
@Timeout(60)
class BarrierRelayTest {
    private static final int SLOT = 3;

    private static final long HEAP_BYTES = 1 << 17;

    private interface Pe {
        void run(int pe, TeamBarrier barrier, MemorySegment heap) throws Exception;
    }

    /** A network with one thread for each PE, which delivers in order and now and then takes its time. */
    private static final class Mail implements MessageSender {
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
            final NodeLayout layout = layout(topologies[pe]);
            if (pe < nodes) {
                controls[pe] = arena.allocate(layout.controlEnd(), 4096).address();
            }
            inboxes.add(new BarrierRelayInbox(
                    heaps.asSlice(pe * HEAP_BYTES).address(),
                    HEAP_BYTES,
                    controls[pe % nodes],
                    layout,
                    Arrays.stream(all).map(topologies[pe]::indexOf).toArray()));
        }
        final Mail mail = new Mail(inboxes, maxBytes);
        PeThreads.run(
                pes,
                pe -> body.run(
                        pe,
                        barrier(mail, topologies[pe], controls[pe % nodes], all, pe),
                        heaps.asSlice(pe * HEAP_BYTES, HEAP_BYTES)));
        mail.close();
        arena.close();
    }

    private static NodeLayout layout(Topology topology) {
        final int local = topology.local().length;
        return new NodeLayout(local, topology.pes() - local, 0, 0);
    }

    private static TeamBarrier barrier(Mail mail, Topology topology, long control, int[] all, int pe) {
        final NodeLayout layout = layout(topology);
        final long[] slots = Arrays.stream(all)
                .mapToLong(of -> control + layout.slotOffset(topology.indexOf(of), SLOT))
                .toArray();
        final int[][] nodes =
                Topology.group(Arrays.stream(all).map(topology::nodeOf).toArray());
        return new TeamBarrier(
                new BarrierLines(slots, all, pe),
                17,
                new BarrierRelay(mail, SLOT, all, nodes, topology.nodeOf(pe), pe),
                null,
                WaitPoints.of(control, layout, topology.local(), all.length),
                WaitPolicy.endless(true));
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 5", "3, 3", "4, 4", "8, 8", "9, 9", "20, 20", "9, 14"})
    void shouldLetNobodyPassBeforeAllHaveCome(int nodes, int pes) throws Exception {
        final int rounds = 3000 / pes;
        final long[] arrived = new long[pes * 16];
        run(nodes, pes, 4096, (pe, barrier, heap) -> {
            for (int round = 1; round <= rounds; round++) {
                arrived[pe * 16] = round;
                assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
                for (int other = 0; other < pes; other++) {
                    assertEquals(round, arrived[other * 16], "plain stores must be visible after the barrier");
                }
                assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"2, 3, 4096", "3, 7, 200", "9, 12, 200"})
    void shouldShowEverybodyWhatEachBrings(int nodes, int pes, int maxBytes) throws Exception {
        run(nodes, pes, maxBytes, (pe, barrier, heap) -> {
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment mine = arena.allocate(SlotDescriptor.PAYLOAD_BYTES, 8);
                for (int round = 0; round < 200; round++) {
                    final int bytes = 1 + round % SlotDescriptor.PAYLOAD_BYTES;
                    mine.asSlice(0, bytes).fill((byte) (pe + round));
                    if (round % 7 == 3 && pe % 2 == 1) {
                        barrier.payloads().expect(bytes);
                    } else {
                        barrier.payloads().bring(mine.address(), bytes);
                    }
                    assertTrue(barrier.await(CollectiveCall.FCOLLECT, bytes, 0, 0));
                    for (int other = 0; other < pes; other++) {
                        if (round % 7 != 3 || other % 2 == 0) {
                            final long theirs = barrier.payloads().of(other);
                            assertEquals((byte) (other + round), Memory.get8(theirs));
                            assertEquals((byte) (other + round), Memory.get8(theirs + bytes - 1));
                        }
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"2, 4096", "3, 200", "8, 8448"})
    void shouldBringBlocksAlong(int pes, int maxBytes) throws Exception {
        final int most = BarrierRelayInbox.mostCargo(maxBytes);
        run(pes, pes, maxBytes, (pe, barrier, heap) -> {
            assertTrue(barrier.payloads().carries(most));
            assertFalse(barrier.payloads().carries(most + 1));
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment source = arena.allocate((long) pes * most);
                for (int round = 0; round < 200; round++) {
                    final int bytes = round == 0 ? most : 1 + round * 37 % most;
                    for (int to = 0; to < pes; to++) {
                        source.asSlice((long) to * bytes, bytes).fill((byte) (pe * 16 + to + round));
                    }
                    heap.fill((byte) -1);
                    assertTrue(barrier.await(CollectiveCall.ALLTOALL));
                    if (round % 3 != 2 || pe == 1) {
                        barrier.payloads().load(source.address(), round % 3 == 0 ? bytes : 0, (long) pe * bytes, bytes);
                    }
                    assertTrue(barrier.await(CollectiveCall.ALLTOALL));
                    for (int from = 0; from < pes; from++) {
                        final boolean sent = from != pe && (round % 3 != 2 || from == 1);
                        final byte expected = sent ? (byte) (from * 16 + (round % 3 == 0 ? pe : 0) + round) : -1;
                        for (int i = 0; i < bytes; i++) {
                            assertEquals(expected, heap.get(ValueLayout.JAVA_BYTE, (long) from * bytes + i));
                        }
                    }
                    assertTrue(barrier.await(CollectiveCall.ALLTOALL), "and the next barrier has no cargo");
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

    @Test
    void shouldNotWriteBesideTheHeap() {
        final NodeLayout layout = new NodeLayout(1, 1, 0, 0);
        try (Arena arena = Arena.ofConfined()) {
            final long control = arena.allocate(layout.controlEnd(), 4096).address();
            final MemorySegment heap = arena.allocate(64, 8);
            final BarrierRelayInbox inbox =
                    new BarrierRelayInbox(heap.address(), 64, control, layout, new int[] {0, 1});
            final MemorySegment message = arena.allocate(256, 8);
            final int lines = BarrierRelayInbox.bytes(1, 0);
            Memory.put32(message.address() + BarrierRelayInbox.SLOT, SLOT);
            Memory.put16(message.address() + BarrierRelayInbox.CARGO_BYTES, (short) 8);
            for (long offset : new long[] {-1, 57, Long.MAX_VALUE}) {
                Memory.put64(message.address() + lines, offset);
                assertThrows(
                        IllegalStateException.class,
                        () -> inbox.receive(message.address(), lines + (int) BarrierRelayInbox.CARGO + 8));
            }
            Memory.put64(message.address() + lines, 56);
            Memory.put64(message.address() + lines + BarrierRelayInbox.CARGO, 4711);
            inbox.receive(message.address(), lines + (int) BarrierRelayInbox.CARGO + 8);
            assertEquals(4711, heap.get(ValueLayout.JAVA_LONG, 56));
        }
    }

    @Test
    void shouldRefuseAMessageThatIsShorterThanItSays() {
        final NodeLayout layout = new NodeLayout(1, 1, 0, 0);
        try (Arena arena = Arena.ofConfined()) {
            final long control = arena.allocate(layout.controlEnd(), 4096).address();
            final BarrierRelayInbox inbox = new BarrierRelayInbox(0, 0, control, layout, new int[] {0, 1});
            final long message = arena.allocate(256, 8).address();
            final int whole = BarrierRelayInbox.bytes(1, 0);
            Memory.put32(message + BarrierRelayInbox.SLOT, SLOT);
            inbox.receive(message, whole);
            assertThrows(IllegalStateException.class, () -> inbox.receive(message, whole - 1));
            for (short cargo : new short[] {-1, 1, Short.MAX_VALUE}) {
                Memory.put16(message + BarrierRelayInbox.CARGO_BYTES, cargo);
                assertThrows(IllegalStateException.class, () -> inbox.receive(message, whole));
            }
            Memory.put16(message + BarrierRelayInbox.CARGO_BYTES, (short) 0);
            Memory.put16(message + BarrierRelayInbox.PAYLOAD_BYTES, (short) -1);
            assertThrows(IllegalStateException.class, () -> inbox.receive(message, whole));
        }
    }

    /** The last line of a team may come after those of the next team in its slot, by way of another PE. */
    @Test
    void shouldKeepALineThatIsLaterThanAMessage() {
        final NodeLayout layout = new NodeLayout(1, 1, 0, 0);
        try (Arena arena = Arena.ofConfined()) {
            final long control = arena.allocate(layout.controlEnd(), 4096).address();
            final BarrierRelayInbox inbox = new BarrierRelayInbox(0, 0, control, layout, new int[] {0, 1});
            final long message = arena.allocate(256, 8).address();
            for (long number : new long[] {5, 9, 7, 11}) {
                Memory.put32(message + BarrierRelayInbox.SLOT, SLOT);
                Memory.put64(message + BarrierRelayInbox.NUMBER, number);
                final long entry = message + BarrierRelayInbox.bytes(0, 0);
                Memory.put64(entry + BarrierRelayInbox.PE, 1);
                Memory.put64(entry + BarrierRelayInbox.WORD, number << 24);
                inbox.receive(message, BarrierRelayInbox.bytes(1, 0));
                final long line =
                        control + layout.slotOffset(1, SLOT) + SlotDescriptor.LINES + SlotDescriptor.LINE_BYTES;
                assertEquals(Math.max(number, number == 7 ? 9 : 0), Memory.get64(line + SlotDescriptor.WORD) >>> 24);
            }
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

    /** One of them is its node's leader, in whose place the thread carries the lines. */
    @ParameterizedTest
    @CsvSource({"2, 4, 0", "3, 7, 2", "3, 7, 4", "10, 12, 1"})
    void shouldNotKeepAnExceptionWaiting(int nodes, int pes, int thrower) throws Exception {
        run(nodes, pes, 4096, (pe, barrier, heap) -> {
            if (pe == thrower) {
                for (int i = 0; i < 3; i++) {
                    final int argument = i;
                    final Blocks blocks = new Blocks(() ->
                            barrier.releases().release(CollectiveCall.FREE, argument, 0, 0) == ReleaseBarrier.PENDING);
                    assertThrows(IllegalStateException.class, () -> blocks.resource(true));
                    assertTrue(blocks.answer());
                }
            } else {
                LockSupport.parkNanos(500_000_000L);
                for (int i = 0; i < 3; i++) {
                    assertEquals(0, barrier.releases().release(CollectiveCall.FREE, i, 0, 0));
                }
            }
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
            assertEquals(1, barrier.exchange(CollectiveCall.MALLOC, 64, 0, 0, pe == thrower ? 1 : 0));
        });
    }
}
