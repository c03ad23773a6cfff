package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.PublishedTable;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.schedules.Schedules;
import org.jshmem.schedules.Steps;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/**
 * PEs on nodes of their own, whose transport is the library's, over a {@link SimulatedFabric} and with few buffers.
 * Threads of PEs, their progress agents, if they have any, and the fabric are tasks of a schedule.
 */
final class ScheduledNetwork {
    /** What a thread of a PE does. */
    @FunctionalInterface
    interface Body {
        /** Does it. */
        void run(ScheduledNetwork job, OfiNetwork network, int pe, int thread) throws Exception;
    }

    static final int HEAP_BYTES = 64 << 10;
    private static final int INJECT_BYTES = 40;
    private static final int BOUNCE_BYTES = 2 << 10;
    private static final int STAGING_BYTES = 1 << 10;
    private static final int MOST_BYTES = 1500;
    private static final ChannelBuffers LIMITS = new ChannelBuffers(9, 2, BOUNCE_BYTES, 2, STAGING_BYTES, 3, 2, 1);
    private static final long SECRET = 7;

    private final int pes;
    private final int threads;
    private final boolean hasAgents;
    private final boolean isOrdered;
    private final boolean hasRegions;
    private final PeerTable table;
    private final long[] heaps;

    /** Memory of the program, one piece for each thread. */
    private final long[] memory;

    /** What threads have been given in this schedule. */
    final Set<Long> values = new HashSet<>();

    private SimulatedFabric fabric;
    private int arrived;
    private int left;

    private ScheduledNetwork(int pes, int threads, boolean hasAgents, boolean isOrdered, boolean hasRegions) {
        this.pes = pes;
        this.threads = threads;
        this.hasAgents = hasAgents;
        this.isOrdered = isOrdered;
        this.hasRegions = hasRegions;
        this.heaps = new long[pes];
        this.memory = new long[pes * threads];
        for (int pe = 0; pe < pes; pe++) {
            heaps[pe] = allocate(HEAP_BYTES);
        }
        for (int i = 0; i < memory.length; i++) {
            memory[i] = allocate(HEAP_BYTES);
        }
        this.table = table(pes, hasAgents);
    }

    /** The table of PEs, each of which opens two endpoints, the main one first. */
    static PeerTable table(int pes, boolean hasAgents) {
        final PublishedTable published = new PublishedTable(allocate(4096), 4096, true, _ -> true);
        PeerTable.begin(published, pes, 1, SECRET);
        final PeerTable table = new PeerTable(published.address());
        for (int pe = 0; pe < pes; pe++) {
            final byte[] name = {(byte) (2 * pe)};
            table.put(pe, new PeerAddress("simulated", name, 0, 0, 0, allocate(Long.BYTES), 0, SECRET, hasAgents));
        }
        return table;
    }

    /** Traits of a provider that requires local buffers to be registered. */
    static ProviderTraits traits(boolean isOrdered) {
        return new ProviderTraits(
                "tcp;simulated",
                "",
                "",
                INJECT_BYTES,
                MOST_BYTES,
                2,
                isOrdered,
                isOrdered,
                true,
                false,
                false,
                true,
                false,
                8,
                true);
    }

    private static long allocate(long bytes) {
        return Arena.global().allocate(bytes, 4096).address();
    }

    /**
     * Explores schedules.
     *
     * @param hasAgents whether each PE has a thread that polls; otherwise PEs are served when they wait
     * @param isOrdered whether the fabric delivers writes and messages in order
     */
    static void explore(int pes, int threads, boolean hasAgents, boolean isOrdered, Body body) {
        explore(new ScheduledNetwork(pes, threads, hasAgents, isOrdered, false), body);
    }

    /** Explores schedules of PEs of one thread whose heaps are registered in regions. */
    static void exploreRegions(int pes, boolean hasAgents, boolean isOrdered, Body body) {
        explore(new ScheduledNetwork(pes, 1, hasAgents, isOrdered, true), body);
    }

    private static void explore(ScheduledNetwork job, Body body) {
        Schedules.explore(job.pes * job.threads + (job.hasAgents ? job.pes : 0) + 1, () -> job.tasks(body));
    }

    private List<Schedules.Body> tasks(Body body) {
        values.clear();
        arrived = 0;
        left = pes * threads;
        fabric = new SimulatedFabric(isOrdered);
        final ProviderTraits traits = traits(isOrdered);
        final List<Schedules.Body> tasks = new ArrayList<>();
        final List<OfiNetwork> networks = new ArrayList<>();
        for (int pe = 0; pe < pes; pe++) {
            Memory.clear(heaps[pe], HEAP_BYTES);
            networks.add(
                    new OfiNetwork(fabric, new Job(pe, pes), traits, LIMITS, table, heaps, HEAP_BYTES, hasRegions));
        }
        for (int i = 0; i < pes * threads; i++) {
            final int pe = i / threads;
            final int thread = i % threads;
            tasks.add(() -> {
                body.run(this, networks.get(pe), pe, thread);
                left--;
                networks.get(pe).serveUntil(() -> left == 0);
            });
        }
        if (hasAgents) {
            networks.forEach(network -> tasks.add(() -> network.assistUntil(() -> left == 0)));
        }
        tasks.add(() -> {
            Steps.storeAtOnce();
            while (left > 0) {
                Steps.await(() -> left == 0 || fabric.isBusy());
                if (left > 0) {
                    fabric.move();
                }
            }
        });
        return tasks;
    }

    /** What a PE has asked the fabric for in this schedule, as {@link SimulatedFabric#begun}. */
    List<String> begun(int pe) {
        return fabric.begun(2 * pe, 2 * pe + 1);
    }

    /** Operations to each PE have room of their own; to be called by each thread before it does anything. */
    void giveRoomForEachPe() {
        fabric.giveRoomForEach();
    }

    /** The network, of which each PE has two endpoints, that of the default context first. */
    SimulatedFabric fabric() {
        return fabric;
    }

    /** Where the heap of a PE is. */
    long heap(int pe) {
        return heaps[pe];
    }

    /** Where memory of a thread is that the fabric cannot use. */
    long memory(int pe, int thread) {
        return memory[pe * threads + thread];
    }

    /** A meeting of all threads of all PEs, which completes nothing. */
    void meet(OfiNetwork network) {
        final int together = pes * threads;
        final int all = (arrived++ / together + 1) * together;
        network.serveUntil(() -> arrived >= all);
    }

    /** A PE of a job that a failure ends with an {@link AssertionError}. */
    static final class Job extends Bootstrap {
        private final int pe;
        private final int pes;

        Job(int pe, int pes) {
            this.pe = pe;
            this.pes = pes;
        }

        @Override
        public int pe() {
            return pe;
        }

        @Override
        public int nPes() {
            return pes;
        }

        @Override
        public byte[][] allgather(byte[] mine) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void finish() {}

        @Override
        public void leaveEarly(Supplier<String> reason) {}

        @Override
        public void globalExit(int status) {
            throw new AssertionError("status " + status);
        }

        @Override
        public String describe() {
            return "a schedule";
        }

        @Override
        public void abort(int status, String message) {
            throw new AssertionError(message);
        }
    }
}
