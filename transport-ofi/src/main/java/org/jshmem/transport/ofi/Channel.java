package org.jshmem.transport.ofi;

import com.sun.jna.Pointer;
import org.jshmem.heap.Memory;
import org.jshmem.libfabric.CompletionQueue;
import org.jshmem.libfabric.Completions;
import org.jshmem.libfabric.Endpoint;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.MemoryRegion;
import org.jshmem.libfabric.RmaMessage;
import org.jshmem.libfabric.struct.FiCqErrEntry;
import org.jshmem.transport.ofi.domain.BufferPool;
import org.jshmem.transport.ofi.domain.OpenDomain;
import org.jshmem.transport.ofi.failure.FailureMonitor;

/**
 * An endpoint with a completion queue of its own, and what is under way on it.
 *
 * <p>Every operation and every look at the queue passes the channel's {@link ChannelLock}, since the slots, the buffers
 * and the structures that calls read belong to the channel. Operations return false where they have to be tried again
 * after progress: the provider's queues are full, or there is no slot or buffer.
 *
 * <p>Writes ask for {@code FI_DELIVERY_COMPLETE}, so that what has completed is visible at the target. Injected ones
 * too: an {@code fi_inject_write} would not tell when it is delivered.
 *
 * <p><b>Errors.</b> A {@link StackOverflowError} or the like may strike at every call. While {@link #isUnsure} is set,
 * what is noted here may differ from what the provider does: a buffer is taken, an operation issued or its completion
 * read, and that is not noted yet. An error then ends the job ({@link FailureMonitor#brokenBy}). At other times it only
 * leaves the lock.
 */
final class Channel implements AutoCloseable {
    private static final long FROM_ANYONE = -1;
    private static final int SLOTS = 1024;
    private static final int ENTRIES = 32;

    private static final int BOUNCE_BUFFERS = 128;
    private static final int STAGING_BUFFERS = 8;

    /** Four times as much is faster over TCP's loopback, and twice as slow between hosts. */
    private static final long STAGING_BYTES = 128 << 10;

    /** What {@link #issue} issues. */
    private enum Issue {
        WRITE,
        WRITE_STAGED,
        WRITE_COPY,
        READ,
        SEND
    }

    private final OpenDomain domain;
    private final Peers peers;
    private final FailureMonitor failures;
    private final Endpoint endpoint;
    private final CompletionQueue queue;
    private final int waitFd;
    private final ChannelLock channelLock = new ChannelLock();
    private final Requests requests;
    private final Completions completions = new Completions(ENTRIES);
    private final RmaMessage message = new RmaMessage();
    private final BufferPool bounce;
    private final int injectBytes;
    private ActiveMessages messages;
    private Heartbeat heartbeat;
    private boolean isClosed;

    /** Made when the first is taken; null before that. */
    BufferPool staging;

    /** By threads while the lock is held; by assignment, since a method could overflow the stack. */
    boolean isUnsure;

