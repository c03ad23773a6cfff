package org.jshmem.internal.messages;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.LargeJobNode;
import org.jshmem.internal.SharedBlocks;
import org.jshmem.internal.barrier.BarrierRelayInbox;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.TeamMemory;
import org.jshmem.internal.team.ControlMemory;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.Teams;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.Receiver;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.Progress;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.NetworkUse;
import org.jshmem.testing.PeThreads;
import org.jshmem.unwinding.Blocks;

/**
 * The messages of a job whose PEs are all in this process, on one node or several. Only {@link #open} and
 * {@link #close} need a thread for each PE; otherwise a test calls for one PE after the other. A packet to another node
 * has arrived when it has been sent.
 */
final class MessageJob implements AutoCloseable {
    private static final long HEAP_BYTES = 16 << 20;

    /** Of each heap. */
    static final long USED_BYTES = 2 << 20;

    private static final int PACKET_BYTES = 2048;
    static final int EAGER_BYTES = 4 << 10;

    final int pes;
    final MessageEngine[] engines;
    final SharedBlocks[] blocks;
    final WaitPoints[] waitPoints;

    /** Deliveries of packets that are late, for the test to make; null if they arrive at once. */
    List<Runnable> late;

    /** Why a PE cannot read the heap of another; null if it can. */
    RuntimeException unreadable;

    /** The block of the symmetric heap in which all addresses are; null for none. */
    Allocation heapBlock;

    /** Called before a PE closes a matching space. */
    Runnable threadCheck = () -> {};

    /** How often PEs have polled the network. */
    final AtomicInteger polls = new AtomicInteger();

    /** Why PEs have ended the job. */
    final List<String> reasons = new ArrayList<>();

    /** Where the heap of each PE is. */
    final long[] heaps;

    private final NodeLayout[] layouts;
    private final LargeJobNode[] nodes;
    private final Topology[] topologies;
    private final Teams[] teams;
    final Team[] worlds;
    private final BarrierRelayInbox[] inboxes;
    private final Receiver[] receivers;
    private final List<MessageSpace[]> abandoned = new ArrayList<>();
    private boolean hasEnded;

    /**
     * A job without matching spaces.
     *
     * @param isThreaded whether several threads of a PE may call
     * @param nodeOf for each PE its node
     */
    MessageJob(boolean isThreaded, int... nodeOf) {
        pes = nodeOf.length;
        engines = new MessageEngine[pes];
        blocks = new SharedBlocks[pes];
        waitPoints = new WaitPoints[pes];
        heaps = new long[pes];
        layouts = new NodeLayout[pes];
        nodes = new LargeJobNode[pes];
        teams = new Teams[pes];
        worlds = new Team[pes];
        inboxes = new BarrierRelayInbox[pes];
        receivers = new Receiver[pes];
        final byte[][] keys =
                Arrays.stream(nodeOf).mapToObj(node -> new byte[] {(byte) node}).toArray(byte[][]::new);
        topologies =
                IntStream.range(0, pes).mapToObj(pe -> Topology.of(pe, keys)).toArray(Topology[]::new);
        for (int pe = 0; pe < pes; pe++) {
            final int[] local = topologies[pe].local();
            layouts[pe] = new NodeLayout(local.length, HEAP_BYTES, HEAP_BYTES, topologies[pe].nodes() == 1 ? 0 : pes);
            nodes[pe] =
                    local[0] == pe ? new LargeJobNode(layouts[pe], 0) : nodes[local[0]].of(topologies[pe].indexOf(pe));
            heaps[pe] = nodes[pe].heap().base();
            nodes[pe].claim(layouts[pe].heapOffset(topologies[pe].indexOf(pe)), USED_BYTES);
            nodes[pe].claim(layouts[pe].messagesOffset(topologies[pe].indexOf(pe)), NodeLayout.MESSAGE_BYTES);
            inboxes[pe] = new BarrierRelayInbox(nodes[pe].control());
        }
        for (int pe = 0; pe < pes; pe++) {
            start(pe, isThreaded);
        }
    }

