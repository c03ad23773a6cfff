package org.jshmem.internal.transport;

import org.jshmem.internal.barrier.MessageSender;
import org.jshmem.internal.waiting.Progress;

/**
 * How this PE reaches the PEs of other nodes: transports for contexts, messages for the runtime, and progress.
 *
 * <p><b>Messages</b> of one PE to another arrive in the order in which they were sent, and are given to the other's
 * {@link Receiver}. They are not ordered with what transports do, but for what the default context's has put before a
 * fence: that is there when a message that is sent after the fence arrives at the same PE.
 *
 * <p><b>Progress.</b> Nothing moves unless somebody calls {@link #poll()}: who waits does, and, as
 * {@code SHMEM_PROGRESS} says, a thread of the network's own. Any thread may call anything.
 */
public abstract class Network implements MessageSender, Progress {
    /** For subclasses. */
    protected Network() {}

    /**
     * What it is, for messages: provider, interface, who executes atomics, who makes progress.
     *
     * @return a few words
     */
    public abstract String name();

    /**
     * The transport of the default context.
     *
     * @return always the same
     */
    public abstract Transport transport();

    /**
     * A transport for a context, with an endpoint of its own where that pays.
     *
     * @param isPrivate whether one thread at a time uses it
     * @return to be closed
     */
    public abstract Transport open(boolean isPrivate);

    /** Lets go of everything, after a last barrier: what was sent before is still delivered. */
    public abstract void detach();
}
