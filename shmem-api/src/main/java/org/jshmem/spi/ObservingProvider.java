package org.jshmem.spi;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;

/**
 * For tools that only watch: a provider that forwards every call to the runtime, and reports all operations in one
 * place, whichever context, team or messages they use.
 */
public abstract class ObservingProvider extends ForwardingProvider {
    /**
     * Creates a provider that forwards to the runtime.
     *
     * @param runtime the provider that does the work
     */
    protected ObservingProvider(ShmemProvider runtime) {
        super(runtime);
    }

    /**
     * Called before an operation, by the thread that issues it.
     *
     * @param operation the operation
     * @param pe the target's number in its team, not yet checked, or {@link Operation#NO_PE}
     * @param bytes the number of bytes that it moves, or the size of the memory concerned
     * @return any value; {@link #end} gets it as {@code token}
     */
    protected abstract long begin(Operation operation, int pe, long bytes);

    /**
     * Called after an operation, unless it threw.
     *
     * @param operation the operation
     * @param pe the target's number in the job, or {@link Operation#NO_PE}
     * @param bytes the number of bytes that it moved, or the size of the memory concerned
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
