package org.jshmem.monitor;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.ShmemTeam;
import org.jshmem.ThreadLevel;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.FlowTotals;
import org.jshmem.spi.ObservingProvider;
import org.jshmem.spi.Operation;
import org.jshmem.spi.RuntimeEvents;
import org.jshmem.spi.ShmemProvider;

/** Counts from the first init to the last shutdown, and has it published. */
final class CountingProvider extends ObservingProvider {
    private static final long MAY_WAIT = 1;

    private static final Operation TEAM_DESTROY = Operation.of("teamDestroy");

    /** Those of all PEs that have no team. */
    private static final Set<Operation> OF_ALL = Stream.of("barrierAll", "syncAll", "malloc", "realloc", "free")
            .map(Operation::of)
            .collect(Collectors.toUnmodifiableSet());

    /** Of calls before init, which fail. */
    private Counts counts = new Counts(0);

    private final ShmemProvider runtime;
    private final TeamMembers teams = new TeamMembers();

    private volatile Publisher publisher;
    private final FlowTotals flows = new FlowTotals();
    private final DistinctErrors errors = new DistinctErrors(this::publishLast);

    CountingProvider(ShmemProvider runtime) {
        super(runtime);
        this.runtime = runtime;
        RuntimeEvents.ALL.listen(errors);
        RuntimeEvents.ALL.listen(flows);
    }

    /** This PE is about to end the job. */
    private void publishLast() {
        final Publisher running = publisher;
        if (running != null) {
            running.publishLast();
        }
    }

    @Override
    public synchronized ThreadLevel init(ThreadLevel requested) {
        final ThreadLevel level = super.init(requested);
        if (publisher == null) {
            counts = new Counts(nPes());
            counts.heapBytes = heapBytes();
            counts.flows = flows;
            flows.clear();
            publisher = Publisher.start(counts, errors, this::networkUse, myPe(), nPes());
        }
        return level;
    }

    @Override
    public void shutdown(Runnable last) {
        super.shutdown(() -> {
            publisher.end();
            publisher = null;
            last.run();
        });
    }

    @Override
    protected long begin(Operation operation, int pe, long bytes) {
        if (MayWait.is(operation, pe)) {
            counts.begin(operation, OF_ALL.contains(operation) ? Snapshot.ALL : null);
            return MAY_WAIT;
        }
        return 0;
    }

    @Override
    protected long beginCollective(Operation operation, int team, long bytes) {
        counts.begin(operation, teams.of(team, runtime.worldTeam()));
        return MAY_WAIT;
    }

    @Override
    protected void endCollective(Operation operation, int team, long bytes, long token) {
        super.endCollective(operation, team, bytes, token);
        if (operation == TEAM_DESTROY) {
            teams.forget(team);
        }
    }

    @Override
    protected int number(ShmemTeam team) {
        return teams.number(team);
    }

    @Override
    protected void end(Operation operation, int pe, long bytes, long token) {
        if (token == MAY_WAIT) {
            counts.end();
        }
        counts.count(operation, pe, bytes);
    }

    @Override
    protected boolean observesRequests() {
        return true;
    }

    @Override
    public long pause(long turn, Awaited what, long where) {
        counts.pause(turn, what, where);
        return super.pause(turn, what, where);
    }

    @Override
    public Allocation allocate(AllocationCall call, ElementKind type, long bytes, long alignment, long hints) {
        final Allocation result = super.allocate(call, type, bytes, alignment, hints);
        if (result != null) {
            counts.symmetricBytes += result.bytes;
            counts.blocks.put(result.offset, result);
        }
        return result;
    }

    @Override
    public Allocation reallocate(Allocation allocation, long bytes) {
        final long before = allocation.bytes;
        final Allocation result = super.reallocate(allocation, bytes);
        counts.symmetricBytes += result.bytes - before;
        counts.blocks.remove(allocation.offset);
        counts.blocks.put(result.offset, result);
        return result;
    }

    @Override
    public void free(Allocation allocation) {
        super.free(allocation);
        counts.symmetricBytes -= allocation.bytes;
        counts.blocks.remove(allocation.offset);
    }

    @Override
    public Allocation allocateShared(ElementKind type, long bytes, long alignment) {
        final Allocation result = super.allocateShared(type, bytes, alignment);
        counts.sharedBlocks.add(result);
        return result;
    }

    @Override
    public Allocation reallocateShared(Allocation allocation, long bytes) {
        final Allocation result = super.reallocateShared(allocation, bytes);
        counts.sharedBlocks.remove(allocation);
        counts.sharedBlocks.add(result);
        return result;
    }

    @Override
    public void freeShared(Allocation allocation) {
        super.freeShared(allocation);
        counts.sharedBlocks.remove(allocation);
    }

    @Override
    public void setLock(long offset) {
        counts.lock = offset;
        super.setLock(offset);
        counts.held.add(offset);
    }

    @Override
    public boolean tryLock(long offset) {
        final boolean isMine = super.tryLock(offset);
        if (isMine) {
            counts.held.add(offset);
        }
        return isMine;
    }

    @Override
    public void clearLock(long offset) {
        super.clearLock(offset);
        counts.held.remove(offset);
    }
}