    private void start(int pe, boolean isThreaded) {
        final LargeJobNode node = nodes[pe];
        final NodeLayout layout = layouts[pe];
        final Topology topology = topologies[pe];
        final Network network = topology.nodes() == 1 ? null : new DirectNetwork(pe);
        waitPoints[pe] = new WaitPoints(node.control(), layout, topology.local());
        blocks[pe] = node.blocks(network, topology);
        final WaitPolicy waitPolicy = WaitPolicy.endless(true).with(network == null ? null : new CountedPolls());
        teams[pe] = new Teams(
                new ControlMemory(
                        node.control(),
                        layout,
                        new TeamMemory(
                                node.control(),
                                NodeLayout.TEAM_BYTES_TAKEN_OFFSET,
                                layout.teamsOffset(),
                                layout.teamsBytes(),
                                node::claim),
                        topology,
                        pe,
                        true,
                        waitPoints[pe],
                        waitPolicy,
                        network,
                        inboxes[pe]),
                heaps,
                Routes.of(topology, null, network == null ? null : network.transport()));
        worlds[pe] = teams[pe].world();
        engines[pe] = new MessageEngine(
                node.control(),
                layout,
                topology,
                pe,
                true,
                blocks[pe],
                waitPoints[pe],
                new WaitStrategy(waitPoints[pe], waitPoints[pe].of(pe), waitPolicy),
                heaps[pe],
                _ -> heapBlock,
                network,
                EAGER_BYTES,
                isThreaded,
                reasons::add);
    }

    /** Makes a matching space of all PEs; gives it as each PE has it. */
    MessageSpace[] open() throws Exception {
        final MessageSpace[] spaces = new MessageSpace[pes];
        PeThreads.run(pes, pe -> spaces[pe] = open(pe, engines[pe]));
        return spaces;
    }

    /**
     * Makes a matching space of a team that has all PEs in the opposite order; gives it as each PE of the job has it.
     */
    MessageSpace[] openReversed() throws Exception {
        final int[] reversed = IntStream.range(0, pes).map(pe -> pes - 1 - pe).toArray();
        final MessageSpace[] spaces = new MessageSpace[pes];
        PeThreads.run(pes, pe -> {
            final Team team = teams[pe].splitPes(worlds[pe], reversed);
            spaces[pe] = (MessageSpace) MessageEngine.open(engines[pe], team, () -> {});
        });
        return spaces;
    }

    /** The part of one PE in making a matching space, which has its engine or none. */
    MessageSpace open(int pe, MessageEngine engine) {
        return (MessageSpace) MessageEngine.open(engine, worlds[pe], () -> threadCheck.run());
    }

    /** Closes a matching space. */
    void close(MessageSpace[] spaces) throws Exception {
        PeThreads.run(pes, pe -> spaces[pe].close());
    }

    /** Ends a matching space for one PE as if it had left the barrier of the close before the others. */
    void leave(int pe, MessageSpace[] spaces) {
        spaces[pe].end("closed");
        engines[pe].remove(spaces[pe], false);
    }

    /** Closes a matching space for one PE, whose stack an exception unwinds; the others do at the end. */
    void closeByException(int pe, MessageSpace[] spaces) throws Exception {
        final Blocks failing = new Blocks(() -> {
            spaces[pe].close();
            return true;
        });
        PeThreads.run(1, _ -> assertThrows(IllegalStateException.class, () -> failing.resource(true)));
        assertTrue(spaces[pe].isClosed());
        abandoned.add(spaces);
    }

