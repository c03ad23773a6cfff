package org.jshmem.profiler;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.ForwardingContext;
import org.jshmem.spi.Operation;

/** Counts what goes through a context, by the target's number in the job. */
final class ProfilingContext extends ForwardingContext {
    private final ProfilingProvider profiler;

    /** The numbers in the job of the team's PEs; null where they are the same. */
    private final int[] jobPes;

    /** Before a context of the world team. */
    ProfilingContext(ShmemContext target, ShmemTeam world, ProfilingProvider profiler) {
        super(target, world);
        this.profiler = profiler;
        this.jobPes = null;
    }

    /** Before a context made on a team. */
    ProfilingContext(ShmemContext target, ProfilingTeam team, ProfilingProvider profiler) {
        super(target, team);
        this.profiler = profiler;
        this.jobPes = team.jobPes();
    }

    @Override
    protected long before(Operation operation, int pe, long bytes) {
        return profiler.begin();
    }

    @Override
    protected void after(Operation operation, int pe, long bytes, long token) {
        profiler.end(operation, jobPes == null || pe == Operation.NO_PE ? pe : jobPes[pe], bytes, token);
    }
}
