package org.jshmem.internal.team;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.BarrierRelayInbox;
import org.jshmem.internal.barrier.MessageSender;
import org.jshmem.internal.barrier.TeamMemory;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.testing.PeThreads;

/**
 * A job whose PEs are threads of this process. Each node has control memory of its own; heaps of other nodes, and of
 * the same one if they are not mapped, are reached by a {@link LateTransport}.
 */
public final class ThreadJob {
    /** What a PE does. */
    @FunctionalInterface
    public interface Body {
        /** Does it; {@code heaps} are the addresses of all heaps, for the test to look at. */
        void run(int pe, Teams teams, long[] heaps) throws Exception;
    }

    private static final int MESSAGE_BYTES = 8 << 10;
    private static final long TEAM_BYTES = 1 << 20;

    private final int pes;
    private final boolean isMapped;
    private final boolean isCrowded;

    /** What stands in for the transport of a PE; null for none. */
    private final IntFunction<Transport> transports;

    private final Topology[] topologies;
    private final long[] controls;
    private final long[] heaps;
    private final List<BarrierRelayInbox> inboxes = new ArrayList<>();
    private final List<BlockingQueue<byte[]>> mail = new ArrayList<>();

    private ThreadJob(
            int[] nodeOf,
            boolean isMapped,
            boolean isCrowded,
            long heapStart,
            long heapBytes,
            IntFunction<Transport> transports) {
        this.pes = nodeOf.length;
        this.isMapped = isMapped;
        this.isCrowded = isCrowded;
        this.transports = transports;
        final byte[][] keys =
                Arrays.stream(nodeOf).mapToObj(node -> new byte[] {(byte) node}).toArray(byte[][]::new);
        this.topologies =
                IntStream.range(0, pes).mapToObj(pe -> Topology.of(pe, keys)).toArray(Topology[]::new);
        this.controls = new long[pes];
        this.heaps = new long[pes];
        for (int pe = 0; pe < pes; pe++) {
            final int leader = topologies[pe].local()[0];
            controls[pe] = leader == pe ? allocate(layout(pe).controlEnd() + TEAM_BYTES) : controls[leader];
            heaps[pe] = allocate(heapBytes) - heapStart;
            mail.add(new LinkedBlockingQueue<>());
        }
        for (int pe = 0; pe < pes; pe++) {
            inboxes.add(new BarrierRelayInbox(controls[pe]));
            deliver(mail.get(pe), inboxes.get(pe));
        }
    }

    /** Memory that stays, as threads may still use it when a test has failed. */
    private static long allocate(long bytes) {
        return Arena.global().allocate(bytes, 4096).address();
    }

    /**
     * Runs a job.
     *
     * @param nodeOf for each PE its node
     * @param isMapped whether the heaps of a node are mapped
     * @param isCrowded whether a node counts as one with more PEs than CPUs
     * @param heapBytes the size of each heap
     * @param body what each PE does
     */
    public static void run(int[] nodeOf, boolean isMapped, boolean isCrowded, long heapBytes, Body body)
            throws Exception {
        run(nodeOf, isMapped, isCrowded, 0, heapBytes, body);
    }

    /**
     * Runs a job with heaps of which only the end has memory, as if the program used no more of a large heap.
     *
     * @param nodeOf for each PE its node
     * @param isMapped whether the heaps of a node are mapped
     * @param isCrowded whether a node counts as one with more PEs than CPUs
     * @param heapStart the first offset that has memory
     * @param heapBytes the bytes that have memory in each heap
     * @param body what each PE does
     */
    public static void run(int[] nodeOf, boolean isMapped, boolean isCrowded, long heapStart, long heapBytes, Body body)
            throws Exception {
        new ThreadJob(nodeOf, isMapped, isCrowded, heapStart, heapBytes, null).run(body);
    }

    /**
     * Runs a job whose heaps have no memory behind their first bytes: nothing may move data but what the test makes.
     *
     * @param nodeOf for each PE its node; the heaps of a node are mapped
     * @param heapBytes the bytes that have memory in each heap
     * @param transports what reaches the heaps of other nodes, by PE
     * @param body what each PE does
     */
    public static void runWithoutMemory(int[] nodeOf, long heapBytes, IntFunction<Transport> transports, Body body)
            throws Exception {
        new ThreadJob(nodeOf, true, false, 0, heapBytes, transports).run(body);
    }

    private void run(Body body) throws Exception {
        try {
            PeThreads.run(pes, pe -> body.run(pe, teams(pe), heaps));
        } finally {
            mail.forEach(messages -> messages.add(new byte[0]));
        }
    }

    private NodeLayout layout(int pe) {
        return new NodeLayout(topologies[pe].local().length, 0);
    }

    private Teams teams(int pe) {
        final Topology topology = topologies[pe];
        final NodeLayout layout = layout(pe);
        final long[] bases = new long[pes];
        for (int other = 0; other < pes; other++) {
            bases[other] = other == pe || isMapped && topology.isLocal(other) ? heaps[other] : 0;
        }
        final ControlMemory controlMemory = new ControlMemory(
                controls[pe],
                layout,
                new TeamMemory(
                        controls[pe],
                        NodeLayout.TEAM_BYTES_TAKEN_OFFSET,
                        layout.controlEnd(),
                        TEAM_BYTES,
                        (offset, bytes) -> true),
                topology,
                pe,
                isCrowded,
                new WaitPoints(controls[pe], layout, topology.local()),
                WaitPolicy.endless(true),
                sender(),
                inboxes.get(pe));
        final long[] local =
                Arrays.stream(topology.local()).mapToLong(other -> heaps[other]).toArray();
        final Routes routes = Routes.of(
                topology, isMapped ? null : transport(pe, local), topology.nodes() == 1 ? null : transport(pe, heaps));
        return new Teams(controlMemory, bases, routes);
    }

    private Transport transport(int pe, long[] reached) {
        return transports == null ? new LateTransport(reached) : transports.apply(pe);
    }

    private MessageSender sender() {
        return new MessageSender() {
            @Override
            public int maxMessageBytes() {
                return MESSAGE_BYTES;
            }

            @Override
            public void send(int pe, long address, int bytes) {
                final byte[] copy = new byte[bytes];
                Memory.copy(address, MemorySegment.ofArray(copy), 0, bytes);
                mail.get(pe).add(copy);
            }
        };
    }

    private static void deliver(BlockingQueue<byte[]> messages, BarrierRelayInbox inbox) {
        Thread.ofPlatform().daemon().start(() -> {
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment buffer = arena.allocate(MESSAGE_BYTES, 8);
                for (byte[] message = messages.take(); message.length > 0; message = messages.take()) {
                    MemorySegment.copy(MemorySegment.ofArray(message), 0, buffer, 0, message.length);
                    inbox.receive(buffer.address(), message.length);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
