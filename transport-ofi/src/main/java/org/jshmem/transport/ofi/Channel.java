package org.jshmem.transport.ofi;

import com.sun.jna.Pointer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.PieceTable;
import org.jshmem.libfabric.CompletionQueue;
import org.jshmem.libfabric.Completions;
import org.jshmem.libfabric.Endpoint;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.MemoryRegion;
import org.jshmem.libfabric.RmaMessage;
import org.jshmem.libfabric.struct.FiCqErrEntry;
import org.jshmem.transport.ofi.domain.BufferPool;
import org.jshmem.transport.ofi.domain.LockedMemory;
import org.jshmem.transport.ofi.domain.OpenDomain;
import org.jshmem.transport.ofi.failure.FailureReporter;

/**
 * Owns one endpoint with its completion queue, and tracks the operations under way on it.
 *
 * <p><b>Lock.</b> Issuing an operation and polling the queue both require the channel's {@link ChannelLock}, because
 * the request slots, the buffers and the structures passed to libfabric belong to the channel. An operation returns
 * false if it has to be repeated after progress: the provider's queues are full, or no slot or buffer is free.
 *
 * <p><b>Delivery.</b> Every write asks for {@code FI_DELIVERY_COMPLETE}, so a completed write is visible at the target.
 * This holds for injected writes too: {@code fi_inject_write} would not report delivery.
 *
 * <p><b>Errors.</b> A {@link StackOverflowError} or a similar error may strike at any call. While {@link #isUnsure} is
 * set, the state of this object may lag behind the provider: a buffer is taken, an operation is issued, or a completion
 * is read, and this is not recorded yet. An error in that state ends the job ({@link FailureReporter#brokenBy}). At
 * other times it only releases the lock.
 */
final class Channel implements AutoCloseable {
    /** {@code FI_ADDR_UNSPEC}: a receive accepts messages from any PE. */
    private static final long FROM_ANYONE = -1;

    /** Completions that one poll reads at most. */
    private static final int ENTRIES = 32;

    /** The operations of {@link #issue}. */
    private enum Issue {
        WRITE,
        WRITE_STAGED,
        WRITE_COPY,
        WRITE_PIECES,
        READ,
        READ_PIECES,
        SEND
    }

    private final OpenDomain domain;
    private final Peers peers;
    private final HeapAccess access;
    private final FailureReporter failures;
    private final Endpoint endpoint;
    private final CompletionQueue queue;
    private final int waitFd;
    private final ChannelLock channelLock = new ChannelLock();
    private final Requests requests;
    private final Completions completions = new Completions(ENTRIES);
    private final RmaMessage message = new RmaMessage();
    private final BufferPool bounce;
    private final ChannelBuffers limits;
    private final int injectBytes;

    /** Handles received messages; null unless this is the main channel. {@link #heartbeat} likewise. */
    private ActiveMessages messages;

    private Heartbeat heartbeat;
    private boolean isClosed;

    /** Updates that were sent; written under the lock. */
    private volatile long updates;

    /** Updates that were acknowledged; written under the lock of the main channel. */
    private volatile long acknowledged;

    /** Messages that wait for a reply. */
    private final AtomicInteger questions = new AtomicInteger();

    /** Created when the first staging buffer is taken; null before. */
    BufferPool staging;

    /**
     * Whether the state may lag behind the provider; written under the lock, by assignment: a call may overflow the
     * stack.
     */
    boolean isUnsure;

    Channel(OpenDomain domain, Peers peers, HeapAccess access, FailureReporter failures, ChannelBuffers limits) {
        this.domain = domain;
        this.peers = peers;
        this.access = access;
        this.failures = failures;
        this.injectBytes = domain.traits().injectBytes();
        this.limits = limits;
        this.requests = new Requests(limits.operations());
        this.queue = domain.completionQueue();
        this.waitFd = domain.waitFd(queue);
        try {
            this.endpoint = domain.endpoint(queue);
        } catch (FabricException e) {
            queue.close();
            throw e;
        }
        try {
            this.bounce = new BufferPool(
                    domain.registrations(),
                    limits.bounceBuffers(),
                    Math.max(limits.bounceBytes(), MessageDescriptor.MOST_SMALL_BYTES));
        } catch (FabricException e) {
            endpoint.close();
            queue.close();
            throw e;
        }
    }

