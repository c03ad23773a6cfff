package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.MessageSender;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.Receiver;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.InfoList;
import org.jshmem.libfabric.Libfabric;
import org.jshmem.libfabric.MemoryRegion;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.spi.NetworkUse;
import org.jshmem.transport.ofi.domain.OpenDomain;
import org.jshmem.transport.ofi.failure.Deadline;
import org.jshmem.transport.ofi.failure.FailureReporter;
import org.jshmem.transport.ofi.failure.LocalProcessWatch;
import org.jshmem.transport.ofi.provider.AddedModes;
import org.jshmem.transport.ofi.provider.Discovery;
import org.jshmem.transport.ofi.provider.OfiSettings;
import org.jshmem.transport.ofi.provider.ProviderChoice;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/**
 * Connects this PE to the PEs of other nodes by libfabric: endpoints, transports of contexts, messages and progress.
 *
 * <p><b>Endpoints.</b> Other PEs reach this PE through the main {@link Channel}: they write to and read from its heap,
 * and send it messages. {@link ContextTransports} has the channels of contexts; replies arrive on the main one.
 *
 * <p><b>Wire-up.</b> The digests of the PEs' networks have come with the first exchange of the job, and a second one of
 * their names is made only where they differ. Once its endpoint is open, a PE tells others the endpoint's name, the
 * address of the heap and the heap's key: {@link WireUp}.
 *
 * <p>Other keys are asked for when they are first needed, by messages ({@link HeapAccess}).
 *
 * <p><b>Progress.</b> A thread that waits polls. A {@link ProgressAgent} polls while no thread waits, so that other PEs
 * are served while the program computes.
 */
final class OfiNetwork extends Network {
    private static final VarHandle POLLS = handle();

    /** Calls of {@link #pause} in one wait before it yields in each call. */
    private static final int SPINS = 50;

    /**
     * Without a progress agent, heartbeats are checked whenever these bits of the number of polls are 0. The mask is
     * small because a long wait polls only once in some milliseconds.
     */
    private static final long ROUND_MASK = 0x1f;

    /** Without a progress agent, how long a waiting thread naps between polls. */
    private static final long NAP_NS = 50_000;

    /** How long a wait yields, once it measures time, before it naps or sleeps. */
    private static final long YIELD_NS = 5_000_000;

    /** How long a thread waits for a PE before it reads the heartbeat of that PE. */
    private static final long HEARTBEAT_NS = 20_000_000;

    private final NetworkSetup setup;
    private final OfiSettings settings;
    private final OpenDomain domain;
    private final ProviderChoice choice;
    private final FailureReporter failures;
    private final Peers peers;
    private final HeapAccess access;
    private final LocalProcessWatch neighbours;
    private final ChannelBuffers limits;
    private final Channel main;
    private final ActiveMessages messages;
    private final OfiTransport transport;

    /** What the default context uses in its place. */
    private final Transport given;

    private final CompletionCounters counters = new CompletionCounters();
    private final ProgressAgent progressAgent;

    /** {@link #SPINS}, or 0 where the wait policy hardly spins because PEs share CPUs. */
    private final int spins;

    private final long startNs;

    private final OutgoingMessage outgoing;
    private final ContextTransports transports;
    private final Sessions sessions = new Sessions();

    /** The word that other PEs read, see {@link Heartbeat}; its value does not matter. */
    private final MemorySegment heartbeatWord = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

    private final Heartbeat heartbeat;

    /** Null when it has ended. */
    private volatile WireUp wireUp;

