package org.jshmem.transport.ofi;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.Memory;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.AddressVector;
import org.jshmem.libfabric.Domain;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.schedules.Steps;
import org.jshmem.transport.ofi.domain.OpenDomain;
import org.jshmem.transport.ofi.failure.FailureReporter;
import org.jshmem.transport.ofi.failure.LocalProcessWatch;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/**
 * Stands in for the library's class of this name: one PE of a {@link ScheduledNetwork}. A wait polls as the library's,
 * and then stops until something has moved.
 */
final class OfiNetwork {
    private static final int SILENCE_SECONDS = 10;

    private final SimulatedFabric fabric;
    private final HeapAccess access;
    private final FailureReporter failures;
    private final Peers peers;
    private final OpenDomain domain;
    private final ChannelBuffers limits;
    private final Channel main;
    private final ActiveMessages messages;
    private final CompletionCounters counters = new CompletionCounters();
    private final List<OfiTransport> transports = new ArrayList<>();
    private final Sessions sessions = new Sessions();
    private final int pes;

    /** Whether the agent looks at what sessions have collected. */
    private boolean looksAtSessions;

    OfiNetwork(
            SimulatedFabric fabric,
            Bootstrap job,
            ProviderTraits traits,
            ChannelBuffers limits,
            PeerTable table,
            long[] heaps,
            long heapBytes,
            boolean hasRegions) {
        final int pe = job.pe();
        this.fabric = fabric;
        this.limits = limits;
        this.pes = job.nPes();
        this.access = hasRegions ? new HeapRegions(heaps, heapBytes, pe) : new HeapsAccess(heaps);
        this.failures = new FailureReporter(job, null, traits.provider(), SILENCE_SECONDS);
        this.peers = new Peers(pes, table, new AddressVector(), failures);
        final SymmetricHeap heap = new SymmetricHeap(null, 0, heaps[pe], heapBytes, false);
        this.domain = new OpenDomain(fabric, traits, heap);
        this.main = new Channel(domain, peers, access, failures, limits);
        this.messages = new ActiveMessages(
                this,
                main,
                domain.registrations(),
                peers,
                failures,
                (address, bytes) -> {},
                new ReachableMemory(heap, 0, 0),
                table.secret(),
                pe,
                pes,
                limits);
        main.makeMain(
                messages,
                new Heartbeat(
                        main::readHeartbeat,
                        peers,
                        new LocalProcessWatch(failures, pe, new int[] {pe}),
                        failures,
                        domain.registrations(),
                        -1));
        for (int other = 0; other < pes; other++) {
            peers.of(other); // what makes it has a monitor
        }
        open(main);
        open(new Channel(domain, peers, access, failures, limits));
        main.poll();
    }

    private void open(Channel channel) {
        transports.add(new OfiTransport(
                this, channel, domain.traits(), domain.registrations(), transports.size(), limits.bounceBytes()));
    }

    /** The transport of the default context, 0, or of one that has a channel of its own, 1; others share that one. */
    OfiTransport transport(int context) {
        while (context >= transports.size()) {
            open(transports.get(1).channel());
        }
        return transports.get(context);
    }

    /** Operations that have to be repeated. */
    long retries() {
        return domain.retries().sum();
    }

    HeapAccess access() {
        return access;
    }

    /** Where this PE registers memory. */
    Domain domain() {
        return domain.domain();
    }

    FailureReporter failures() {
        return failures;
    }

    /** Begins to read the heartbeat word of a PE, which is the first one of its heap here. */
    Heartbeat.Beginning readHeartbeat(int pe, long dest) {
        return main.readHeartbeat(peers.of(pe), dest, 0);
    }

    ActiveMessages messages() {
        return messages;
    }

    CompletionCounters counters() {
        return counters;
    }

    int pes() {
        return pes;
    }

    WireUp wireUp() {
        return null; // it is done
    }

    boolean hasAgent() {
        return true;
    }

    Sessions sessions() {
        return sessions;
    }

    void collects() {
        looksAtSessions = true;
        fabric.moved();
    }

    void results(int pe, int id, long start, long end) {
        Steps.storeAtOnce(); // a variable of the JVM says that they are here
        transports.get(id).takeResults(pe, start, end);
    }

    void replied(int id, long result, boolean refuses) {
        counters.of(id).done(result, refuses);
    }

    void acknowledged(int pe, int id, long count) {
        transports.get(id).acknowledged(pe, count);
    }

    void closed(OfiTransport closed) {}

    long pause(long turn, Channel channel, int pe, String what) {
        if (turn == 0) {
            fabric.moved(); // another thread may wait for a buffer that this one has given back
        }
        step(channel, fabric.moves(), () -> false);
        return turn + 1;
    }

    /** As the progress agent, which alone sends what sessions have collected while the program computes. */
    void assistUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            final long before = fabric.moves();
            if (looksAtSessions) {
                sessions.sendOld();
                sessions.sendOld(); // what was there at the first call
                looksAtSessions = sessions.areCollecting();
            }
            step(main, before, condition);
        }
    }

    /** Computes until something holds, without a call of the library. */
    void computeUntil(BooleanSupplier condition) {
        fabric.moved();
        Steps.await(condition);
    }

    /** Polls the main channel until something holds that brings no message itself. */
    void serveUntil(BooleanSupplier condition) {
        sessions.sendAll();
        fabric.moved();
        while (!condition.getAsBoolean()) {
            step(main, fabric.moves(), condition);
        }
    }

    /** Waits for a word of this PE's heap. */
    void awaitWord(long address, long value) {
        sessions.sendAll();
        long before = fabric.moves();
        while (Memory.get64Acquire(address) != value) {
            step(main, before, () -> false);
            before = fabric.moves();
        }
    }

    /** Polls; if that moves nothing, stops until anything has moved anywhere, counted from {@code before}. */
    private void step(Channel channel, long before, BooleanSupplier condition) {
        boolean moved = channel.poll();
        if (!channel.equals(main)) {
            moved |= main.poll();
        }
        if (moved) {
            fabric.moved(); // another thread may wait for what this one has read
        } else {
            Steps.await(() -> fabric.moves() != before || condition.getAsBoolean());
        }
    }
}
