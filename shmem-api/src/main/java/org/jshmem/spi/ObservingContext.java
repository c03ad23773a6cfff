package org.jshmem.spi;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;

/** Tells an {@link ObservingProvider} what goes through a context. */
final class ObservingContext extends ForwardingContext {
    private final ObservingProvider observer;

    /** The numbers in the job of the team's PEs; null where they are the same. */
    private final int[] jobPes;

    ObservingContext(ShmemContext target, ShmemTeam team, int[] jobPes, ObservingProvider observer) {
        super(target, team);
        this.observer = observer;
        this.jobPes = jobPes;
    }

    @Override
    protected long before(Operation operation, int pe, long bytes) {
        return observer.begin(operation, pe, bytes);
    }

    @Override
    protected void after(Operation operation, int pe, long bytes, long token) {
        observer.end(operation, jobPe(pe), bytes, token);
    }

    @Override
    protected void after(Operation operation, int pe, long offset, long bytes, long value, long token) {
        observer.end(operation, jobPe(pe), offset, bytes, value, token);
    }

    private int jobPe(int pe) {
        return jobPes == null || pe == Operation.NO_PE ? pe : jobPes[pe];
    }
}