    /** Makes this the main channel, on which messages arrive. */
    void makeMain(ActiveMessages receiver, Heartbeat own) {
        this.messages = receiver;
        this.heartbeat = own;
    }

    /** Lets other PEs access memory through this endpoint; closes the region if that fails. */
    void expose(MemoryRegion region) {
        domain.registrations().bind(region, endpoint);
    }

    byte[] name() {
        return endpoint.name();
    }

    CompletionQueue queue() {
        return queue;
    }

    /** The file descriptor that becomes readable with a completion; −1 if the provider has none. */
    int waitFd() {
        return waitFd;
    }

    Requests requests() {
        return requests;
    }

    /**
     * Whether transfers or messages are under way. A provider may keep messages that it has taken until somebody polls;
     * the acknowledgement of an update, or the reply to a question, says that it does not.
     */
    boolean isBusy() {
        return requests.isBusy() || updates != acknowledged || questions.get() != 0;
    }

    /** Called before a message that is replied to is sent. */
    void ask() {
        questions.getAndIncrement();
    }

    /** Called after the reply, or instead of it. */
    void answered() {
        questions.getAndDecrement();
    }

    /** Counts updates before they are sent; the caller holds the lock. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void countUpdates(int difference) {
        updates += difference;
    }

    /** Counts updates that were acknowledged; the caller holds the lock of the main channel. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void countAcknowledged(long count) {
        acknowledged += count;
    }

    /** Reads and handles completions, unless another thread holds the lock. Returns whether there were any. */
    boolean poll() {
        if (!channelLock.tryLock()) {
            return false;
        }
        try {
            failures.failIfBroken();
            isUnsure = true;
            final boolean moved = !isClosed && drain();
            isUnsure = false;
            return moved;
        } catch (Throwable t) {
            if (isUnsure) {
                failures.brokenBy = t;
            }
            throw t;
        } finally {
            channelLock.taken = ChannelLock.FREE;
        }
    }

    private boolean drain() {
        final int count = completions.read(queue);
        if (count > 0) {
            failures.heard();
            for (int i = 0; i < count; i++) {
                complete(completions.context(i), completions.bytes(i));
            }
        } else if (count != -Fi.EAGAIN) {
            explain(count);
        }
        if (messages != null) {
            messages.flush();
        }
        return count > 0;
    }

    private void complete(long context, long bytes) {
        final int slot = requests.slot(context);
        if (requests.kind(slot) == Requests.RECEIVE) {
            final int buffer = requests.buffer(slot);
            requests.completed(slot);
            messages.received(buffer, bytes);
        } else {
            final int pe = requests.pe(slot);
            final Peer peer = peers.of(pe);
            if (messages == null) {
                peer.heard();
            } else {
                peer.heardOnMain();
            }
            if (requests.kind(slot) == Requests.HEARTBEAT) {
                heartbeat.completed(pe);
            }
            requests.completed(slot);
        }
    }

    /** Handles an error of {@code fi_cq_read}: a failed operation, or a failure of the queue itself. */
    private void explain(int result) {
        if (result != -Fi.EAVAIL) {
            failures.fail("fi_cq_read", -1, result);
            return;
        }
        final FiCqErrEntry entry = queue.readError();
        if (entry == null) {
            return;
        }
        final long context = Pointer.nativeValue(entry.op_context);
        if (!requests.owns(context)) {
            failures.fail("an operation", -1, queue.describe(entry));
            return;
        }
        final int slot = requests.slot(context);
        if (requests.kind(slot) == Requests.RECEIVE
                && entry.err == Fi.ETRUNC) { // longer than any message of this job: not from a PE
            final int buffer = requests.buffer(slot);
            requests.completed(slot);
            messages.receiveAgain(buffer);
        } else {
            failures.fail(requests.name(slot), requests.pe(slot), queue.describe(entry));
        }
    }

    /** Writes to a PE. The source is in use until the counter reports completion; without a counter, until quiet. */
    boolean write(int pe, long offset, long source, long bytes, long descriptor, CompletionCounter counter) {
        return issue(Issue.WRITE, pe, offset, source, bytes, descriptor, counter, -1, null);
    }

    /** Writes the content of a staging buffer to a PE; completion frees the buffer. */
    boolean writeStaged(int pe, long offset, int buffer, long bytes) {
        return issue(Issue.WRITE_STAGED, pe, offset, 0, bytes, 0, null, buffer, null);
    }