    Channel(OpenDomain domain, Peers peers, FailureMonitor failures, int bounceBytes) {
        this.domain = domain;
        this.peers = peers;
        this.failures = failures;
        this.injectBytes = domain.traits().injectBytes();
        this.requests = new Requests(SLOTS);
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
                    domain.registrations(), BOUNCE_BUFFERS, Math.max(bounceBytes, MessageDescriptor.MOST_SMALL_BYTES));
        } catch (FabricException e) {
            endpoint.close();
            queue.close();
            throw e;
        }
    }

    /** This channel is the one on which messages arrive. */
    void receiveFor(ActiveMessages receiver, Heartbeat own) {
        this.messages = receiver;
        this.heartbeat = own;
    }

    /** Lets others reach memory through this endpoint. */
    void expose(MemoryRegion region) {
        domain.registrations().bind(region, endpoint);
    }

    byte[] name() {
        return endpoint.name();
    }

    CompletionQueue queue() {
        return queue;
    }

    /** The descriptor to wait on; −1 if there is none. */
    int waitFd() {
        return waitFd;
    }

    Requests requests() {
        return requests;
    }

    /** Whether there is something to come. */
    boolean isBusy() {
        return requests.isBusy();
    }

    /** Handles what has completed, unless another thread does; whether there was anything. */
    boolean poll() {
        if (!channelLock.tryLock()) {
            return false;
        }
        try {
            failures.requireWhole();
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
            failures.heardFrom(pe);
            if (requests.kind(slot) == Requests.HEARTBEAT) {
                heartbeat.completed(pe);
            }
            requests.completed(slot);
        }
    }

    /** An operation has failed, or the queue has. */
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
                && entry.err == Fi.ETRUNC) { // longer than any of ours: a stranger's
            final int buffer = requests.buffer(slot);
            requests.completed(slot);
            messages.receiveAgain(buffer);
        } else {
            failures.fail(requests.name(slot), requests.pe(slot), queue.describe(entry));
        }
    }

    /** Writes to a PE; the source is read until the completion counter says otherwise, or until quiet. */
    boolean write(int pe, long offset, long source, long bytes, long descriptor, CompletionCounter counter) {
        return issue(Issue.WRITE, pe, offset, source, bytes, descriptor, counter, -1);
    }

    /** Writes what has been copied to a staging buffer, and gives that back in the end. */
    boolean writeStaged(int pe, long offset, int buffer, long bytes) {
        return issue(Issue.WRITE_STAGED, pe, offset, 0, bytes, 0, null, buffer);
    }

    /** Writes a few bytes to a PE; the source has been read on return. */
    boolean writeCopy(int pe, long offset, long source, long bytes) {
        return issue(Issue.WRITE_COPY, pe, offset, source, bytes, 0, null, -1);
    }

    private boolean writeCopyLocked(int pe, long offset, long source, long bytes) {
        if (bytes <= injectBytes) {
            return write(pe, offset, source, bytes, 0, null, null, -1);
        }
        final int buffer = bounce.take();
        return buffer >= 0 && writeBounced(pe, offset, source, bytes, buffer);
    }

    private boolean writeBounced(int pe, long offset, long source, long bytes, int buffer) {
        final long address = bounce.address(buffer);
        copyIn(source, address, bytes, buffer);
        if (write(pe, offset, address, bytes, bounce.descriptor(), null, bounce, buffer)) {
            return true;
        }
        bounce.give(buffer);
        return false;
    }

    /**
     * Copies memory of the program to a bounce buffer; if it is no more, as in a mapped file that was cut off, nothing
     * is issued.
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
            int pe,
            long offset,
            long source,
            long bytes,
            long descriptor,
            CompletionCounter counter,
            BufferPool pool,
            int buffer) {
        final long structure = message.fill(
                source,
                bytes,
                descriptor,
                peers.addresses()[pe],
                peers.bases()[pe] + offset,
                peers.keys()[pe],
                requests.context(requests.peek()));
        final long flags = bytes <= injectBytes ? Fi.DELIVERY_COMPLETE | Fi.INJECT : Fi.DELIVERY_COMPLETE;
        final long result = endpoint.writeMessage(structure, flags);
        if (result == 0) {
            requests.issued(Requests.WRITE, pe, counter, pool, buffer);
            return true;
        }
        return again("fi_writemsg", pe, result);
    }

    /** Reads from a PE; the data is here when the completion counter says so, or after quiet. */
    boolean read(int pe, long offset, long dest, long bytes, long descriptor, CompletionCounter counter) {
        return issue(Issue.READ, pe, offset, dest, bytes, descriptor, counter, -1);
    }

    private boolean readLocked(int pe, long offset, long dest, long bytes, long descriptor, CompletionCounter counter) {
        final long result = endpoint.read(
                dest,
                bytes,
                descriptor,
                peers.addresses()[pe],
                peers.bases()[pe] + offset,
                peers.keys()[pe],
                requests.context(requests.peek()));
        if (result == 0) {
            requests.issued(Requests.READ, pe, counter, null, -1);
            return true;
        }
        return again("fi_read", pe, result);
    }

    /**
     * Begins to read a PE's heartbeat; what became of that. A provider that refuses while nothing is under way to that
     * PE has no connection.
     */
    Heartbeat.Beginning readHeartbeat(int pe, long dest, long descriptor) {
        channelLock.lock();
        try {
            failures.requireWhole();
            isUnsure = true;
            final Heartbeat.Beginning beginning = readHeartbeatLocked(pe, dest, descriptor);
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

    private Heartbeat.Beginning readHeartbeatLocked(int pe, long dest, long descriptor) {
        if (!requests.hasFree()) {
            return Heartbeat.Beginning.NO_ROOM;
        }
        final long result = endpoint.read(
                dest,
                Long.BYTES,
                descriptor,
                peers.addresses()[pe],
                peers.heartbeatBases()[pe],
                peers.heartbeatKeys()[pe],
                requests.context(requests.peek()));
        if (result == 0) {
            requests.issued(Requests.HEARTBEAT, pe, null, null, -1);
            return Heartbeat.Beginning.UNDER_WAY;
        }
        again("fi_read", pe, result);
        return requests.isBusyWith(pe) ? Heartbeat.Beginning.HELD_UP : Heartbeat.Beginning.REFUSED;
    }

    /** Sends a message; its bytes have been read on return. */
    boolean send(int pe, long address, long bytes) {
        return issue(Issue.SEND, pe, 0, address, bytes, 0, null, -1);
    }

    /**
     * Issues an operation under the lock. One method for all, because what follows an error is written out in each that
     * takes the lock: it must not make a call.
     */
    private boolean issue(
            Issue operation,
            int pe,
            long offset,
            long address,
            long bytes,
            long descriptor,
            CompletionCounter counter,
            int buffer) {
        channelLock.lock();
        try {
            failures.requireWhole();
            isUnsure = true;
            final boolean isIssued = issueLocked(operation, pe, offset, address, bytes, descriptor, counter, buffer);
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
            int pe,
            long offset,
            long address,
            long bytes,
            long descriptor,
            CompletionCounter counter,
            int buffer) {
        if (operation == Issue.SEND) {
            return sendLocked(pe, address, bytes);
        } else if (!requests.hasFree()) {
            return false;
        } else if (operation == Issue.WRITE) {
            return write(pe, offset, address, bytes, descriptor, counter, null, -1);
        } else if (operation == Issue.WRITE_STAGED) {
            return write(pe, offset, staging.address(buffer), bytes, staging.descriptor(), null, staging, buffer);
        } else if (operation == Issue.WRITE_COPY) {
            return writeCopyLocked(pe, offset, address, bytes);
        }
        return readLocked(pe, offset, address, bytes, descriptor, counter);
    }

    /** The same by a thread that holds the lock, with {@link #isUnsure} set. */
    boolean sendLocked(int pe, long address, long bytes) {
        peers.areContacted()[pe] = true;
        if (bytes <= injectBytes) {
            final long result = endpoint.inject(address, bytes, peers.addresses()[pe]);
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
                endpoint.send(copy, bytes, pool.descriptor(), peers.addresses()[pe], requests.context(requests.peek()));
        if (result == 0) {
            requests.issued(Requests.SEND, pe, null, pool, buffer);
            return true;
        }
        pool.give(buffer);
        return again("fi_send", pe, result);
    }

    /**
     * Takes a bounce buffer, for a message to be made in; by a thread that holds the lock, with {@link #isUnsure} set.
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
     * Sends a message in a bounce buffer, and gives that back in the end; by a thread that holds the lock, as before.
     */
    boolean sendBounceLocked(int pe, int buffer, long bytes) {
        peers.areContacted()[pe] = true;
        final long result = endpoint.send(
                bounce.address(buffer),
                bytes,
                bounce.descriptor(),
                peers.addresses()[pe],
                requests.context(requests.peek()));
        if (result == 0) {
            requests.issued(Requests.SEND, pe, null, bounce, buffer);
            return true;
        }
        bounce.give(buffer);
        return again("fi_send", pe, result);
    }

    /** Waits for a message in a buffer, by a thread that holds the lock. */
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

    private boolean again(String call, int pe, long result) {
        if (result != -Fi.EAGAIN) {
            failures.fail(call, pe, result);
        }
        return false;
    }

    /** Takes a staging buffer; −1 if none is free. */
    int takeStaging() {
        channelLock.lock();
        try {
            failures.requireWhole();
            if (staging == null) {
                staging = new BufferPool(domain.registrations(), STAGING_BUFFERS, STAGING_BYTES);
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

    long stagingAddress(int buffer) {
        return staging.address(buffer);
    }

    long stagingBytes() {
        return STAGING_BYTES;
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
