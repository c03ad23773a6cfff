package org.jshmem.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.bootstrap.Locality;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.BarrierRelayInbox;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.LeavableBarrier;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.barrier.TeamMemory;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.config.Setting;
import org.jshmem.internal.config.Warnings;
import org.jshmem.internal.lock.Locks;
import org.jshmem.internal.messages.MessageEngine;
import org.jshmem.internal.messages.MessageUse;
import org.jshmem.internal.nonblocking.TeamRequests;
import org.jshmem.internal.team.ControlMemory;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.Teams;
import org.jshmem.internal.transport.NativeProvider;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NetworkProvider;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.NodeMemory;
import org.jshmem.internal.transport.NodeMemoryProvider;
import org.jshmem.internal.transport.PeNumbers;
import org.jshmem.internal.transport.PublishedTable;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.HangWatch;
import org.jshmem.internal.waiting.InitWatch;
import org.jshmem.internal.waiting.Progress;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.NetworkUse;
import org.jshmem.spi.ResourceUse;

/** This PE's state in a job, from the first init to the last shutdown. */
final class RuntimeSession {
    /** A send of a message of up to this size does not wait for the receiver. */
    private static final int EAGER_BYTES = 4 << 10;

    /** The exit status after an error in the middle of a message. */
    private static final int BROKEN_STATUS = 1;

    private final Bootstrap bootstrap;
    private final Topology topology;
    private final NodeLayout layout;
    private final NodeMemory node;

    /** Null if all PEs are on one node. */
    private final Network network;

    /** To heaps that are not mapped here; null if all are. */
    private final Routes routes;

    /** The address of each PE's heap here; 0 if not mapped. {@link #end} sets all to 0. */
    private final long[] bases;

    private final WaitPoints waitPoints;
    private final WaitStrategy waitStrategy;

    /** Null without SHMEM_TIMEOUT. */
    private final HangWatch watch;

    private final Teams teams;
    private final Locks locks;
    private final CollectiveAllocator memory;
    private final boolean debug;

    /** The arena of {@link #view}; created by its first call. */
    private Arena views;

    private volatile SharedBlocks sharedBlocks;

    private final long flowBufferBytes;
    private final int openRequests;

    /** Made by the first {@link #messages}. */
    private MessageEngine messageEngine;

    private RuntimeSession(
            Bootstrap bootstrap,
            Configuration configuration,
            Topology topology,
            NodeLayout layout,
            NodeMemory node,
            WaitPoints waitPoints,
            Network network,
            BarrierRelayInbox inbox,
            WaitPolicy waitPolicy) {
        final int me = bootstrap.pe();
        this.bootstrap = bootstrap;
        this.topology = topology;
        this.node = node;
        this.network = network;
        this.layout = layout;
        this.debug = configuration.isSet(Setting.DEBUG);
        this.flowBufferBytes = configuration.flowBufferBytes();
        this.openRequests = configuration.openRequests();
        this.bases = new long[topology.pes()];
        for (int pe : topology.local()) {
            bases[pe] = node.base(topology.indexOf(pe));
        }
        this.routes = Routes.of(topology, node.transport(), network == null ? null : network.transport());
        this.waitPoints = waitPoints;
        this.waitStrategy = new WaitStrategy(waitPoints, waitPoints.of(me), waitPolicy);
        this.watch = waitPolicy.watch();
        this.teams = new Teams(
                new ControlMemory(
                        node.control(),
                        layout,
                        teamMemory(node, layout),
                        topology,
                        me,
                        node.isCrowded(),
                        waitPoints,
                        waitPolicy,
                        network,
                        inbox),
                bases,
                routes);
        this.locks = new Locks(bases, routes, me, waitPoints, waitStrategy);
        this.memory =
                new CollectiveAllocator(node.heap(), teams.world().barrier(), locks.owners(), topology, me, debug);
    }

    /** Joins the job; collective. */
    @SuppressWarnings("try") // the watch is only opened and closed
    static RuntimeSession start(Bootstrap bootstrap, Configuration configuration) {
        try (InitWatch watch = InitWatch.of(configuration, bootstrap)) {
            final HangWatch hangWatch = HangWatch.of(configuration.timeoutSeconds(), bootstrap);
            try {
                final RuntimeSession session = join(bootstrap, configuration, hangWatch);
                session.world().sync(CollectiveCall.INIT);
                return session;
            } catch (RuntimeException e) {
                if (hangWatch != null) {
                    hangWatch.end();
                }
                throw e;
            }
        }
    }

