package org.jshmem.monitor;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.ForwardingContext;
import org.jshmem.spi.Operation;

/** Counts what goes through a context, by the target's number in the job. */
final class CountingContext extends ForwardingContext {
    private static final Operation QUIET = Operation.of("quiet");

    private final CountingProvider provider;

    /** The numbers in the job of the team's PEs; null where they are the same. */
    private final int[] jobPes;

    /** Before a context of the world team. */
    CountingContext(ShmemContext target, ShmemTeam world, CountingProvider provider) {
        super(target, world);
        this.provider = provider;
        this.jobPes = null;
    }

    /** Before a context made on a team. */
    CountingContext(ShmemContext target, CountingTeam team, CountingProvider provider) {
        super(target, team);
        this.provider = provider;
        this.jobPes = team.jobPes();
    }

    @Override
    protected long before(Operation operation, int pe, long bytes) {
        if (operation == QUIET) {
            provider.counts().begin(operation);
        }
        return 0;
    }

    @Override
    protected void after(Operation operation, int pe, long bytes, long token) {
        final Counts counts = provider.counts();
        if (operation == QUIET) {
            counts.end(operation, Operation.NO_PE, bytes);
        } else {
            counts.count(operation, jobPes == null || pe == Operation.NO_PE ? pe : jobPes[pe], bytes);
        }
    }
}
