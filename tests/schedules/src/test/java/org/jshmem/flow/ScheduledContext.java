package org.jshmem.flow;

import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;
import org.jshmem.spi.ForwardingContext;

/** The operations that flows use, which the network of a {@link ScheduledFlows} executes later. */
final class ScheduledContext extends ForwardingContext {
    private final ScheduledFlows job;
    private final int me;

    ScheduledContext(ScheduledFlows job, ShmemTeam team) {
        super(null, team);
        this.job = job;
        this.me = team.myPe();
    }

    @Override
    protected void copyToNbi(long destOffset, long sourceAddress, long bytes, int pe) {
        job.begin(new ScheduledFlows.Operation(me, pe, destOffset, sourceAddress, bytes, 0));
    }

    @Override
    protected void signal(long offset, long signal, SignalOp op, int pe) {
        job.begin(new ScheduledFlows.Operation(me, pe, offset, 0, 0, signal));
    }

    @Override
    protected void completeAll() {
        job.quiet(me);
    }

    @Override
    public void destroy() {
        job.quiet(me);
    }
}
