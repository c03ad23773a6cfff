package org.jshmem.spi;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;

/**
 * For tools that only watch: a provider that hands every call on to the runtime, and tells of all operations at one
 * place, whatever context, team or messages they go through.
 */
public abstract class ObservingProvider extends ForwardingProvider {
    /**
     * Stands before the runtime.
     *
     * @param runtime what does the work
     */
    protected ObservingProvider(ShmemProvider runtime) {
        super(runtime);
    }

    /**
     * Called before an operation, by the thread that makes it.
     *
     * @param operation which
     * @param pe the target's number in its team, not yet checked, or {@link Operation#NO_PE}
     * @param bytes what it moves, or the memory concerned
     * @return anything, for {@link #end}
     */
    protected abstract long begin(Operation operation, int pe, long bytes);

    /**
     * Called after an operation, unless it threw.
     *
     * @param operation which
     * @param pe the target's number in the job, or {@link Operation#NO_PE}
     * @param bytes what it moved, or the memory concerned
     * @param token what {@link #begin} returned
     */
    protected abstract void end(Operation operation, int pe, long bytes, long token);

    @Override
    protected final ShmemContext wrap(ShmemContext context, ShmemTeam team) {
        return new ObservingContext(context, team, null, this);
    }

    @Override
    protected final ShmemTeam wrap(ShmemTeam team) {
        return new ObservingTeam(team, this);
    }

    @Override
    protected final long before(Operation operation, long bytes) {
        return begin(operation, Operation.NO_PE, bytes);
    }

    @Override
    protected final void after(Operation operation, long bytes, long token) {
        end(operation, Operation.NO_PE, bytes, token);
    }
}