    /** Builds the state of this PE, before the first barrier. */
    static RuntimeSession join(Bootstrap bootstrap, Configuration configuration, HangWatch watch) {
        NetworkProvider provider = null;
        if (bootstrap.nPes() > 1
                && configuration.nativeLibrary() == null
                && (!sharesMemory(configuration) || bootstrap.isSpread())) {
            provider = prepared(configuration);
        }
        final Acquaintance others = acquaintance(bootstrap, configuration, provider);
        final byte[][] keys = others == null ? null : others.keys();
        final Topology topology =
                keys == null ? Topology.oneNode(bootstrap.pe(), bootstrap.nPes()) : Topology.of(bootstrap.pe(), keys);
        final NativeProvider library = configuration.nativeLibrary() == null ? null : nativeProvider();
        if (provider == null && topology.nodes() > 1) {
            provider = library == null ? prepared(configuration) : library;
        }
        final int local = topology.local().length;
        final int rivals = keys == null ? local : Locality.onOneMachine(keys, bootstrap.pe());
        final WaitPolicy waitPolicy = WaitPolicy.of(crowded(configuration, rivals), watch);
        final NodeLayout layout = new NodeLayout(
                local,
                configuration.heapBytes(),
                ofAll(local, configuration.sharedBytes()),
                topology.nodes() == 1 ? 0 : topology.pes());
        final NodeBootstrap neighbours = new NodeBootstrap(bootstrap, topology);
        final NodeMemory own = nodeMemory(local).attach(neighbours, layout, configuration, waitPolicy);
        final NodeMemory node = library == null ? own : library.withHeaps(own, topology.local(), layout);
        neighbours.join();
        final WaitPoints waitPoints = new WaitPoints(node.control(), layout, topology.local());
        final BarrierRelayInbox inbox = new BarrierRelayInbox(node.control());
        final Network network = topology.nodes() == 1
                ? null
                : provider.attach(new NetworkSetup(
                        bootstrap,
                        topology,
                        Locality.hosts(keys),
                        others.networks(),
                        configuration,
                        node.heap(),
                        node.control() + layout.sharedOffset(),
                        layout.sharedBytes(),
                        published(node, layout, topology.local()[0] == bootstrap.pe()),
                        waitPoints,
                        waitPoints.of(bootstrap.pe()),
                        waitPolicy,
                        inbox::receive));
        if (watch != null) {
            watch.joined(node.control(), topology.local(), network == null);
        }
        return new RuntimeSession(
                bootstrap, configuration, topology, layout, node, waitPoints, network, inbox, waitPolicy.with(network));
    }

    /** What some PEs bring together, by which {@link NodeLayout#fits} is asked: at most {@link Long#MAX_VALUE}. */
    private static long ofAll(int pes, long bytes) {
        return bytes > Long.MAX_VALUE / pes ? Long.MAX_VALUE : pes * bytes;
    }

    private static boolean sharesMemory(Configuration configuration) {
        return !configuration.get(Setting.SHR).equals("off");
    }

    /** The first exchange of the job; null for a job on one node, which needs none. */
    private static Acquaintance acquaintance(
            Bootstrap bootstrap, Configuration configuration, NetworkProvider provider) {
        final boolean shared = sharesMemory(configuration);
        if (bootstrap.nPes() == 1 || bootstrap.isOneNode() && shared) {
            return null;
        }
        return Acquaintance.make(
                bootstrap,
                shared ? Locality.key() : Locality.keyOfOne(bootstrap.pe()),
                provider == null ? null : provider.digest());
    }

    private static NativeProvider nativeProvider() {
        return ServiceLoader.load(NativeProvider.class, RuntimeSession.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new ShmemException(Setting.TRANSPORT.variable()
                        + " names a C library of OpenSHMEM, and the transport to it is not on the class path; add"
                        + " transport-shmem, or unset " + Setting.TRANSPORT.variable()));
    }

    private static NodeMemoryProvider nodeMemory(int pes) {
        for (NodeMemoryProvider provider :
                ServiceLoader.load(NodeMemoryProvider.class, RuntimeSession.class.getClassLoader())) {
            if (provider.serves(pes)) {
                return provider;
            }
        }
        throw new ShmemException("no transport for a node with " + pes + " PEs is on the class path; add "
                + (pes == 1 ? "transport-none" : "transport-shr"));
    }

