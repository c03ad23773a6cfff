package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.InfoList;
import org.jshmem.libfabric.Libfabric;
import org.jshmem.libfabric.MemoryRegion;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.transport.ofi.domain.OpenDomain;
import org.jshmem.transport.ofi.failure.Deadline;
import org.jshmem.transport.ofi.failure.FailureMonitor;
import org.jshmem.transport.ofi.failure.MachineIdentity;
import org.jshmem.transport.ofi.failure.NeighbourWatch;
import org.jshmem.transport.ofi.provider.Discovery;
import org.jshmem.transport.ofi.provider.OfiSettings;
import org.jshmem.transport.ofi.provider.ProviderChoice;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/**
 * The network of a PE, by libfabric.
 *
 * <p><b>Endpoints.</b> The main {@link Channel} is where others reach this PE: they write to and read from its heap,
 * and send it messages. The default context uses it too. Every other context has a channel of its own, on which it only
 * begins operations; replies come to the main one. There are no more of these than threads that can run at once, since
 * an endpoint may take tens of megabytes: further contexts share them, and their quiet then waits for one another's
 * transfers too.
 *
 * <p><b>Wire-up</b> is three exchanges: on which machine everyone is; which networks it is on; then, once the endpoint
 * is open, its name, where the heap is and its key. Everyone adds to a secret, which all messages carry.
 *
 * <p><b>Progress.</b> Who waits polls. A {@link ProgressAgent} does while nobody waits, so that others are served while
 * the program computes.
 */
final class OfiNetwork extends Network {
    private static final VarHandle POLLS = handle();

    private static final int MOST_TRANSPORTS = 1 << 16;

    /** Endpoints of contexts, where there are CPUs enough. */
    private static final int MOST_CHANNELS = 16;

    /**
     * Of a wait that lasts: vain looks before it yields after each, before it looks at the clock, and before it naps.
     */
    private static final int SPINS = 50;

    private static final int YIELDS = 2000;
    /** Of a wait that leaves polling to the thread. */
    private static final long ASLEEP = 1L << 62;

    /** Polls from one look at the clock to the next, where no thread looks. */
    private static final long ROUND_MASK = 0xfff;

    private static final int CLOCK_SHIFT = 32;
    private static final int MILLISECOND_SHIFT = 20;
    private static final long NAP_NS = 50_000;
    private static final long YIELD_NS = 5_000_000;
    private static final long HEARTBEAT_NS = 20_000_000;

    private static final byte[] NOTHING = {};

    private final NetworkSetup setup;
    private final OfiSettings settings;
    private final OpenDomain domain;
    private final ProviderChoice choice;
    private final FailureMonitor failures;
    private final Peers peers;
    private final NeighbourWatch neighbours;
    private final Channel main;
    private final ActiveMessages messages;
    private final OfiTransport transport;
    private final CompletionCounters counters = new CompletionCounters();
    private final ProgressAgent progressAgent;
    private final int spins;
    private final long startNs = System.nanoTime();
    private final MemorySegment outgoing = Arena.ofAuto().allocate(MessageDescriptor.MOST_BYTES, Long.BYTES);
    private final ChannelLock outgoingLock = new ChannelLock();
    private final MemorySegment heartbeatWord = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
    private final Heartbeat heartbeat;

    /** Of contexts that are gone. */
    private final Deque<OfiTransport> spare = new ArrayDeque<>();

    /** By their number; only ever replaced as a whole. */
    private volatile OfiTransport[] transports = new OfiTransport[0];

    /** Those of contexts; only ever replaced as a whole. */
    private volatile Channel[] channels = {};

    @SuppressWarnings("unused") // by the handle
    private long polls;

