package org.jshmem.flow;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.ForwardingTeam;

/** All PEs of a {@link ScheduledFlows}, as one of them has the team. */
final class ScheduledTeam extends ForwardingTeam {
    private final ScheduledFlows job;
    private final int me;

    ScheduledTeam(ScheduledFlows job, int me) {
        super(null);
        this.job = job;
        this.me = me;
    }

    @Override
    public int myPe() {
        return me;
    }

    @Override
    public int nPes() {
        return job.pes();
    }

    @Override
    public int translatePe(int srcPe, ShmemTeam destTeam) {
        return srcPe;
    }

    @Override
    public void sync() {
        job.meet();
    }

    /** All PEs of a schedule make the same calls, so they pass the same value. */
    @Override
    protected boolean anyTrue(boolean value) {
        job.meet();
        return value;
    }

    @Override
    protected boolean allTrue(boolean value) {
        return anyTrue(value);
    }

    /** No collective is called but by flows. */
    @Override
    protected boolean isMissed() {
        return false;
    }

    @Override
    protected ShmemContext context(long options) {
        return new ScheduledContext(job, this);
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return team;
    }

    @Override
    protected ShmemContext wrap(ShmemContext context) {
        return context;
    }

    @Override
    public String toString() {
        return "all PEs";
    }
}