    /**
     * Begins to load the libraries of the network, which takes as long as the rest of init. Called as soon as it is
     * known that a network is needed.
     */
    private static NetworkProvider prepared(Configuration configuration) {
        final NetworkProvider provider = network();
        provider.prepare(configuration);
        return provider;
    }

    private static NetworkProvider network() {
        return ServiceLoader.load(NetworkProvider.class, RuntimeSession.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new ShmemException(
                        "the PEs of this job do not all share memory, and no network transport is on the class path;"
                                + " add transport-ofi, or start all PEs on one node without SHMEM_SHR=off"));
    }

    private static PublishedTable published(NodeMemory node, NodeLayout layout, boolean isWriter) {
        final long offset = layout.publishedOffset();
        return new PublishedTable(
                node.control() + offset, layout.publishedBytes(), isWriter, bytes -> node.claim(offset, bytes));
    }

    private static TeamMemory teamMemory(NodeMemory node, NodeLayout layout) {
        return new TeamMemory(
                node.control(),
                NodeLayout.TEAM_BYTES_TAKEN_OFFSET,
                layout.teamsOffset(),
                layout.teamsBytes(),
                node::claim);
    }

    /**
     * Opens the routes of a new context, indexed by the PE numbers of a team; null if all heaps of the job are mapped.
     */
    Routes openRoutes(boolean isPrivate, PeNumbers members) {
        final Routes own = openRoutes(isPrivate);
        return own == null ? null : own.of(members);
    }

    /** Opens routes to all PEs of the job; null if all heaps are mapped. */
    Routes openRoutes(boolean isPrivate) {
        return network == null ? routes : Routes.of(topology, node.transport(), network.open(isPrivate));
    }

    private static boolean crowded(Configuration configuration, int pes) {
        final String spin = configuration.get(Setting.SPIN);
        return spin.equals("auto") ? pes > Runtime.getRuntime().availableProcessors() : spin.equals("off");
    }

    int pe() {
        return bootstrap.pe();
    }

    int nPes() {
        return topology.pes();
    }

    long[] bases() {
        return bases;
    }

    Routes routes() {
        return routes;
    }

    /** The network, which a waiting thread must poll; null if all PEs are on one node. */
    Progress progress() {
        return network;
    }

    WaitPoints waitPoints() {
        return waitPoints;
    }

    /** For waits on words of this PE's own memory. */
    WaitStrategy waitStrategy() {
        return waitStrategy;
    }

    CollectiveAllocator memory() {
        return memory;
    }

    /** The shared memory that this PE knows; made when it is first needed. */
    SharedBlocks sharedBlocks() {
        final SharedBlocks existing = sharedBlocks;
        return existing == null ? makeSharedBlocks() : existing;
    }

    private synchronized SharedBlocks makeSharedBlocks() {
        if (sharedBlocks == null) {
            sharedBlocks = new SharedBlocks(node, network, topology, bootstrap.pe(), debug);
        }
        return sharedBlocks;
    }

    /** Makes a matching space for the messages of a team; collective. All PEs throw if one has no memory for it. */
    MessageKernel openMessages(Team team, boolean isThreaded, Runnable threadCheck) {
        return MessageEngine.open(messages(isThreaded), team, threadCheck);
    }

    /** Ends the messages of a team that this PE has left. */
    synchronized void endMessages(Team team) {
        if (messageEngine != null) {
            messageEngine.endAllOf(team);
        }
    }

    /** Ends and forgets the messages of a team that has ended. */
    synchronized void forgetMessages(Team team) {
        if (messageEngine != null) {
            messageEngine.forgetAllOf(team);
        }
    }

    /** Sends and receives messages; made when it is first needed. Null if the machine has no memory for it. */
    synchronized MessageEngine messages(boolean isThreaded) {
        if (messageEngine == null) {
            final long offset = layout.messagesOffset(topology.indexOf(bootstrap.pe()));
            if (!node.claim(offset, NodeLayout.MESSAGE_BYTES)) {
                return null;
            }
            messageEngine = new MessageEngine(
                    node.control(),
                    layout,
                    topology,
                    bootstrap.pe(),
                    node.transport() == null,
                    sharedBlocks(),
                    waitPoints,
                    waitStrategy,
                    node.heap().base(),
                    memory::holding,
                    network,
                    EAGER_BYTES,
                    isThreaded,
                    reason -> bootstrap.fail(BROKEN_STATUS, reason));
        }
        return messageEngine;
    }

