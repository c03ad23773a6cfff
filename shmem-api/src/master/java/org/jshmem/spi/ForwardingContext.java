package org.jshmem.spi;

import org.jshmem.IndexedBlocks;
import org.jshmem.SessionConfig;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;

/**
 * For tools: a context that hands every operation on to another, and tells of each before and after (see
 * {@link ShmemTool}). A subclass overrides {@link #before} and {@link #after} to watch, or any kernel to change what it
 * does.
 *
 * <p>Operations arrive here validated, but for the PE. Several forms share a kernel: every {@code put} of more than an
 * element is a {@code put}, also one of {@link IndexedBlocks}, {@code ibput} is an {@code iput}, {@code atomicInc} is
 * an {@code atomicAdd}.
 */
public abstract class ForwardingContext extends ShmemContext {
    private final ShmemContext target;
    private final ShmemTeam team;

    /**
     * Stands before another context.
     *
     * @param target what does the work
     * @param team the context's team, as the program knows it
     */
    protected ForwardingContext(ShmemContext target, ShmemTeam team) {
        this.target = target;
        this.team = team;
    }

    /**
     * Called before an operation, by the thread that makes it.
     *
     * @param operation which
     * @param pe the target's number in the context's team, not yet checked, or {@link Operation#NO_PE}
     * @param bytes what it moves
     * @return anything, for {@link #after}
     */
    protected long before(Operation operation, int pe, long bytes) {
        return 0;
    }

    /**
     * Called after an operation, unless it threw.
     *
     * @param operation which
     * @param pe the target's number in the context's team, or {@link Operation#NO_PE}
     * @param bytes what it moved
     * @param token what {@link #before} returned
     */
    protected void after(Operation operation, int pe, long bytes, long token) {}

    @Override
    public void destroy() {
        target.destroy();
    }

    @Override
    public ShmemTeam getTeam() {
        target.getTeam(); // throws if the context has ended
        return team;
    }

    @Override
    protected void startSession(long options, SessionConfig config) {
        target.startSession(options, config);
    }

    @Override
    public void sessionStop() {
        target.sessionStop();
    }

    @Override
    public String toString() {
        return target.toString();
    }

    // forwards: ContextKernel target
}