    /** Writes a few bytes to a PE, by injection or through a bounce buffer. The source is free on return. */
    boolean writeCopy(int pe, long offset, long source, long bytes) {
        return issue(Issue.WRITE_COPY, pe, offset, source, bytes, 0, null, -1, null);
    }

    private boolean writeCopyLocked(Peer peer, long offset, long source, long bytes) {
        if (bytes <= injectBytes) {
            return write(peer, offset, source, bytes, 0, null, null, -1);
        }
        final int buffer = bounce.take();
        return buffer >= 0 && writeBounced(peer, offset, source, bytes, buffer);
    }

    private boolean writeBounced(Peer peer, long offset, long source, long bytes, int buffer) {
        final long address = bounce.address(buffer);
        copyIn(source, address, bytes, buffer);
        if (write(peer, offset, address, bytes, bounce.descriptor(), null, bounce, buffer)) {
            return true;
        }
        bounce.give(buffer);
        return false;
    }

    /**
     * Copies program memory to a bounce buffer. If the copy fails, as for a mapped file that was truncated, the buffer
     * is given back and nothing is issued.
     */
    private void copyIn(long source, long address, long bytes, int buffer) {
        try {
            Memory.copy(source, address, bytes);
        } catch (InternalError e) {
            bounce.taken[buffer] = false;
            isUnsure = false;
            throw e;
        }
    }

    private boolean write(
            Peer peer,
            long offset,
            long source,
            long bytes,
            long descriptor,
            CompletionCounter counter,
            BufferPool pool,
            int buffer) {
        message.clear();
        message.add(source, bytes, descriptor, access.target(peer, offset), access.key(peer, offset));
        final long structure = message.end(peer.address, requests.context(requests.peek()));
        final long flags = bytes <= injectBytes ? Fi.DELIVERY_COMPLETE | Fi.INJECT : Fi.DELIVERY_COMPLETE;
        final long result = endpoint.writeMessage(structure, flags);
        if (result == 0) {
            requests.issued(Requests.WRITE, peer.pe, counter, pool, buffer);
            return true;
        }
        return again("fi_writemsg", peer.pe, result);
    }

    /**
     * Writes some of the pieces of a table to a PE by one operation. The sources are in use as that of {@link #write},
     * but free on return if all of them are no more than can be injected.
     */
    boolean writePieces(int pe, PieceTable pieces, int first, int count, long bytes, CompletionCounter counter) {
        return issue(Issue.WRITE_PIECES, pe, first, count, bytes, 0, counter, -1, pieces);
    }

    private boolean writePiecesLocked(
            Peer peer, PieceTable pieces, int first, int count, long bytes, CompletionCounter counter) {
        final long flags = bytes <= injectBytes ? Fi.DELIVERY_COMPLETE | Fi.INJECT : Fi.DELIVERY_COMPLETE;
        final long result = endpoint.writeMessage(message(peer, pieces, first, count), flags);
        if (result == 0) {
            requests.issued(Requests.WRITE, peer.pe, counter, null, -1);
            return true;
        }
        return again("fi_writemsg", peer.pe, result);
    }

    /** Reads some of the pieces of a table from a PE by one operation, as {@link #read}. */
    boolean readPieces(int pe, PieceTable pieces, int first, int count, CompletionCounter counter) {
        return issue(Issue.READ_PIECES, pe, first, count, 0, 0, counter, -1, pieces);
    }

    private boolean readPiecesLocked(Peer peer, PieceTable pieces, int first, int count, CompletionCounter counter) {
        final long result = endpoint.readMessage(message(peer, pieces, first, count), 0);
        if (result == 0) {
            requests.issued(Requests.READ, peer.pe, counter, null, -1);
            return true;
        }
        return again("fi_readmsg", peer.pe, result);
    }

    private long message(Peer peer, PieceTable pieces, int first, int count) {
        message.clear();
        for (int i = first; i < first + count; i++) {
            final long offset = pieces.offset(i);
            final long address = pieces.address(i);
            message.add(
                    address,
                    pieces.bytes(i),
                    access.descriptor(address),
                    access.target(peer, offset),
                    access.key(peer, offset));
        }
        return message.end(peer.address, requests.context(requests.peek()));
    }

    /** Reads from a PE. The data has arrived when the counter reports completion; without a counter, after quiet. */
    boolean read(int pe, long offset, long dest, long bytes, long descriptor, CompletionCounter counter) {
        return issue(Issue.READ, pe, offset, dest, bytes, descriptor, counter, -1, null);
    }

