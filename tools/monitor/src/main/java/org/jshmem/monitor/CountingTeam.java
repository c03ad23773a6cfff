package org.jshmem.monitor;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.ForwardingTeam;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.Operation;

/** Counts what a team does, and what goes through contexts made on it. */
final class CountingTeam extends ForwardingTeam {
    private final CountingProvider provider;

    CountingTeam(ShmemTeam target, CountingProvider provider) {
        super(target);
        this.provider = provider;
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return new CountingTeam(team, provider);
    }

    @Override
    protected ShmemContext wrap(ShmemContext context) {
        return new CountingContext(context, this, provider);
    }

    @Override
    protected MessageKernel wrap(MessageKernel messages) {
        return new CountingMessages(messages, jobPes(), provider);
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
        provider.counts().begin(operation);
        return 0;
    }

    @Override
    protected void after(Operation operation, long bytes, long token) {
        provider.counts().end(operation, Operation.NO_PE, bytes);
    }
}
