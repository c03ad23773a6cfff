package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.NotThereException;
import org.jshmem.transport.ofi.failure.FailureReporter;

/**
 * Sends atomic operations to the PEs that own the words and execute them ({@link ActiveMessages}).
 *
 * <ul>
 *   <li>An atomic operation with a result waits for the reply, which completes a {@link CompletionCounter}. The key of
 *       a place in another PE's memory is requested in the same way.
 *   <li>An update has no result. It is not waited for, but counted in {@link PendingUpdates}.
 * </ul>
 *
 * <p>An error ends the job while a reply is awaited: see {@link OfiTransport}.
 */
final class AtomicMessages {
    private final OfiNetwork network;
    private final Channel channel;
    private final ChannelWaits waits;
    private final FailureReporter failures;
    private final PendingUpdates pending;

    /** Index of the transport in its network; updates carry it, and acknowledgements bring it back. */
    private final int id;

    /** The next message; written under the channel's lock. */
    private final MemorySegment request = Arena.ofAuto().allocate(MessageDescriptor.MOST_SMALL_BYTES, Long.BYTES);

    AtomicMessages(OfiNetwork network, Channel channel, ChannelWaits waits, PendingUpdates pending, int id) {
        this.network = network;
        this.channel = channel;
        this.waits = waits;
        this.failures = network.failures();
        this.pending = pending;
        this.id = id;
        network.messages().header(request.address(), MessageDescriptor.UPDATE);
    }

    /** Executes an atomic operation, and returns the value before. */
    long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        return await(MessageDescriptor.ATOMIC, pe, operation, bytes, offset, operand, expected);
    }

    /** Asks a PE for the key of a place in its memory, which it may have to register first. */
    long askKey(int pe, long offset) {
        return await(MessageDescriptor.KEY, pe, Atomic.LOAD, Long.BYTES, offset, 0, 0);
    }

    /** Sends a message that is replied to, and waits for the result. */
    private long await(byte kind, int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        final String what = kind == MessageDescriptor.ATOMIC ? "an atomic operation" : "the key of memory";
        final boolean isRefused;
        final long result;
        channel.ask();
        try {
            final CompletionCounter counter = network.counters().take();
            counter.expect();
            long turn = 0;
            while (!send(kind, pe, operation, bytes, offset, operand, expected, counter.id)) {
                turn = network.pause(turn, channel, pe, what);
            }
            waits.awaitFewer(1, counter, pe, what);
            result = counter.result();
            isRefused = counter.isRefused();
            network.counters().give(counter);
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        } finally {
            channel.answered();
        }
        if (isRefused) {
            throw refusal(pe, result);
        }
        return result;
    }

    private static RuntimeException refusal(int pe, long reason) {
        if (reason == MessageDescriptor.NOT_REGISTERED) {
            return new ShmemOutOfMemoryException("PE " + pe + " cannot register memory of its node's shared heap with"
                    + " the network: there is too little memory, or its limit of locked memory is too low (ulimit -l):"
                    + " raise it on all nodes");
        }
        return new NotThereException("the shared memory of PE " + pe + " was freed or reallocated");
    }

    /** Sends an atomic operation without a result. */
    void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        long turn = 0;
        while (!send(MessageDescriptor.UPDATE, pe, operation, bytes, offset, operand, 0, id)) {
            turn = network.pause(turn, channel, pe, "an atomic operation");
        }
    }

    /** Sends a message; false if there is no room for it. */
    private boolean send(
            byte kind, int pe, Atomic operation, int bytes, long offset, long operand, long expected, long number) {
        final long message = request.address();
        channel.channelLock().lock();
        try {
            failures.failIfBroken();
            Memory.put8(message + MessageDescriptor.KIND, kind);
            Memory.put8(message + MessageDescriptor.OPERATION, (byte) operation.code());
            Memory.put8(message + MessageDescriptor.WIDTH, (byte) bytes);
            Memory.put64(message + MessageDescriptor.ID, number);
            Memory.put64(message + MessageDescriptor.OFFSET, offset);
            Memory.put64(message + MessageDescriptor.OPERAND, operand);
            Memory.put64(message + MessageDescriptor.EXPECTED, expected);
            final boolean isUpdate = kind == MessageDescriptor.UPDATE;
            channel.isUnsure = true;
            if (isUpdate) {
                pending.countSent(pe, 1);
            }
            final boolean isSent = channel.sendLocked(
                    pe, message, isUpdate ? MessageDescriptor.UPDATE_BYTES : MessageDescriptor.ATOMIC_BYTES);
            if (isUpdate && !isSent) {
                pending.countSent(pe, -1);
            }
            channel.isUnsure = false;
            return isSent;
        } catch (Throwable t) {
            if (channel.isUnsure) {
                failures.brokenBy = t;
            }
            throw t;
        } finally {
            channel.channelLock().taken = ChannelLock.FREE;
        }
    }
}
