package org.jshmem.profiler;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.ForwardingTeam;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.Operation;

/** Counts what a team does, and what goes through contexts made on it. */
final class ProfilingTeam extends ForwardingTeam {
    private final ProfilingProvider profiler;

    ProfilingTeam(ShmemTeam target, ProfilingProvider profiler) {
        super(target);
        this.profiler = profiler;
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return new ProfilingTeam(team, profiler);
    }

    @Override
    protected ShmemContext wrap(ShmemContext context) {
        return new ProfilingContext(context, this, profiler);
    }

    @Override
    protected MessageKernel wrap(MessageKernel messages) {
        return new ProfilingMessages(messages, jobPes(), profiler);
    }

    /** The numbers of its PEs in the job, by their numbers in the team. */
    int[] jobPes() {
        final int[] pes = new int[nPes()];
        for (int pe = 0; pe < pes.length; pe++) {
            pes[pe] = worldPe(pe);
        }
        return pes;
    }

    @Override
    protected long before(Operation operation, long bytes) {
        return profiler.begin();
    }

    @Override
    protected void after(Operation operation, long bytes, long token) {
        profiler.end(operation, Operation.NO_PE, bytes, token);
    }
}