    synchronized void allowThreadsInMessages() {
        if (messageEngine != null) {
            messageEngine.allowThreads();
        }
    }

    private void endSharedBlocks() {
        final boolean reports = topology.local()[0] == bootstrap.pe()
                && Memory.get64(node.control() + NodeLayout.SHARED_IN_USE_OFFSET) != 0;
        if (reports || sharedBlocks != null) {
            sharedBlocks().end(reports);
        }
    }

    Locks locks() {
        return locks;
    }

    Teams teams() {
        return teams;
    }

    Team world() {
        return teams.world();
    }

    /** Makes the non-blocking collectives of a team; collective. */
    TeamRequests openRequests(Team team, Runnable threadCheck) {
        return TeamRequests.open(
                teams, team, () -> team.heaps().mapped() ? null : openRoutes(false), openRequests, threadCheck);
    }

    long flowBufferBytes() {
        return flowBufferBytes;
    }

    int nodeOf(int pe) {
        return topology.nodeOf(pe);
    }

    long heapBytes() {
        return node.heap().bytes();
    }

    /** Whether an address is in this PE's heap. */
    boolean isInHeap(long address) {
        final long offset = address - node.heap().base();
        return offset >= 0 && offset < node.heap().bytes();
    }

    /** Waits for all PEs in a shutdown; see {@link LeavableBarrier#shutdown}. */
    int awaitShutdown(CollectiveCall call) {
        final TeamBarrier barrier = teams.world().barrier();
        barrier.begin();
        final int outcome = barrier.releases().shutdown(call);
        barrier.end();
        return outcome;
    }

    /** Reports that this PE has left the library before the other PEs; see {@link Bootstrap#leaveEarly}. */
    void leaveEarly(Supplier<String> reason) {
        bootstrap.leaveEarly(reason);
    }

    synchronized MemorySegment view(long address, long bytes) {
        if (views == null) {
            views = Arena.ofShared();
        }
        return Memory.view(address, bytes, views);
    }

    NetworkUse networkUse() {
        return network == null ? NetworkUse.NONE : network.use();
    }

    /** @param contexts how many are open, without the default one */
    ResourceUse resourceUse(int contexts, int collectives) {
        // Not while holding this lock: the allocator may be in a call that waits for other PEs.
        return resourceUse(contexts, collectives, memory.spareBytes());
    }

    private synchronized ResourceUse resourceUse(int contexts, int collectives, long spareBytes) {
        final SharedBlocks shared = sharedBlocks;
        final MessageUse messages = messageEngine == null ? MessageUse.NONE : messageEngine.use();
        return new ResourceUse(
                memory.liveBlocks(),
                memory.usedBytes(),
                shared == null ? 0 : shared.liveBlocks(),
                shared == null ? 0 : shared.liveBytes(),
                contexts,
                messages.spaces(),
                shared == null ? 0 : shared.usedBytes() - messages.keptBytes(),
                spareBytes + (shared == null ? 0 : shared.claimedBytes()),
                messages.records(),
                collectives + messages.receives());
    }

    String describe() {
        return "transport " + node.name() + (network == null ? "" : " and " + network.name()) + ", " + nPes() + " PEs, "
                + (topology.nodes() == 1 ? "" : topology.nodes() + " nodes, ")
                + Runtime.getRuntime().availableProcessors()
                + " CPUs, heaps of this node " + (node.transport() == null ? "mapped" : "not mapped") + " at "
                + Long.toHexString(node.heap().base());
    }

    /** A segment that a thread is using cannot be closed. It is told of, and what is left of the session ends. */
    private void endViews() {
        try {
            if (views != null) {
                views.close();
            }
        } catch (IllegalStateException e) {
            Warnings.say("a thread of PE " + pe() + " still uses a segment of symmetric memory at the last shutdown(),"
                    + " and will find zeros there: " + e.getMessage());
        }
    }

    /** Releases everything; to be called after the last barrier. */
    void end() {
        teams.giveUpAbandoned();
        memory.end();
        if (messageEngine != null) {
            messageEngine.end();
        }
        endSharedBlocks();
        endViews();
        if (watch != null) {
            watch.end();
        }
        waitPoints.end();
        if (network != null) {
            network.detach();
        }
        node.detach();
        bootstrap.finish();
    }
}