    /** Waits for threads that are in the barriers of PEs whose stacks were unwound. */
    private void settle() {
        try {
            for (MessageSpace[] spaces : abandoned) {
                close(spaces);
            }
            PeThreads.run(pes, pe -> worlds[pe].sync(CollectiveCall.TEAM_SYNC));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** A PE's packets, which come to the returned object from now on. */
    RemoteMessages remote(int pe) {
        return new RemoteMessages(
                new DirectNetwork(pe), new OfferedMemory(pe, heaps[pe], USED_BYTES, 0, 0), waitPoints[pe].of(pe), pe);
    }

    /** Another view of the ring by which messages reach a PE. */
    SlotRing ring(int pe) {
        return new SlotRing(nodes[pe].control() + layouts[pe].messagesOffset(topologies[pe].indexOf(pe)));
    }

    /** Has a PE take what has come. */
    void progress(int pe) {
        engines[pe].progress.makeAndClear();
    }

    /** Blocks of the shared heap that are allocated, of the program's and of the library's. */
    long usedBlocks() {
        return IntStream.range(0, pes)
                .mapToLong(pe -> nodes[pe].blocks(topologies[pe].indexOf(pe)))
                .sum();
    }

    /** Ends the messages of all PEs, whose spaces are closed. */
    void endEngines() {
        for (MessageEngine engine : engines) {
            if (!hasEnded) {
                engine.end();
            }
        }
        hasEnded = true;
    }

    @Override
    public void close() {
        if (!abandoned.isEmpty()) {
            settle();
        }
        endEngines();
        for (WaitPoints points : waitPoints) {
            points.end();
        }
        for (int pe = 0; pe < pes; pe++) {
            if (topologies[pe].local()[0] == pe) {
                nodes[pe].detach();
            }
        }
    }

    /** There is nothing to do, as packets arrive at once. */
    private final class CountedPolls implements Progress {
        @Override
        public boolean poll() {
            polls.incrementAndGet();
            return false;
        }

        @Override
        public void yields() {}

        @Override
        public void rest() {}
    }

    /** Delivers at once, in the calling thread. */
    private final class DirectNetwork extends Network {
        private final int me;
        private final DirectReads transport = new DirectReads();

        DirectNetwork(int me) {
            this.me = me;
        }

        @Override
        public String name() {
            return "direct";
        }

        @Override
        public NetworkUse use() {
            return NetworkUse.NONE;
        }

        @Override
        public Transport transport() {
            return transport;
        }

        @Override
        public Transport open(boolean isPrivate) {
            return transport;
        }

        @Override
        public void openSharedHeap(int pe) {
            transport.opened[pe] = true;
        }

        @Override
        public ClaimObserver sharedHeapObserver() {
            return ClaimObserver.NONE;
        }

        @Override
        public void receiveMessages(Receiver receiver) {
            receivers[me] = receiver;
        }

        @Override
        public int maxMessageBytes() {
            return PACKET_BYTES;
        }

        @Override
        public void send(int pe, long address, int bytes) {
            synchronized (inboxes[pe]) {
                inboxes[pe].receive(address, bytes);
            }
        }

        @Override
        public void sendMessage(int pe, long address, int bytes) {
            assertTrue(bytes <= PACKET_BYTES, bytes + " bytes in a packet");
            if (late == null) {
                receivers[pe].receive(address, bytes);
                return;
            }
            final MemorySegment copy = Arena.ofAuto().allocate(bytes, Long.BYTES);
            Memory.copy(address, copy.address(), bytes);
            late.add(() -> receivers[pe].receive(copy.address(), bytes));
        }

        @Override
        public boolean poll() {
            return false;
        }

        @Override
        public void yields() {}

        @Override
        public void rest() {}

        @Override
        public void detach() {}
    }

    /** Reads the heap of a PE, or the shared heap of its node. */
    private final class DirectReads extends Transport {
        /** By PE, whether its shared heap may be read. */
        private final boolean[] opened = new boolean[pes];

        private long address(int pe, long offset) {
            if (unreadable != null) {
                throw unreadable;
            }
            assertTrue(opened[pe] || !SharedOffset.isShared(offset), "a shared heap that was not opened");
            return SharedOffset.isShared(offset)
                    ? nodes[pe].control() + layouts[pe].sharedOffset() + SharedOffset.place(offset)
                    : heaps[pe] + offset;
        }

        @Override
        public void get(int pe, long dest, long sourceOffset, long bytes) {
            Memory.copy(address(pe, sourceOffset), dest, bytes);
        }

        @Override
        public void put(int pe, long destOffset, long source, long bytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void putBlocks(
                int pe, long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void getBlocks(
                int pe, long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void fence() {}

        @Override
        public void quiet() {}
    }
}