    /** Polls by threads of the program; approximate, because increments are not atomic. */
    @SuppressWarnings("unused") // accessed by POLLS
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
        this.failures = new FailureReporter(job, library, domain.traits().provider(), settings.silenceSeconds());
        this.startNs = failures.nowNs();
        final PeerTable table = new PeerTable(setup.published().address());
        this.peers = new Peers(job.nPes(), table, domain.addresses(), failures);
        this.neighbours =
                new LocalProcessWatch(failures, job.pe(), setup.topology().local());
        this.access = domain.traits().pinsMemory()
                ? new HeapRegions(peers, setup, domain.registrations(), domain.traits())
                : new WholeHeaps(peers, setup, domain.registrations(), domain.traits());
        this.limits = ChannelBuffers.of(settings.bounceBytes());
        this.main = new Channel(domain, peers, access, failures, limits);
        final long heapKey = access.open(main);
        final MemoryRegion word = domain.registrations().word(heartbeatWord.address());
        main.expose(word);
        final PeerAddress mine = new PeerAddress(
                version(library),
                main.name(),
                domain.traits().virtualAddresses() ? setup.heap().base() : 0,
                heapKey,
                domain.traits().virtualAddresses() ? setup.sharedBase() : 0,
                domain.traits().virtualAddresses() ? heartbeatWord.address() : 0,
                word.key(),
                setup.published().isWriter() ? random.nextLong() : 0,
                settings.hasThread());
        this.wireUp = new WireUp(setup, table);
        wireUp.begin(mine, neighbours);
        this.messages = new ActiveMessages(
                this,
                main,
                domain.registrations(),
                peers,
                failures,
                setup.receiver(),
                new ReachableMemory(setup.heap(), setup.sharedBase(), setup.sharedBytes()),
                table.secret(),
                job.pe(),
                job.nPes(),
                limits);
        this.heartbeat = new Heartbeat(
                main::readHeartbeat,
                peers,
                neighbours,
                failures,
                domain.registrations(),
                setup.topology().nextLeader());
        main.makeMain(messages, heartbeat);
        this.outgoing = new OutgoingMessage(main, messages);
        this.transports = new ContextTransports(
                main,
                domain.traits().endpointsComeAndGo()
                        ? () -> new Channel(domain, peers, access, failures, limits)
                        : null,
                this::transport);
        this.transport = transports.openMain();
        this.given = access.over(transport);
        main.poll();
        this.progressAgent = settings.hasThread() ? new ProgressAgent(this, domain) : null;
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
            // The first SecureRandom of a JVM takes ten milliseconds; the discovery runs meanwhile.
            final SecureRandom random = new SecureRandom();
            final InfoList infos = discovery.await();
            final Libfabric library = Libfabric.get();
            final ProviderChoice choice = new ProviderChoice(library, settings, infos, setup.isOneHost());
            final FiInfo info = choose(choice, setup);
            AddedModes.addTo(info);
            final OfiNetwork network = new OfiNetwork(setup.withoutHosts(), settings, library, choice, info, random);
            if (network.progressAgent != null) {
                network.progressAgent.start();
            }
            network.completeWireUp();
            return network;
        } catch (FabricException e) {
            throw new ShmemException(e.getMessage(), e);
        }
    }

    private static FiInfo choose(ProviderChoice choice, NetworkSetup setup) {
        final FiInfo agreed = setup.networks() == null ? null : choice.agreed(setup.hosts(), setup.networks());
        return agreed != null
                ? agreed
                : choice.choose(setup.hosts(), setup.job().allgather(choice.encode()));
    }

    /** What all PEs need to have in common: how memory is registered has to be the same, too. */
    private String version(Libfabric library) {
        return domain.traits().provider() + " of libfabric " + library.versionText()
                + (domain.traits().pinsMemory() ? ", pins memory" : "")
                + (domain.traits().choosesKeys() ? ", chooses keys" : "");
    }

    /** Completes the wire-up, which needs the progress agent to run. */
    private void completeWireUp() {
        final MessageSender sender = new MessageSender() {
            @Override
            public int maxMessageBytes() {
                return MessageDescriptor.MOST_PAYLOAD_BYTES;
            }

            @Override
            public void send(int pe, long address, int bytes) {
                OfiNetwork.this.send(MessageDescriptor.WIRE_UP, pe, address, bytes);
            }
        };
        wireUp.complete(sender, (isSo, pe) -> {
            long turn = 0;
            while (!isSo.getAsBoolean()) {
                turn = pause(turn, main, pe, "the addresses of its node");
            }
        });
        wireUp = null;
    }

    /** The wire-up that is under way. */
    WireUp wireUp() {
        return wireUp;
    }

    private OfiTransport transport(Channel channel, int id) {
        return new OfiTransport(this, channel, domain.traits(), domain.registrations(), id, settings.bounceBytes());
    }

    /** The context of a transport is destroyed. */
    void closed(OfiTransport closed) {
        transports.close(closed);
    }

    /** Whether a thread makes progress while the program computes. */
    boolean hasAgent() {
        return progressAgent != null;
    }

    @Override
    public void waits() {
        sessions.sendAll();
    }

    /** The contexts that are in a session. */
    Sessions sessions() {
        return sessions;
    }

    /** Called when a context in a session that had nothing collected begins to collect. */
    void collects() {
        progressAgent.tick();
    }

    @Override
    public NetworkUse use() {
        return new NetworkUse(domain.registrations().bytes(), domain.retries().sum());
    }

    @Override
    public String name() {
        final ProviderTraits traits = domain.traits();
        return "ofi " + traits.provider() + " on " + traits.domain() + " (" + traits.fabric()
                + ")" + (traits.pinsMemory() ? ", memory registered as it is claimed" : "") + ", atomics by messages, "
                + (progressAgent == null ? "progress by calls" : "progress by calls and a thread");
    }

    @Override
    public Transport transport() {
        return given;
    }

    @Override
    public void openSharedHeap(int pe) {
        access.openSharedHeap(pe, transport);
    }

    @Override
    public ClaimObserver sharedHeapObserver() {
        return access.sharedHeapObserver();
    }

    /** How memory is registered. */
    HeapAccess access() {
        return access;
    }

    @Override
    public Transport open(boolean isPrivate) {
        try {
            final OfiTransport opened = transports.open();
            if (progressAgent != null) {
                progressAgent.ring();
            }
            return access.over(opened);
        } catch (FabricException e) {
            throw new ShmemException("a context's endpoint cannot be opened: " + e.getMessage(), e);
        }
    }

    @Override
    public int maxMessageBytes() {
        return MessageDescriptor.MOST_PAYLOAD_BYTES;
    }

    @Override
    public void send(int pe, long address, int bytes) {
        send(MessageDescriptor.RUNTIME, pe, address, bytes);
    }

    @Override
    public void receiveMessages(Receiver receiver) {
        messages.receiveMessages(receiver);
    }

    @Override
    public void sendMessage(int pe, long address, int bytes) {
        send(MessageDescriptor.PROGRAM, pe, address, bytes);
    }

    private void send(byte kind, int pe, long address, int bytes) {
        long turn = 0;
        while (!outgoing.trySend(kind, pe, address, bytes)) {
            turn = pause(turn, main, pe, "a message");
        }
    }

    @Override
    public boolean poll() {
        final long count = polls + 1;
        POLLS.setOpaque(this, count);
        if (progressAgent == null && (count & ROUND_MASK) == 0) {
            heartbeat.round();
        }
        return pollBusy();
    }

    @Override
    public void yields() {
        POLLS.setOpaque(this, polls + ProgressAgent.FEW_POLLS);
    }

    @Override
    public void rest() {
        if (progressAgent != null) {
            progressAgent.wakeFromNap();
        }
    }

    /** Starts the heartbeat checks that are due. */
    void checkHeartbeats() {
        heartbeat.round();
    }

    /** Polls the main channel, and the other channels that have operations under way. */
    boolean pollBusy() {
        boolean moved = main.poll();
        for (Channel channel : transports.channels()) {
            if (channel.isBusy()) {
                moved |= channel.poll();
            }
        }
        return moved;
    }

    /** Polls all channels; a connection may end on one that has no operations under way. */
    boolean pollAll() {
        boolean moved = main.poll();
        for (Channel channel : transports.channels()) {
            moved |= channel.poll();
        }
        return moved;
    }

    /** The approximate number of polls by threads of the program; one before a {@link #yields yield} counts more. */
    long polls() {
        return (long) POLLS.getOpaque(this);
    }

    /** The channels of contexts, without the main one. */
    Channel[] channels() {
        return transports.channels();
    }

    /** The channel through which other PEs reach this PE. */
    Channel main() {
        return main;
    }

    /** Ends the job because the progress agent has failed. */
    void failed(Throwable t) {
        t.printStackTrace();
        failures.fail("progress", -1, t.toString());
    }

    /** Wakes threads of this PE, and of local PEs to which the runtime's receiver has delivered something. */
    void wake() {
        Memory.fullFence();
        WaitPoints.wake(setup.waitPoint());
        setup.waitPoints().wakeAll();
    }

    int pes() {
        return setup.job().nPes();
    }

    FailureReporter failures() {
        return failures;
    }

    CompletionCounters counters() {
        return counters;
    }

    ActiveMessages messages() {
        return messages;
    }

    /** Completes the request with this counter; an unknown id is ignored. */
    void replied(int id, long result, boolean refuses) {
        final CompletionCounter awaited = counters.of(id);
        if (awaited != null) {
            awaited.done(result, refuses);
        }
    }

    /** Reports that a PE has executed {@code count} updates of a transport; an unknown id is ignored. */
    void acknowledged(int pe, int id, long count) {
        final OfiTransport updated = transports.find(id);
        if (updated != null) {
            updated.acknowledged(pe, count);
        }
    }

    /** Takes the results of a batch of a transport; an unknown id is ignored. */
    void results(int pe, int id, long start, long end) {
        final OfiTransport asking = transports.find(id);
        if (asking != null) {
            asking.takeResults(pe, start, end);
        }
    }

    /**
     * Performs one step of a wait: polls, and pauses if that moved nothing. {@link PauseTurn} lists the steps of a wait
     * that lasts.
     *
     * @param turn 0 at the start of a wait, otherwise the result of the last call
     * @param channel the channel of the awaited operation
     * @param pe the PE whose answer is awaited; −1 if unknown
     * @param what the awaited operation, for the error message
     * @return the argument of the next call
     */
    long pause(long turn, Channel channel, int pe, String what) {
        if (PauseTurn.isAsleep(turn)) {
            return sleep(turn, pe, what);
        }
        POLLS.setOpaque(this, polls + 1);
        boolean moved = channel.poll();
        if (channel != main) {
            moved |= main.poll();
        }
        return moved || turn < spins ? turn + 1 : idle(turn, pe, what);
    }

    /** The step of a wait after the spins: yields, and later naps or hands over to the progress agent. */
    private long idle(long turn, int pe, String what) {
        if (PauseTurn.isCounting(turn)) {
            yields();
            Thread.yield();
            return turn + 1;
        }
        final long now = failures.nowNs() - startNs;
        if (!PauseTurn.hasClock(turn)) {
            return PauseTurn.startClock(now);
        }
        pollBusy();
        if (now - PauseTurn.startNs(turn) > YIELD_NS) {
            if (progressAgent != null) {
                progressAgent.wakeFromNap();
                return PauseTurn.asleep(turn);
            }
            LockSupport.parkNanos(NAP_NS);
            checkSilence(turn, pe, what);
        } else {
            yields();
            Thread.yield();
        }
        return turn;
    }

    /** Sleeps until the progress agent, which alone polls now, has moved something. */
    private long sleep(long turn, int pe, String what) {
        progressAgent.awaitMove();
        checkSilence(turn, pe, what);
        return turn;
    }

    /**
     * Fails if both the wait and the silence of the PE exceed the limit. A wait of more than {@link #HEARTBEAT_NS} also
     * reads the PE's heartbeat.
     */
    private void checkSilence(long turn, int pe, String what) {
        final long waitedNs = failures.nowNs() - startNs - PauseTurn.startNs(turn);
        if (pe >= 0 && waitedNs > failures.limitNs() && peers.of(pe).silenceNs() > failures.limitNs()) {
            failures.failSilent(what, pe);
        }
        if (waitedNs > HEARTBEAT_NS) {
            heartbeat.probe(pe);
        }
    }

    /**
     * Closes everything. A message of the last barrier may still be in the provider's queues, and would be lost if its
     * endpoint were closed; and a PE that closes its endpoint acknowledges no more, so that what another one has sent
     * to it may fail there. No message can tell that all have been acknowledged, its own acknowledgement included.
     * Therefore all PEs synchronize once more, through the bootstrap, while a progress agent polls. Nothing is
     * exchanged in that.
     */
    @Override
    public void detach() {
        waits();
        failures.ending();
        final ProgressAgent last = progressAgent == null ? new ProgressAgent(this, domain) : progressAgent;
        if (progressAgent == null) {
            last.start();
        }
        awaitLastExchange();
        last.end();
        for (Channel channel : transports.channels()) {
            channel.close();
        }
        domain.registrations().closeBound();
        main.close();
        domain.close();
        choice.close();
    }

    @SuppressWarnings("try") // the deadline only has to be open meanwhile
    private void awaitLastExchange() {
        try (var deadline = new Deadline(failures)) {
            setup.job().barrier();
        }
    }
}
