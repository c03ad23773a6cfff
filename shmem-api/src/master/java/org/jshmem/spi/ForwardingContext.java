package org.jshmem.spi;

import java.util.Arrays;
import org.jshmem.IndexedBlocks;
import org.jshmem.SessionConfig;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;

/**
 * For tools: a context that forwards every operation to another context, and calls {@link #before} and {@link #after}
 * around it (see {@link ShmemTool}). A subclass overrides these two methods to watch operations, or any kernel method
 * to change what an operation does.
 *
 * <p>The arguments of an operation are already checked here, except the PE. Several forms share a kernel method: every
 * {@code put} of more than one element is a {@code put}, also one of {@link IndexedBlocks}; an {@code ibput} is an
 * {@code iput}; an {@code atomicInc} is an {@code atomicAdd}.
 */
public abstract class ForwardingContext extends ShmemContext {
    private static final Operation[] FETCHES = Arrays.stream(FetchingAtomic.values())
            .map(atomic -> Operation.of(atomic.operation))
            .toArray(Operation[]::new);

    private final ShmemContext target;
    private final ShmemTeam team;

    /**
     * Creates a context that forwards to another one.
     *
     * @param target the context that does the work
     * @param team the context's team, as the program knows it
     */
    protected ForwardingContext(ShmemContext target, ShmemTeam team) {
        this.target = target;
        this.team = team;
    }

    /**
     * Called before an operation, by the thread that issues it.
     *
     * @param operation the operation
     * @param pe the target's number in the context's team, not yet checked, or {@link Operation#NO_PE}
     * @param bytes the number of bytes that it moves
     * @return any value; {@link #after} gets it as {@code token}
     */
    protected long before(Operation operation, int pe, long bytes) {
        return 0;
    }

    /**
     * Called after an operation, unless it threw.
     *
     * @param operation the operation
     * @param pe the target's number in the context's team, or {@link Operation#NO_PE}
     * @param bytes the number of bytes that it moved
     * @param token what {@link #before} returned
     */
    protected void after(Operation operation, int pe, long bytes, long token) {}

    /**
     * Called after an operation on memory of a PE, unless it threw. Calls the method without a place and a value,
     * unless overridden.
     *
     * @param operation the operation
     * @param pe the target's number in the context's team
     * @param offset the offset in its symmetric heap; of several blocks, that of the first
     * @param bytes the number of bytes that it moved
     * @param value the bits of an element that was written, or of an operand; 0 for other operations
     * @param token what {@link #before} returned
     */
    protected void after(Operation operation, int pe, long offset, long bytes, long value, long token) {
        after(operation, pe, bytes, token);
    }

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

    private static Operation operationOf(FetchingAtomic atomic) {
        return FETCHES[atomic.ordinal()];
    }

    // forwards: ContextKernel target
}
