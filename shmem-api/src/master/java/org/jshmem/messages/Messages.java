package org.jshmem.messages;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.jshmem.IndexedBlocks;
import org.jshmem.MessageArguments;
import org.jshmem.SharedArray;
import org.jshmem.SharedDoubles;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricDoubles;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.MessageKernel;

/**
 * Messages between the PEs of a team; an extension of OpenSHMEM (MPI: a communicator). Each object is a separate
 * matching space: a message can only be received through the object that the receiver got from the same collective call
 * of {@link #on} as the sender's object.
 *
 * <p><b>Matching.</b> A receive names the sender and the tag, or {@link #ANY_PE} and {@link #ANY_TAG}. Messages from
 * one PE are matched in the order in which they were sent, and receives in the order in which they were posted. PE
 * numbers are those of the team. A send to {@link #PE_NONE}, or a receive from it, does nothing.
 *
 * <p><b>Memory.</b> Messages are sent from, and received into, symmetric and shared arrays, Java arrays, and segments.
 * Counts are in elements, for segments in bytes. The element types of both sides must be the same, but a segment
 * matches any type. A receive without room for the whole message throws, and another receive can still receive the
 * message. Large messages from symmetric and shared arrays are copied only once, and sender and receiver share that
 * copying; Java arrays need one more copy. {@link #give} and {@link #visit} copy nothing.
 *
 * <p><b>When a send returns.</b> A {@code send} of up to 4 KiB does not wait for the receiver as long as the buffers
 * have room; a larger one may wait. {@code ssend} returns when a receive has matched the message. {@code isend} returns
 * at once, and the memory must not change until its {@link Request} is complete.
 *
 * <p><b>Progress.</b> Every call of this class that sends, waits, tests or probes makes progress where another PE needs
 * that, and so does every call of the library that waits.
 *
 * <p><b>Order.</b> Everything that the sender did before the send <i>happens-before</i> the return of the matching
 * receive.
 *
 * <p><b>Threads.</b> The thread level says which threads may call. {@link #on} and {@link #close()} are collective over
 * the team.
 */
public final class Messages extends MessageArguments implements AutoCloseable {
    /** In a receive: matches any sender. */
    public static final int ANY_PE = -1;

    /** In a receive: matches any tag. */
    public static final int ANY_TAG = -1;

    /** As a receiver or sender: no PE; the call does nothing (MPI: MPI_PROC_NULL). */
    public static final int PE_NONE = -2;

    private final MessageKernel kernel;