    private boolean readLocked(
            Peer peer, long offset, long dest, long bytes, long descriptor, CompletionCounter counter) {
        final long result = endpoint.read(
                dest,
                bytes,
                descriptor,
                peer.address,
                access.target(peer, offset),
                access.key(peer, offset),
                requests.context(requests.peek()));
        if (result == 0) {
            requests.issued(Requests.READ, peer.pe, counter, null, -1);
            return true;
        }
        return again("fi_read", peer.pe, result);
    }

    /**
     * Starts to read the heartbeat word of a PE, and returns the outcome. If the provider refuses, its queue may be
     * full, or there is no connection.
     */
    Heartbeat.Beginning readHeartbeat(Peer peer, long dest, long descriptor) {
        channelLock.lock();
        try {
            failures.failIfBroken();
            isUnsure = true;
            final Heartbeat.Beginning beginning = readHeartbeatLocked(peer, dest, descriptor);
            isUnsure = false;
            return beginning;
        } catch (Throwable t) {
            if (isUnsure) {
                failures.brokenBy = t;
            }
            throw t;
        } finally {
            channelLock.taken = ChannelLock.FREE;
        }
    }

    private Heartbeat.Beginning readHeartbeatLocked(Peer peer, long dest, long descriptor) {
        if (!requests.hasFree()) {
            return Heartbeat.Beginning.NO_ROOM;
        }
        final long result = endpoint.read(
                dest,
                Long.BYTES,
                descriptor,
                peer.address,
                peer.heartbeatBase,
                peer.heartbeatKey,
                requests.context(requests.peek()));
        if (result == 0) {
            requests.issued(Requests.HEARTBEAT, peer.pe, null, null, -1);
            return Heartbeat.Beginning.UNDER_WAY;
        }
        again("fi_read", peer.pe, result);
        return requests.isBusyWith(peer.pe) || !domain.traits().refusesForConnections()
                ? Heartbeat.Beginning.HELD_UP
                : Heartbeat.Beginning.REFUSED;
    }

    /** Sends a message; its memory is free on return. */
    boolean send(int pe, long address, long bytes) {
        return issue(Issue.SEND, pe, 0, address, bytes, 0, null, -1, null);
    }

    /**
     * Issues an operation under the lock. All operations share this method because its error handling must not make a
     * call and would otherwise be repeated in each of them. Where there are pieces, {@code offset} is the number of the
     * first one, and {@code address} how many they are.
     */
    private boolean issue(
            Issue operation,
            int pe,
            long offset,
            long address,
            long bytes,
            long descriptor,
            CompletionCounter counter,
            int buffer,
            PieceTable pieces) {
        final Peer peer = peers.of(pe); // which may be new: not under the lock
        channelLock.lock();
        try {
            failures.failIfBroken();
            isUnsure = true;
            final boolean isIssued =
                    issueLocked(operation, peer, offset, address, bytes, descriptor, counter, buffer, pieces);
            isUnsure = false;
            return isIssued;
        } catch (Throwable t) {
            if (isUnsure) {
                failures.brokenBy = t;
            }
            throw t;
        } finally {
            channelLock.taken = ChannelLock.FREE;
        }
    }

    private boolean issueLocked(
            Issue operation,
            Peer peer,
            long offset,
            long address,
            long bytes,
            long descriptor,
            CompletionCounter counter,
            int buffer,
            PieceTable pieces) {
        if (operation == Issue.SEND) {
            return sendLocked(peer.pe, address, bytes);
        } else if (!requests.hasFree()) {
            return false;
        } else if (operation == Issue.WRITE) {
            return write(peer, offset, address, bytes, descriptor, counter, null, -1);
        } else if (operation == Issue.WRITE_STAGED) {
            return write(peer, offset, staging.address(buffer), bytes, staging.descriptor(), null, staging, buffer);
        } else if (operation == Issue.WRITE_COPY) {
            return writeCopyLocked(peer, offset, address, bytes);
        } else if (operation == Issue.WRITE_PIECES) {
            return writePiecesLocked(peer, pieces, (int) offset, (int) address, bytes, counter);
        } else if (operation == Issue.READ_PIECES) {
            return readPiecesLocked(peer, pieces, (int) offset, (int) address, counter);
        }
        return readLocked(peer, offset, address, bytes, descriptor, counter);
    }

