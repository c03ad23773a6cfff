package org.jshmem.spi;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;

/**
 * For tools that only watch: a provider that forwards every call to the runtime, and reports all operations in one
 * place, whichever context, team or messages they use.
 */
public abstract class ObservingProvider extends ForwardingProvider {
    /** The number of a receive that has none. */
    public static final long UNCOUNTED = -1;

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

    /**
     * Called after an operation on memory of a PE, unless it threw. Calls the method without a place and a value,
     * unless overridden.
     *
     * @param operation the operation
     * @param pe the target's number in the job
     * @param offset the offset in its symmetric heap; of several blocks, that of the first
     * @param bytes the number of bytes that it moved
     * @param value the bits of an element that was written, or of an operand; 0 for other operations
     * @param token what {@link #begin} returned
     */
    protected void end(Operation operation, int pe, long offset, long bytes, long value, long token) {
        end(operation, pe, bytes, token);
    }

    /**
     * Called before a collective of a team, and before other calls on a team. Calls {@link #begin} unless overridden.
     *
     * @param operation the operation
     * @param team what {@link #number} returned
     * @param bytes the number of bytes that it moves
     * @return any value; {@link #endCollective} gets it as {@code token}
     */
    protected long beginCollective(Operation operation, int team, long bytes) {
        return begin(operation, Operation.NO_PE, bytes);
    }

    /**
     * Called after a collective of a team, unless it threw. Calls {@link #end} unless overridden.
     *
     * @param operation the operation
     * @param team what {@link #number} returned
     * @param bytes the number of bytes that it moved
     * @param token what {@link #beginCollective} returned
     */
    protected void endCollective(Operation operation, int team, long bytes, long token) {
        end(operation, Operation.NO_PE, bytes, token);
    }

    /**
     * Called after a non-blocking collective of a team has started, unless it threw. Calls {@link #endCollective}
     * unless overridden.
     *
     * @param operation the operation, whose name ends in {@code Nb}
     * @param team what {@link #number} returned
     * @param bytes the number of bytes that it moves
     * @param token what {@link #beginCollective} returned
     * @return any value; {@link #awaited} gets it as {@code number}
     */
    protected long started(Operation operation, int team, long bytes, long token) {
        endCollective(operation, team, bytes, token);
        return 0;
    }

    /**
     * Called when a wait for a non-blocking collective has ended that began with a call of {@link #begin} for the
     * operation {@code await}, or a test has found it complete; only where the tool {@linkplain #observesRequests
     * observes requests}. Calls {@link #end(Operation, int, long, long)} for {@code await} unless overridden.
     *
     * @param operation the operation, whose name ends in {@code Nb}
     * @param team what {@link #number} returned
     * @param number what {@link #started} returned
     * @param token what {@link #begin} returned
     */
    protected void awaited(Operation operation, int team, long number, long token) {
        end(ObservedRequest.AWAIT, Operation.NO_PE, 0, token);
    }

    /**
     * Called after a message was received, before the end of the call that has received it. Does nothing unless
     * overridden.
     *
     * @param source the sender's number in the job
     * @param team what {@link #number} returned for the team of the messages
     * @param tag the message's tag
     * @param bytes its size
     */
    protected void received(int source, int team, int tag, long bytes) {}

    /**
     * Whether to tell of requests: of receives by {@link #receives} and {@link #received(int, int, int, long, long)},
     * of waits for requests as the operation {@code await}, of collectives by {@link #awaited}, and of tests by
     * {@link #stillUnderWay} and {@link #paused}. Each request is then an object of its own.
     *
     * @return false unless overridden
     */
    protected boolean observesRequests() {
        return false;
    }

    /**
     * Called after a receive of a request has begun of which the sender and the tag are known. Does nothing unless
     * overridden.
     *
     * @param source the sender's number in the job
     * @param team what {@link #number} returned for the team of the messages
     * @param tag the message's tag
     * @return any value but {@link #UNCOUNTED}; {@link #received(int, int, int, long, long)} gets it as {@code number}
     */
    protected long receives(int source, int team, int tag) {
        return 0;
    }

    /**
     * Called after the receive of a request has ended, before the end of {@code await}. Does nothing unless overridden.
     *
     * @param source the sender's number in the job
     * @param team what {@link #number} returned for the team of the messages
     * @param tag the message's tag
     * @param bytes its size
     * @param number what {@link #receives} returned, or {@link #UNCOUNTED} if the sender or the tag was not known
     */
    protected void received(int source, int team, int tag, long bytes, long number) {}

    /** Called after the test of a request that has not ended. Does nothing unless overridden. */
    protected void stillUnderWay() {}

    /**
     * Called when a thread has paused that waits for any of several requests, after {@link #stillUnderWay} and before
     * it tests them again. Does nothing unless overridden.
     */
    protected void paused() {}

    /**
     * Called before a message is sent. Does nothing unless overridden.
     *
     * @param target the receiver's number in the job, not yet checked
     * @param team what {@link #number} returned for the team of the messages
     * @param tag the message's tag
     * @param bytes its size
     */
    protected void sends(int target, int team, int tag, long bytes) {}

    /**
     * Called when messages may be sent or received that the other methods do not tell of: by handlers and visitors, by
     * receives of requests from any PE or with any tag or that fail, and by requests that are not observed. Does
     * nothing unless overridden.
     *
     * @param pe the other PE's number in the job, or −1 for any
     * @param team what {@link #number} returned for the team of the messages
     * @param tag their tag, or −1 for any
     * @param isSend whether this PE sends them
     */
    protected void uncounted(int pe, int team, int tag, boolean isSend) {}

    /**
     * Gives a team a number, by which the tool tells teams apart. Called once for each team, when it is made.
     *
     * @param team the runtime's team
     * @return any number; 0 unless overridden
     */
    protected int number(ShmemTeam team) {
        return 0;
    }

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
