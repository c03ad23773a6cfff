package org.jshmem.internal.transport;

import org.jshmem.heap.ClaimObserver;
import org.jshmem.internal.barrier.MessageSender;
import org.jshmem.internal.waiting.Progress;
import org.jshmem.spi.NetworkUse;

/**
 * Connects this PE with the PEs of other nodes: transports for contexts, messages for the runtime, and progress.
 *
 * <p><b>Messages</b> from one PE to another arrive in the order of sending, at the {@link Receiver} of the target. They
 * are not ordered with the operations of transports, with one exception: puts of the default context before a fence are
 * delivered before a message that is sent to the same PE after that fence.
 *
 * <p><b>Progress</b> is made by calls of {@link #poll()}: by each waiting thread and, depending on
 * {@code SHMEM_PROGRESS}, by a thread of the network.
 *
 * <p>Any thread may call any method.
 */
public abstract class Network implements MessageSender, Progress {
    /** For subclasses. */
    protected Network() {}

    /**
     * A description for messages to the user: provider, interface, and the agents of atomics and of progress.
     *
     * @return a few words
     */
    public abstract String name();

    /**
     * What it uses now.
     *
     * @return figures of this moment
     */
    public abstract NetworkUse use();

    /**
     * The transport of the default context.
     *
     * @return always the same object
     */
    public abstract Transport transport();

    /**
     * Opens a transport for a context, with its own endpoint where that pays.
     *
     * @param isPrivate whether one thread at a time uses it
     * @return a transport that the caller closes
     */
    public abstract Transport open(boolean isPrivate);

    /**
     * Makes the shared heap of a PE's node accessible to transports, by {@link SharedOffset}s of that PE. May wait for
     * its answer, the first time.
     *
     * @param pe a PE of the job, of another node
     */
    public abstract void openSharedHeap(int pe);

    /**
     * Who is told of the memory that this PE claims in the shared heap of its node: where the network pins what is
     * registered, it registers a part when a PE of another node first asks for it, and keeps it then.
     *
     * @return always the same object
     */
    public abstract ClaimObserver sharedHeapObserver();

    /**
     * Sets who takes the messages of programs, which arrive as those of the runtime do.
     *
     * @param receiver takes them from now on
     */
    public abstract void receiveMessages(Receiver receiver);

    /**
     * Sends a message of the program to a PE; the caller may reuse the memory on return.
     *
     * @param pe a PE of the job, of another node
     * @param address where the message is
     * @param bytes its size, at most {@link #maxMessageBytes}
     */
    public abstract void sendMessage(int pe, long address, int bytes);

    /** Releases everything, after a last barrier; delivers what was sent before. */
    public abstract void detach();
}