    private OfiNetwork(
            NetworkSetup setup,
            OfiSettings settings,
            Libfabric library,
            ProviderChoice choice,
            FiInfo info,
            SecureRandom random) {
        final Bootstrap job = setup.job();
        this.setup = setup;
        this.settings = settings;
        this.choice = choice;
        this.spins = setup.waitPolicy().spins() < SPINS ? 0 : SPINS;
        this.domain = new OpenDomain(info, random, settings.hasThread(), job.nPes());
        this.failures = new FailureMonitor(job, library, domain.traits().provider(), settings.silenceSeconds());
        this.peers = new Peers(job.nPes());
        this.neighbours = new NeighbourWatch(failures, job.pe(), job.nPes());
        this.main = new Channel(domain, peers, failures, settings.bounceBytes());
        final MemoryRegion heap = domain.registrations().heap(setup.heap());
        final MemoryRegion word = domain.registrations().word(heartbeatWord.address());
        main.expose(heap);
        main.expose(word);
        final PeerAddress mine = new PeerAddress(
                version(library),
                main.name(),
                domain.traits().virtualAddresses() ? setup.heap().base() : 0,
                heap.key(),
                domain.traits().virtualAddresses() ? heartbeatWord.address() : 0,
                word.key(),
                random.nextLong(),
                ProcessHandle.current().pid(),
                settings.hasThread());
        final byte[][] answers = job.allgather(mine.encode());
        final long secret = insert(answers);
        this.messages = new ActiveMessages(
                this,
                main,
                domain.registrations(),
                failures,
                setup.receiver(),
                setup.heap(),
                secret,
                job.pe(),
                job.nPes());
        this.heartbeat = new Heartbeat(
                main,
                peers,
                neighbours,
                failures,
                domain.registrations(),
                job.pe(),
                setup.topology().nextLeader(),
                areLocal(job.nPes()));
        main.receiveFor(messages, heartbeat);
        messages.header(outgoing.address(), MessageDescriptor.RUNTIME);
        this.transport = add(main);
        main.poll();
        this.progressAgent = settings.hasThread() ? new ProgressAgent(this, domain) : null;
    }

