package org.jshmem.spi;

import java.util.function.BooleanSupplier;
import org.jshmem.IndexedBlocks;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.messages.Request;

/**
 * The methods that a runtime implements for the messages of a team. Their arguments are already checked. Programs do
 * not need this class.
 *
 * <p>An object and a start give the program's memory: a Java array and the index of an element, a segment and bytes
 * from its start, or null and an address. The type is null for the bytes of a segment. PE numbers are those of the
 * team.
 */
public abstract class MessageKernel {
    /**
     * A handler that is never called: the next message with its tag is dropped when it arrives, and removes the
     * handler.
     */
    public static final MessageVisitor DISCARD = view -> {
        throw new IllegalStateException("a message that is dropped, " + view.tag());
    };

    /** For the runtime. */
    protected MessageKernel() {}

    /**
     * Blocks of memory as one object, which the other methods take as memory whose start is 0.
     *
     * @param memory a Java array or segment, or null for memory that is given by its address
     * @param start where the array starts in it: an index, bytes, or an address
     * @param blocks its blocks
     * @param elementBytes the size of an element
     * @return the memory
     */
    public abstract Object indexed(Object memory, long start, IndexedBlocks blocks, int elementBytes);

    /**
     * This PE.
     *
     * @return its number in the team
     */
    public abstract int myPe();

    /**
     * The team's size.
     *
     * @return PEs
     */
    public abstract int nPes();

    /**
     * Sends.
     *
     * @param memory what to send
     * @param start where it starts
     * @param bytes its size
     * @param type of its elements
     * @param pe the receiver
     * @param tag of the message
     * @param isSynchronous whether to wait for the match
     */
    public abstract void send(
            Object memory, long start, long bytes, ElementKind type, int pe, int tag, boolean isSynchronous);

    /**
     * Begins to send.
     *
     * @param memory what to send
     * @param start where it starts
     * @param bytes its size
     * @param type of its elements
     * @param pe the receiver
     * @param tag of the message
     * @return the request, under way
     */
    public abstract Request isend(Object memory, long start, long bytes, ElementKind type, int pe, int tag);

    /**
     * Prepares a send.
     *
     * @param memory what to send
     * @param start where it starts
     * @param bytes its size
     * @param type of its elements
     * @param pe the receiver
     * @param tag of the message
     * @return the request, to be started
     */
    public abstract Request sendInit(Object memory, long start, long bytes, ElementKind type, int pe, int tag);

    /**
     * Receives.
     *
     * @param memory where to
     * @param start where it starts
     * @param bytes its size
     * @param type of its elements
     * @param pe the sender
     * @param tag of the message
     * @param envelope filled; may be null
     * @return bytes that were received
     */
    public abstract long recv(
            Object memory, long start, long bytes, ElementKind type, int pe, int tag, Envelope envelope);

    /**
     * Begins to receive.
     *
     * @param memory where to
     * @param start where it starts
     * @param bytes its size
     * @param type of its elements
     * @param pe the sender
     * @param tag of the message
     * @return the request, under way
     */
    public abstract Request irecv(Object memory, long start, long bytes, ElementKind type, int pe, int tag);

    /**
     * Prepares a receive.
     *
     * @param memory where to
     * @param start where it starts
     * @param bytes its size
     * @param type of its elements
     * @param pe the sender
     * @param tag of the message
     * @return the request, to be started
     */
    public abstract Request recvInit(Object memory, long start, long bytes, ElementKind type, int pe, int tag);

    /**
     * Sends and receives.
     *
     * @param source what to send
     * @param sourceStart where it starts
     * @param sourceBytes its size
     * @param to the receiver
     * @param sendTag of the message that is sent
     * @param dest where to receive
     * @param destStart where it starts
     * @param destBytes its size
     * @param from the sender
     * @param recvTag of the message that is received
     * @param type of the elements
     * @return bytes that were received
     */
    public abstract long sendrecv(
            Object source,
            long sourceStart,
            long sourceBytes,
            int to,
            int sendTag,
            Object dest,
            long destStart,
            long destBytes,
            int from,
            int recvTag,
            ElementKind type);

    /**
     * Gives a shared block away.
     *
     * @param block a live block; this PE can no longer use it afterwards
     * @param pe the receiver
     * @param tag of the message
     */
    public abstract void give(Allocation block, int pe, int tag);

    /**
     * Receives a shared block.
     *
     * @param type of its elements
     * @param pe the sender
     * @param tag of the message
     * @param envelope filled; may be null
     * @return the block's handle; 0 for a message of no elements
     */
    public abstract long take(ElementKind type, int pe, int tag, Envelope envelope);

    /**
     * Receives a message by reading it in place.
     *
     * @param pe the sender
     * @param tag of the message
     * @param visitor reads it
     */
    public abstract void visit(int pe, int tag, MessageVisitor visitor);

    /**
     * Looks for a message.
     *
     * @param pe the sender
     * @param tag of the message
     * @param envelope filled if there is one; may be null
     * @param waits whether to wait for one
     * @return whether there is one
     */
    public abstract boolean probe(int pe, int tag, Envelope envelope, boolean waits);

    /**
     * Sets the handler of a tag.
     *
     * @param tag the tag, or any
     * @param handler null for none
     */
    public abstract void handle(int tag, MessageVisitor handler);

    /**
     * Makes progress, and runs handlers.
     *
     * @return whether a message was handled
     */
    public abstract boolean progress();

    /**
     * See {@link org.jshmem.messages.Messages#descriptor}.
     *
     * @return a file descriptor
     */
    public abstract int descriptor();

    /**
     * Handles messages until a condition holds.
     *
     * @param condition evaluated first, after each round of handlers, and from time to time
     */
    public abstract void handleUntil(BooleanSupplier condition);

    /** Ends the matching space; collective. */
    public abstract void close();
}