    /**
     * Sends a message, for a caller that holds the lock and has set {@link #isUnsure}. Its memory is free on return.
     */
    boolean sendLocked(int pe, long address, long bytes) {
        final Peer peer = peers.of(pe);
        peer.isContacted = true;
        if (bytes <= injectBytes) {
            final long result = endpoint.inject(address, bytes, peer.address);
            return result == 0 || again("fi_inject", pe, result);
        }
        final BufferPool pool = bytes <= bounce.bytes() ? bounce : messages.buffers();
        final int buffer = requests.hasFree() ? pool.take() : -1;
        if (buffer < 0) {
            return false;
        }
        final long copy = pool.address(buffer);
        Memory.copy(address, copy, bytes);
        final long result =
                endpoint.send(copy, bytes, pool.descriptor(), peer.address, requests.context(requests.peek()));
        if (result == 0) {
            requests.issued(Requests.SEND, pe, null, pool, buffer);
            return true;
        }
        pool.give(buffer);
        return again("fi_send", pe, result);
    }

    /**
     * Takes a bounce buffer to build a message in; −1 if no buffer or slot is free. The caller holds the lock and has
     * set {@link #isUnsure}.
     */
    int takeBounceLocked() {
        return requests.hasFree() ? bounce.take() : -1;
    }

    void giveBounceLocked(int buffer) {
        bounce.give(buffer);
    }

    long bounceAddress(int buffer) {
        return bounce.address(buffer);
    }

    long bounceBytes() {
        return bounce.bytes();
    }

    /**
     * Sends a message from a bounce buffer, which completion or failure frees. The caller holds the lock and has set
     * {@link #isUnsure}.
     */
    boolean sendBounceLocked(int pe, int buffer, long bytes) {
        final Peer peer = peers.of(pe);
        peer.isContacted = true;
        final long result = endpoint.send(
                bounce.address(buffer), bytes, bounce.descriptor(), peer.address, requests.context(requests.peek()));
        if (result == 0) {
            requests.issued(Requests.SEND, pe, null, bounce, buffer);
            return true;
        }
        bounce.give(buffer);
        return again("fi_send", pe, result);
    }

    /** Posts a receive buffer; the caller holds the lock. */
    boolean receiveLocked(int buffer, long address, long bytes, long descriptor) {
        if (!requests.hasFree()) {
            return false;
        }
        final long result =
                endpoint.receive(address, bytes, descriptor, FROM_ANYONE, requests.context(requests.peek()));
        if (result == 0) {
            requests.issued(Requests.RECEIVE, -1, null, null, buffer);
            return true;
        }
        return again("fi_recv", -1, result);
    }

    /** Returns false to ask for a repetition after {@code FI_EAGAIN}; any other result is a failure. */
    private boolean again(String call, int pe, long result) {
        if (result != -Fi.EAGAIN) {
            failures.fail(call, pe, result);
        }
        domain.retries().increment();
        return false;
    }

    /**
     * Takes a staging buffer; −1 if none is free.
     *
     * @throws ShmemOutOfMemoryException if the buffers cannot be registered; the next call tries again
     */
    int takeStaging() {
        channelLock.lock();
        try {
            failures.failIfBroken();
            if (staging == null) {
                staging = openStaging();
            }
            return staging.take();
        } catch (Throwable t) {
            if (isUnsure) {
                failures.brokenBy = t;
            }
            throw t;
        } finally {
            channelLock.taken = ChannelLock.FREE;
        }
    }

    private BufferPool openStaging() {
        final long bytes = limits.stagingBuffers() * limits.stagingBytes();
        try {
            return new BufferPool(domain.registrations(), limits.stagingBuffers(), limits.stagingBytes());
        } catch (FabricException e) {
            throw new ShmemOutOfMemoryException("cannot register " + bytes + " bytes of buffers with the network: "
                    + e.getMessage() + "; " + LockedMemory.remedy());
        }
    }

    long stagingAddress(int buffer) {
        return staging.address(buffer);
    }

    long stagingBytes() {
        return limits.stagingBytes();
    }

    long stagingDescriptor() {
        return staging.descriptor();
    }

    ChannelLock channelLock() {
        return channelLock;
    }

    @Override
    public void close() {
        channelLock.lock();
        try {
            isClosed = true;
            endpoint.close();
            queue.close();
        } finally {
            channelLock.taken = ChannelLock.FREE;
        }
    }
}
