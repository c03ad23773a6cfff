package org.jshmem.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.ServiceLoader;
import org.jshmem.ShmemException;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.boot.Bootstrap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.config.Setting;
import org.jshmem.internal.lock.Locks;
import org.jshmem.internal.sync.Call;
import org.jshmem.internal.sync.HangWatch;
import org.jshmem.internal.sync.Patience;
import org.jshmem.internal.sync.Spots;
import org.jshmem.internal.sync.Waiting;
import org.jshmem.internal.team.Node;
import org.jshmem.internal.team.Teams;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.transport.TransportProvider;

/** This PE's part in a job, from the first init to the last shutdown. */
final class Job {
    private final Bootstrap bootstrap;
    private final Transport transport;
    private final long[] bases;
    private final Spots spots;
    private final Waiting waiting;
    private final HangWatch watch;
    private final Teams teams;
    private final Locks locks;
    private final SymmetricMemory memory;
    private final boolean debug;
    private Arena views;

    private Job(Bootstrap bootstrap, Configuration configuration, Transport transport, Patience patience) {
        this.bootstrap = bootstrap;
        this.transport = transport;
        this.debug = configuration.isSet(Setting.DEBUG);
        this.bases = new long[bootstrap.nPes()];
        for (int pe = 0; pe < bases.length; pe++) {
            bases[pe] = transport.base(pe);
        }
        final NodeLayout layout = new NodeLayout(bootstrap.nPes(), configuration.heapBytes());
        this.spots = new Spots(transport.control(), layout);
        this.waiting = new Waiting(spots, spots.of(bootstrap.pe()), patience);
        this.watch = patience.watch();
        this.teams =
                new Teams(new Node(transport.control(), layout, bootstrap.pe(), spots, patience), bases, transport);
        this.locks = new Locks(bases, transport(), bootstrap.pe(), spots, waiting);
        this.memory = new SymmetricMemory(
                transport.heap(), teams.world().meeting(), locks.owners(), bootstrap.pe(), bases.length, debug);
    }

    /** Joins the job; collective. */
    static Job start(Bootstrap bootstrap, Configuration configuration) {
        for (TransportProvider provider : ServiceLoader.load(TransportProvider.class, Job.class.getClassLoader())) {
            if (provider.serves(bootstrap)) {
                return start(bootstrap, configuration, provider);
            }
        }
        throw new ShmemException("no transport for a job of " + bootstrap.nPes() + " PEs is on the class path; add "
                + (bootstrap.nPes() == 1 ? "transport-none" : "transport-shr"));
    }

    private static Job start(Bootstrap bootstrap, Configuration configuration, TransportProvider provider) {
        final HangWatch watch = HangWatch.of(configuration.timeoutSeconds(), bootstrap);
        try {
            final Patience patience = Patience.of(crowded(configuration, bootstrap.nPes()), watch);
            final Transport transport = provider.attach(bootstrap, configuration, patience);
            if (watch != null) {
                watch.met(transport.control());
            }
            final Job job = new Job(bootstrap, configuration, transport, patience);
            job.meet(Call.INIT);
            return job;
        } catch (RuntimeException e) {
            if (watch != null) {
                watch.end();
            }
            throw e;
        }
    }

    private static boolean crowded(Configuration configuration, int pes) {
        final String spin = configuration.get(Setting.SPIN);
        return spin.equals("auto") ? pes > Runtime.getRuntime().availableProcessors() : spin.equals("off");
    }

    int pe() {
        return bootstrap.pe();
    }

    int nPes() {
        return bases.length;
    }

    long[] bases() {
        return bases;
    }

    /** The transport for heaps that are not mapped; null if all are. */
    Transport transport() {
        return Arrays.stream(bases).allMatch(base -> base != 0) ? null : transport;
    }

    Spots spots() {
        return spots;
    }

    /** For words of this PE's own memory. */
    Waiting waiting() {
        return waiting;
    }

    SymmetricMemory memory() {
        return memory;
    }

    Locks locks() {
        return locks;
    }

    Teams teams() {
        return teams;
    }

    void meet(Call call) {
        teams.world().meet(call, 0, 0, 0, 0);
    }

    synchronized MemorySegment view(long address, long bytes) {
        if (views == null) {
            views = Arena.ofShared();
        }
        return Memory.view(address, bytes, views);
    }

    String describe() {
        return "transport " + transport.name() + ", " + nPes() + " PEs, "
                + Runtime.getRuntime().availableProcessors()
                + " CPUs, heaps " + (transport() == null ? "mapped" : "not mapped") + " at "
                + Long.toHexString(transport.heap().base());
    }

    /** Lets go of everything; after the last meeting. */
    void end() {
        Arrays.fill(bases, 0);
        memory.end();
        if (views != null) {
            views.close();
        }
        if (watch != null) {
            watch.end();
        }
        transport.detach();
        bootstrap.finished();
    }
}