    private boolean[] areLocal(int pes) {
        final boolean[] local = new boolean[pes];
        for (int pe = 0; pe < pes; pe++) {
            local[pe] = setup.topology().isLocal(pe);
        }
        return local;
    }

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(OfiNetwork.class, "polls", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static OfiNetwork attach(NetworkSetup setup, Discovery discovery) {
        final OfiSettings settings = discovery.settings();
        try {
            final boolean oneMachine = MachineIdentity.isOne(setup.job().allgather(MachineIdentity.id()));
            // The first of a JVM takes ten milliseconds, which pass beside the discovery.
            final SecureRandom random = new SecureRandom();
            final InfoList infos = discovery.await();
            final Libfabric library = Libfabric.get();
            final ProviderChoice choice = new ProviderChoice(library, settings, infos, oneMachine);
            final FiInfo info = choice.choose(setup.job().allgather(choice.encode()));
            final OfiNetwork network = new OfiNetwork(setup, settings, library, choice, info, random);
            if (network.progressAgent != null) {
                network.progressAgent.start();
            }
            return network;
        } catch (FabricException e) {
            throw new ShmemException(e.getMessage(), e);
        }
    }

    private String version(Libfabric library) {
        return domain.traits().provider() + " of libfabric " + library.versionText();
    }

    /** Notes how all PEs are reached; returns the secret. */
    private long insert(byte[][] answers) {
        final PeerAddress[] all =
                Arrays.stream(answers).map(PeerAddress::decode).toArray(PeerAddress[]::new);
        long secret = 0;
        for (int pe = 0; pe < all.length; pe++) {
            if (!all[pe].provider().equals(all[0].provider())) {
                throw new ShmemException("PE 0 uses " + all[0].provider() + ", and PE " + pe + " " + all[pe].provider()
                        + "; all PEs need the same");
            }
            secret = secret * 0x9E3779B97F4A7C15L ^ all[pe].secret();
            peers.bases()[pe] = all[pe].base();
            peers.keys()[pe] = all[pe].key();
            peers.heartbeatBases()[pe] = all[pe].heartbeatBase();
            peers.heartbeatKeys()[pe] = all[pe].heartbeatKey();
            peers.servesItself()[pe] = all[pe].servesItself();
            if (!setup.topology().isLocal(pe)) {
                peers.addresses()[pe] = domain.addresses().insert(all[pe].name());
            } else if (pe != setup.job().pe()) {
                neighbours.add(pe, all[pe].pid());
            }
        }
        return secret;
    }

    private synchronized OfiTransport add(Channel channel) {
        final OfiTransport[] old = transports;
        final int id = old.length;
        if (id == MOST_TRANSPORTS) {
            throw new ShmemException("there are " + id + " contexts; destroy some");
        }
        final OfiTransport added =
                new OfiTransport(this, channel, domain.traits(), domain.registrations(), id, settings.bounceBytes());
        final OfiTransport[] all = Arrays.copyOf(old, id + 1);
        all[id] = added;
        transports = all;
        if (progressAgent != null) {
            progressAgent.ring();
        }
        return added;
    }

    /**
     * A context is gone: the next one gets its transport. Endpoints stay open to the end, because to make one and its
     * connections costs tens of milliseconds, and since libfabric 1.17 may crash in {@code fi_trywait} while a
     * connection goes.
     */
    synchronized void closed(OfiTransport closed) {
        spare.push(closed);
    }

    @Override
    public String name() {
        final ProviderTraits traits = domain.traits();
        return "ofi " + traits.provider() + " on " + traits.domain() + " (" + traits.fabric()
                + "), atomics by messages, "
                + (progressAgent == null ? "progress by calls" : "progress by calls and a thread");
    }

    @Override
    public Transport transport() {
        return transport;
    }

    @Override
    public synchronized Transport open(boolean isPrivate) {
        if (!spare.isEmpty()) {
            return spare.pop();
        }
        try {
            return add(channel());
        } catch (FabricException e) {
            throw new ShmemException("a context's endpoint cannot be opened: " + e.getMessage(), e);
        }
    }

    /** The channel of a new context. */
    private Channel channel() {
        final int count = channels.length;
        if (!domain.traits().endpointsComeAndGo()) {
            return main;
        }
        if (count == Math.min(MOST_CHANNELS, Runtime.getRuntime().availableProcessors())) {
            return channels[transports.length % count];
        }
        final Channel[] all = Arrays.copyOf(channels, count + 1);
        all[count] = new Channel(domain, peers, failures, settings.bounceBytes());
        channels = all;
        return all[count];
    }

    @Override
    public int maxMessageBytes() {
        return MessageDescriptor.MOST_PAYLOAD_BYTES;
    }

    @Override
    public void send(int pe, long address, int bytes) {
        long turn = 0;
        while (!trySend(pe, address, bytes)) {
            turn = pause(turn, main, pe, "a message");
        }
    }

    private boolean trySend(int pe, long address, int bytes) {
        outgoingLock.lock();
        try {
            Memory.copyFew(address, outgoing.address() + MessageDescriptor.PAYLOAD, bytes);
            return main.send(pe, outgoing.address(), MessageDescriptor.PAYLOAD + bytes);
        } finally {
            outgoingLock.taken = ChannelLock.FREE;
        }
    }

    @Override
    public boolean poll() {
        final long count = polls + 1;
        POLLS.setOpaque(this, count);
        if (progressAgent == null && (count & ROUND_MASK) == 0) {
            heartbeat.round();
        }
        return pollAll();
    }

    @Override
    public void rest() {
        if (progressAgent != null) {
            progressAgent.takeOver();
        }
    }

    /** Takes the heartbeat of silent PEs, if it is time. */
    void checkHeartbeats() {
        heartbeat.round();
    }

    /** Polls what is under way. */
    boolean pollAll() {
        boolean moved = main.poll();
        for (Channel channel : channels) {
            if (channel.isBusy()) {
                moved |= channel.poll();
            }
        }
        return moved;
    }

    /** How often threads of the program have polled. */
    long polls() {
        return (long) POLLS.getOpaque(this);
    }

    /** Where contexts begin operations. */
    Channel[] channels() {
        return channels;
    }

    /** Where others reach this PE. */
    Channel main() {
        return main;
    }

    /** The thread cannot go on. */
    void failed(Throwable t) {
        t.printStackTrace();
        failures.fail("progress", -1, t.toString());
    }

    /** Wakes threads of this PE, and of others if the runtime's receiver has told them something. */
    void wake() {
        VarHandle.fullFence();
        WaitPoints.wake(setup.waitPoint());
        setup.waitPoints().wakeAll();
    }

    int pes() {
        return peers.keys().length;
    }

    FailureMonitor failures() {
        return failures;
    }

    CompletionCounters counters() {
        return counters;
    }

    ActiveMessages messages() {
        return messages;
    }

    /** A reply has come. */
    void replied(int id, long result) {
        final CompletionCounter awaited = counters.of(id);
        if (awaited != null) {
            awaited.done(result);
        }
    }

    /** Some updates of a transport have been executed. */
    void acknowledged(int pe, int id, long count) {
        final OfiTransport[] all = transports;
        if (id >= 0 && id < all.length) {
            all[id].acknowledged(pe, count);
        }
    }

    /**
     * Passes a moment of waiting for the network: polls, and waits if that moved nothing.
     *
     * @param turn 0, or what the last call returned
     * @param channel on which something is awaited
     * @param pe whose answer is awaited; −1 if it has just come
     * @param what it is, for the message that says that it does not come
     * @return what to pass to the next call
     */
    long pause(long turn, Channel channel, int pe, String what) {
        if (turn >= ASLEEP) {
            return sleep(turn, pe, what);
        }
        POLLS.setOpaque(this, polls + 1);
        boolean moved = channel.poll();
        if (channel != main) {
            moved |= main.poll();
        }
        return moved || turn < spins ? turn + 1 : idle(turn, pe, what);
    }

    /** Yields, and later makes the thread do the rest. */
    private long idle(long turn, int pe, String what) {
        if (turn < YIELDS) {
            Thread.yield();
            return turn + 1;
        }
        final long now = System.nanoTime() - startNs;
        if (turn < 1L << CLOCK_SHIFT) {
            return (now >> MILLISECOND_SHIFT) + 1 << CLOCK_SHIFT;
        }
        pollAll();
        if (now - sinceNs(turn) > YIELD_NS) {
            if (progressAgent != null) {
                progressAgent.takeOver();
                return ASLEEP | turn;
            }
            LockSupport.parkNanos(NAP_NS);
            checkSilence(turn, pe, what);
        } else {
            Thread.yield();
        }
        return turn;
    }

    /** The thread polls alone, and wakes who waits for it. */
    private long sleep(long turn, int pe, String what) {
        progressAgent.awaitMove();
        checkSilence(turn, pe, what);
        return turn;
    }

    private static long sinceNs(long turn) {
        return ((turn & ~ASLEEP) >>> CLOCK_SHIFT) - 1 << MILLISECOND_SHIFT;
    }

    private void checkSilence(long turn, int pe, String what) {
        final long waitedNs = System.nanoTime() - startNs - sinceNs(turn);
        if (pe >= 0 && waitedNs > failures.limitNs() && failures.silenceNs(pe) > failures.limitNs()) {
            failures.failSilent(what, pe);
        }
        if (waitedNs > HEARTBEAT_NS) {
            heartbeat.probe(pe);
        }
    }

    /**
     * Lets go of everything. A message of the last barrier may still be in the provider's queues, and closing an
     * endpoint may lose it; so all PEs synchronize once more, through the bootstrap, while somebody makes progress.
     */
    @Override
    public void detach() {
        failures.ending();
        final ProgressAgent last = progressAgent == null ? new ProgressAgent(this, domain) : progressAgent;
        if (progressAgent == null) {
            last.start();
        }
        awaitLastExchange();
        last.end();
        for (Channel channel : channels) {
            channel.close();
        }
        main.close();
        domain.close();
        choice.close();
    }

    @SuppressWarnings("try") // the deadline has no other use
    private void awaitLastExchange() {
        try (var deadline = new Deadline(failures)) {
            setup.job().allgather(NOTHING);
        }
    }
}