    private Messages(MessageKernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Makes a matching space for the messages of a team (MPI: MPI_Comm_dup); collective.
     *
     * @param team the team, such as {@link org.jshmem.Shmem#TEAM_WORLD}
     * @return the matching space; close it before the team ends, else it ends with the team or with the last shutdown:
     *     requests that are under way then fail, and further calls throw {@link IllegalStateException}
     */
    public static Messages on(ShmemTeam team) {
        return new Messages(open(team));
    }

    /**
     * This PE's number in the team.
     *
     * @return 0 … {@link #nPes()} − 1
     */
    public int myPe() {
        return kernel.myPe();
    }

    /**
     * The number of PEs in the team.
     *
     * @return at least 1
     */
    public int nPes() {
        return kernel.nPes();
    }

    /** Ends the matching space; collective. Requests under way and messages that no PE has received are dropped. */
    @Override
    public void close() {
        kernel.close();
    }

    // typed:begin
    // arrays:begin array
    /** Checks a range that another class of this package will send or receive. */
    static void requireRange(String name, SymmetricDoubles array, long index, long nelems) {
        range(name, array, index, nelems);
    }

    // arrays:end
    // arrays:begin source
    /**
     * Sends a message (MPI: MPI_Send).
     *
     * @param source what to send
     * @param index its first element
     * @param nelems how many elements
     * @param pe the receiver
     * @param tag the tag, 0 or more
     */
    public void send(SymmetricDoubles source, long index, long nelems, int pe, int tag) {
        final long start = range("source", source, index, nelems);
        kernel.send(memory(source), start, nelems * Double.BYTES, ElementKind.DOUBLE, pe, tag, false);
    }

    /**
     * Sends a message, and waits until a receive has matched it (MPI: MPI_Ssend).
     *
     * @param source what to send
     * @param index its first element
     * @param nelems how many elements
     * @param pe the receiver
     * @param tag the tag, 0 or more
     */
    public void ssend(SymmetricDoubles source, long index, long nelems, int pe, int tag) {
        final long start = range("source", source, index, nelems);
        kernel.send(memory(source), start, nelems * Double.BYTES, ElementKind.DOUBLE, pe, tag, true);
    }

    /**
     * Begins to send a message (MPI: MPI_Isend).
     *
     * @param source what to send; not to be changed until the request is complete
     * @param index its first element
     * @param nelems how many elements
     * @param pe the receiver
     * @param tag the tag, 0 or more
     * @return the request, which the program must complete
     */
    public Request isend(SymmetricDoubles source, long index, long nelems, int pe, int tag) {
        final long start = range("source", source, index, nelems);
        return kernel.isend(memory(source), start, nelems * Double.BYTES, ElementKind.DOUBLE, pe, tag);
    }

    /**
     * Prepares a send that repeats (MPI: MPI_Send_init).
     *
     * @param source what to send; not to be changed between start and end
     * @param index its first element
     * @param nelems how many elements
     * @param pe the receiver
     * @param tag the tag, 0 or more
     * @return the request; start it for each message, and close it at the end
     */
    public Request sendInit(SymmetricDoubles source, long index, long nelems, int pe, int tag) {
        final long start = range("source", source, index, nelems);
        return kernel.sendInit(memory(source), start, nelems * Double.BYTES, ElementKind.DOUBLE, pe, tag);
    }

    /**
     * Gathers blocks into a message and sends it. The receive need not use the same blocks.
     *
     * @param source what to send
     * @param blocks the blocks of {@code source}
     * @param pe the receiver
     * @param tag the tag, 0 or more
     */
    public void send(SymmetricDoubles source, IndexedBlocks blocks, int pe, int tag) {
        final long start = range("source", source, 0, end("blocks", blocks));
        final Object memory = kernel.indexed(memory(source), start, blocks, Double.BYTES);
        kernel.send(memory, 0, blocks.nelems() * Double.BYTES, ElementKind.DOUBLE, pe, tag, false);
    }

    /**
     * Begins to send blocks as a message. The receive need not use the same blocks.
     *
     * @param source what to send; not to be changed until the request is complete
     * @param blocks the blocks of {@code source}
     * @param pe the receiver
     * @param tag the tag, 0 or more
     * @return the request, which the program must complete
     */
    public Request isend(SymmetricDoubles source, IndexedBlocks blocks, int pe, int tag) {
        final long start = range("source", source, 0, end("blocks", blocks));
        final Object memory = kernel.indexed(memory(source), start, blocks, Double.BYTES);
        return kernel.isend(memory, 0, blocks.nelems() * Double.BYTES, ElementKind.DOUBLE, pe, tag);
    }

    // arrays:end
    // arrays:begin dest
    /**
     * Receives a message (MPI: MPI_Recv).
     *
     * @param dest where to receive
     * @param index its first element
     * @param nelems the number of elements for which there is room
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @return the number of elements that were received
     */
    public long recv(SymmetricDoubles dest, long index, long nelems, int pe, int tag) {
        final long start = range("dest", dest, index, nelems);
        return kernel.recv(memory(dest), start, nelems * Double.BYTES, ElementKind.DOUBLE, pe, tag, null)
                / Double.BYTES;
    }

    /**
     * Receives a message (MPI: MPI_Recv).
     *
     * @param dest where to receive
     * @param index its first element
     * @param nelems the number of elements for which there is room
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @param envelope filled with sender, tag and size
     * @return the number of elements that were received
     */
    public long recv(SymmetricDoubles dest, long index, long nelems, int pe, int tag, Envelope envelope) {
        final long start = range("dest", dest, index, nelems);
        return kernel.recv(memory(dest), start, nelems * Double.BYTES, ElementKind.DOUBLE, pe, tag, envelope)
                / Double.BYTES;
    }

    /**
     * Begins to receive a message (MPI: MPI_Irecv).
     *
     * @param dest where to receive; not to be used until the request is complete
     * @param index its first element
     * @param nelems the number of elements for which there is room
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @return the request, which the program must complete
     */
    public Request irecv(SymmetricDoubles dest, long index, long nelems, int pe, int tag) {
        final long start = range("dest", dest, index, nelems);
        return kernel.irecv(memory(dest), start, nelems * Double.BYTES, ElementKind.DOUBLE, pe, tag);
    }

    /**
     * Prepares a receive that repeats (MPI: MPI_Recv_init).
     *
     * @param dest where to receive; not to be used between start and end
     * @param index its first element
     * @param nelems the number of elements for which there is room
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @return the request; start it for each message, and close it at the end
     */
    public Request recvInit(SymmetricDoubles dest, long index, long nelems, int pe, int tag) {
        final long start = range("dest", dest, index, nelems);
        return kernel.recvInit(memory(dest), start, nelems * Double.BYTES, ElementKind.DOUBLE, pe, tag);
    }

    /**
     * Receives a message and scatters it to blocks, in their order.
     *
     * @param dest where to receive
     * @param blocks the blocks of {@code dest}
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @return the number of elements that were received
     */
    public long recv(SymmetricDoubles dest, IndexedBlocks blocks, int pe, int tag) {
        final long start = range("dest", dest, 0, end("blocks", blocks));
        final Object memory = kernel.indexed(memory(dest), start, blocks, Double.BYTES);
        return kernel.recv(memory, 0, blocks.nelems() * Double.BYTES, ElementKind.DOUBLE, pe, tag, null) / Double.BYTES;
    }

    /**
     * Begins to receive a message, which is scattered to blocks in their order.
     *
     * @param dest where to receive; not to be used until the request is complete
     * @param blocks the blocks of {@code dest}
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @return the request, which the program must complete
     */
    public Request irecv(SymmetricDoubles dest, IndexedBlocks blocks, int pe, int tag) {
        final long start = range("dest", dest, 0, end("blocks", blocks));
        final Object memory = kernel.indexed(memory(dest), start, blocks, Double.BYTES);
        return kernel.irecv(memory, 0, blocks.nelems() * Double.BYTES, ElementKind.DOUBLE, pe, tag);
    }

    // arrays:end
    // arrays:begin source dest
    /**
     * Sends and receives at the same time (MPI: MPI_Sendrecv).
     *
     * @param source what to send
     * @param sourceIndex its first element
     * @param nsend how many elements
     * @param to the receiver
     * @param sendTag the tag to send, 0 or more
     * @param dest where to receive; apart from {@code source}
     * @param destIndex its first element
     * @param nrecv the number of elements for which there is room
     * @param from the sender, or {@link #ANY_PE}
     * @param recvTag the tag to receive, or {@link #ANY_TAG}
     * @return the number of elements that were received
     */
    public long sendrecv(
            SymmetricDoubles source,
            long sourceIndex,
            long nsend,
            int to,
            int sendTag,
            SymmetricDoubles dest,
            long destIndex,
            long nrecv,
            int from,
            int recvTag) {
        final long start = range("source", source, sourceIndex, nsend);
        final long destStart = range("dest", dest, destIndex, nrecv);
        return kernel.sendrecv(
                        memory(source),
                        start,
                        nsend * Double.BYTES,
                        to,
                        sendTag,
                        memory(dest),
                        destStart,
                        nrecv * Double.BYTES,
                        from,
                        recvTag,
                        ElementKind.DOUBLE)
                / Double.BYTES;
    }

    // arrays:end
    /**
     * Takes over the shared memory that another PE gives (HMPI, an extension of MPI: Take). A message that was sent by
     * another method is received into new shared memory.
     *
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @return the memory, which this PE may use and close; null for a message of 0 elements
     * @throws ShmemOutOfMemoryException if new shared memory is needed and there is none
     */
    public SharedDoubles takeDoubles(int pe, int tag) {
        return takeDoubles(pe, tag, null);
    }

    /**
     * Takes over shared memory like {@link #takeDoubles(int, int)}, and fills an envelope.
     *
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @param envelope filled with sender, tag and size; may be null
     * @return the memory, which this PE may use and close; null for a message of 0 elements
     * @throws ShmemOutOfMemoryException if new shared memory is needed and there is none
     */
    public SharedDoubles takeDoubles(int pe, int tag, Envelope envelope) {
        final long handle = kernel.take(ElementKind.DOUBLE, pe, tag, envelope);
        return handle == 0 ? null : SharedDoubles.of(handle);
    }

    // typed:end
    /**
     * Gives shared memory to another PE, without a copy (HMPI, an extension of MPI: Give). Afterwards this PE can no
     * longer use the array: using it throws. The PE that takes the memory may use, give and close it.
     *
     * @param source the array of a whole allocation
     * @param pe the receiver
     * @param tag the tag, 0 or more
     */
    public void give(SharedArray source, int pe, int tag) {
        kernel.give(whole(source), pe, tag);
    }

    /**
     * Receives a message by reading it in place, without a copy if the sender's memory is shared. The sender's memory
     * is in use until the visitor returns.
     *
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @param visitor reads the message; must not send or receive
     */
    public void visit(int pe, int tag, MessageVisitor visitor) {
        if (visitor == null) {
            throw new NullPointerException("visitor=null; give a function that reads the message");
        }
        kernel.visit(pe, tag, visitor);
    }

    /**
     * Sets a message handler: a method that the library calls for each message with a tag (an active message). No
     * receive gets these messages. The handler also gets messages that arrived earlier and that no PE has received.
     * Handlers run on the threads of this PE that call {@link #progress()} or {@link #handleUntil}, or that wait for a
     * message. They run one at a time, and in the order in which a sender sent its messages. A handler may send and
     * post receives, but must not wait for another message. A send of more than 4 KiB may wait until its receiver takes
     * the message, and a receiver that is in a handler itself takes none for a handler: send large messages by
     * {@code isend}, and complete them outside of the handler.
     *
     * @param tag the tag, or {@link #ANY_TAG} for all tags without a handler
     * @param handler reads the message in place; null removes the handler
     */
    public void onMessage(int tag, MessageVisitor handler) {
        kernel.handle(tag, handler);
    }

    /**
     * Makes progress with all messages of this PE, and runs handlers.
     *
     * @return whether a handler has run
     */
    public boolean progress() {
        return kernel.progress();
    }

    /**
     * A file descriptor for programs that wait in their own event loop ({@code poll}, {@code epoll}). It becomes
     * readable when a message may have arrived or an operation may have advanced, for any team, and remains readable
     * until {@link #progress} is called. Call that first, then test requests and probe until there is nothing more. The
     * descriptor may become readable without a reason: some hundred times a second if the network provider offers
     * nothing to wait on. The first call starts a thread, which sleeps until there is something to report. A program
     * that does not call this method runs no slower. With {@code SHMEM_PROGRESS=calls} messages from other nodes do not
     * make the descriptor readable.
     *
     * @return a descriptor of this process, the same for all teams and calls; the library owns it and closes it at the
     *     last shutdown
     */
    public int descriptor() {
        return kernel.descriptor();
    }

    /**
     * Waits, and runs handlers, until a condition holds.
     *
     * @param condition evaluated first, and again after handlers have run
     */
    public void handleUntil(BooleanSupplier condition) {
        kernel.handleUntil(condition);
    }

    /**
     * Waits for a message without receiving it (MPI: MPI_Probe).
     *
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @param envelope filled with sender, tag and size; may be null
     */
    public void probe(int pe, int tag, Envelope envelope) {
        kernel.probe(pe, tag, envelope, true);
    }

    /**
     * Returns whether a message can be received (MPI: MPI_Iprobe).
     *
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @param envelope filled with sender, tag and size, if there is one; may be null
     * @return true if a receive would not wait
     */
    public boolean iprobe(int pe, int tag, Envelope envelope) {
        return kernel.probe(pe, tag, envelope, false);
    }

    /**
     * Sends bytes of a segment.
     *
     * @param source what to send
     * @param offset its first byte
     * @param bytes how many bytes
     * @param pe the receiver
     * @param tag the tag, 0 or more
     */
    public void send(MemorySegment source, long offset, long bytes, int pe, int tag) {
        kernel.send(memory(source), readable("source", source, offset, bytes), bytes, null, pe, tag, false);
    }

    /**
     * Sends a segment.
     *
     * @param source what to send
     * @param pe the receiver
     * @param tag the tag, 0 or more
     */
    public void send(MemorySegment source, int pe, int tag) {
        send(source, 0, wholeLength("source", source), pe, tag);
    }

    /**
     * Sends bytes of a segment, and waits until a receive has matched the message.
     *
     * @param source what to send
     * @param offset its first byte
     * @param bytes how many bytes
     * @param pe the receiver
     * @param tag the tag, 0 or more
     */
    public void ssend(MemorySegment source, long offset, long bytes, int pe, int tag) {
        kernel.send(memory(source), readable("source", source, offset, bytes), bytes, null, pe, tag, true);
    }

    /**
     * Sends a segment, and waits until a receive has matched the message.
     *
     * @param source what to send
     * @param pe the receiver
     * @param tag the tag, 0 or more
     */
    public void ssend(MemorySegment source, int pe, int tag) {
        ssend(source, 0, wholeLength("source", source), pe, tag);
    }

    /**
     * Begins to send bytes of a segment.
     *
     * @param source what to send; not to be changed until the request is complete
     * @param offset its first byte
     * @param bytes how many bytes
     * @param pe the receiver
     * @param tag the tag, 0 or more
     * @return the request, which the program must complete
     */
    public Request isend(MemorySegment source, long offset, long bytes, int pe, int tag) {
        return kernel.isend(memory(source), readable("source", source, offset, bytes), bytes, null, pe, tag);
    }

    /**
     * Begins to send a segment.
     *
     * @param source what to send; not to be changed until the request is complete
     * @param pe the receiver
     * @param tag the tag, 0 or more
     * @return the request, which the program must complete
     */
    public Request isend(MemorySegment source, int pe, int tag) {
        return isend(source, 0, wholeLength("source", source), pe, tag);
    }

    /**
     * Receives bytes into a segment.
     *
     * @param dest where to receive
     * @param offset its first byte
     * @param bytes the number of bytes for which there is room
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @param envelope filled with sender, tag and size; may be null
     * @return the number of bytes that were received
     */
    public long recv(MemorySegment dest, long offset, long bytes, int pe, int tag, Envelope envelope) {
        return kernel.recv(memory(dest), writable("dest", dest, offset, bytes), bytes, null, pe, tag, envelope);
    }

    /**
     * Receives into a segment.
     *
     * @param dest where to receive
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @return the number of bytes that were received
     */
    public long recv(MemorySegment dest, int pe, int tag) {
        return recv(dest, 0, wholeLength("dest", dest), pe, tag, null);
    }

    /**
     * Begins to receive bytes into a segment.
     *
     * @param dest where to receive; not to be used until the request is complete
     * @param offset its first byte
     * @param bytes the number of bytes for which there is room
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @return the request, which the program must complete
     */
    public Request irecv(MemorySegment dest, long offset, long bytes, int pe, int tag) {
        return kernel.irecv(memory(dest), writable("dest", dest, offset, bytes), bytes, null, pe, tag);
    }

    /**
     * Begins to receive into a segment.
     *
     * @param dest where to receive; not to be used until the request is complete
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @return the request, which the program must complete
     */
    public Request irecv(MemorySegment dest, int pe, int tag) {
        return irecv(dest, 0, wholeLength("dest", dest), pe, tag);
    }

    /**
     * Sends a segment and receives into another at the same time (MPI: MPI_Sendrecv).
     *
     * @param source what to send
     * @param to the receiver
     * @param sendTag the tag to send, 0 or more
     * @param dest where to receive; apart from {@code source}
     * @param from the sender, or {@link #ANY_PE}
     * @param recvTag the tag to receive, or {@link #ANY_TAG}
     * @return the number of bytes that were received
     */
    public long sendrecv(MemorySegment source, int to, int sendTag, MemorySegment dest, int from, int recvTag) {
        final long bytes = wholeLength("source", source);
        final long room = wholeLength("dest", dest);
        return kernel.sendrecv(
                memory(source),
                readable("source", source, 0, bytes),
                bytes,
                to,
                sendTag,
                memory(dest),
                writable("dest", dest, 0, room),
                room,
                from,
                recvTag,
                null);
    }

    /**
     * Gathers blocks into a message and sends it. The receive need not use the same blocks.
     *
     * @param source what to send
     * @param blocks the blocks of {@code source}, in bytes
     * @param pe the receiver
     * @param tag the tag, 0 or more
     */
    public void send(MemorySegment source, IndexedBlocks blocks, int pe, int tag) {
        final long start = readable("source", source, 0, end("blocks", blocks));
        final Object memory = kernel.indexed(memory(source), start, blocks, 1);
        kernel.send(memory, 0, blocks.nelems(), null, pe, tag, false);
    }

    /**
     * Begins to send blocks as a message. The receive need not use the same blocks.
     *
     * @param source what to send; not to be changed until the request is complete
     * @param blocks the blocks of {@code source}, in bytes
     * @param pe the receiver
     * @param tag the tag, 0 or more
     * @return the request, which the program must complete
     */
    public Request isend(MemorySegment source, IndexedBlocks blocks, int pe, int tag) {
        final long start = readable("source", source, 0, end("blocks", blocks));
        final Object memory = kernel.indexed(memory(source), start, blocks, 1);
        return kernel.isend(memory, 0, blocks.nelems(), null, pe, tag);
    }

    /**
     * Receives a message and scatters it to blocks, in their order.
     *
     * @param dest where to receive
     * @param blocks the blocks of {@code dest}, in bytes
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @return the number of bytes that were received
     */
    public long recv(MemorySegment dest, IndexedBlocks blocks, int pe, int tag) {
        final long start = writable("dest", dest, 0, end("blocks", blocks));
        final Object memory = kernel.indexed(memory(dest), start, blocks, 1);
        return kernel.recv(memory, 0, blocks.nelems(), null, pe, tag, null);
    }

    /**
     * Begins to receive a message, which is scattered to blocks in their order.
     *
     * @param dest where to receive; not to be used until the request is complete
     * @param blocks the blocks of {@code dest}, in bytes
     * @param pe the sender, or {@link #ANY_PE}
     * @param tag the tag, or {@link #ANY_TAG}
     * @return the request, which the program must complete
     */
    public Request irecv(MemorySegment dest, IndexedBlocks blocks, int pe, int tag) {
        final long start = writable("dest", dest, 0, end("blocks", blocks));
        final Object memory = kernel.indexed(memory(dest), start, blocks, 1);
        return kernel.irecv(memory, 0, blocks.nelems(), null, pe, tag);
    }
}
