package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.Receiver;
import org.jshmem.libfabric.FabricException;
import org.jshmem.transport.ofi.domain.BufferPool;
import org.jshmem.transport.ofi.domain.Registrations;
import org.jshmem.transport.ofi.failure.FailureReporter;

/**
 * Receives and executes messages of other PEs: atomic operations and updates of this PE's heap and its node's shared
 * heap, which this PE executes with its CPU so that they are atomic with those of local PEs, strided puts, batches of
 * small operations, replies, and messages of the runtime.
 *
 * <p><b>Protocol.</b> A message goes from any endpoint of the sender to the main endpoint of the target; see
 * {@link MessageDescriptor} for its layout. An atomic operation carries the id of a {@link CompletionCounter}; its
 * reply brings back the id and the value before the operation. An update, a batch, and a put of blocks that lie apart
 * at the target carry the id of the transport that sent it; after each poll the owner reports to each transport how
 * many updates it has executed. A thread that waits for a reply or for acknowledgements polls meanwhile.
 *
 * <p><b>Handlers</b> run under the lock of the main channel, one at a time, in the order of arrival. They never wait: a
 * reply that cannot be sent at once is sent by a later poll.
 *
 * <p><b>Strangers.</b> A message without the job's secret is dropped.
 */
final class ActiveMessages {
    private final OfiNetwork network;
    private final Channel channel;
    private final Peers peers;
    private final FailureReporter failures;
    private final Receiver receiver;
    private final ReachableMemory memory;

    /** Takes the messages of programs; null as long as none can come. */
    private volatile Receiver programReceiver;

    private final long secret;

    /** This PE's number. */
    private final int me;

    /** The number of PEs. */
    private final int pes;

    private final BufferPool receives;
    private final BufferPool sends;
    private final ReplyQueue replyQueue;
    private final ResultQueue results = new ResultQueue();
    private final Acknowledgements acknowledgements;
    private final MemorySegment replyMemory = Arena.ofAuto().allocate(MessageDescriptor.MOST_SMALL_BYTES, Long.BYTES);
    private final MemorySegment ackMemory = Arena.ofAuto().allocate(MessageDescriptor.MOST_SMALL_BYTES, Long.BYTES);

    /** Address of the reply that is being built. */
    private final long reply = replyMemory.address();

    /** The first {@link #unpostedCount} entries are receive buffers that could not be posted yet. */
    private final int[] unposted;

    private int unpostedCount;

    ActiveMessages(
            OfiNetwork network,
            Channel channel,
            Registrations registrations,
            Peers peers,
            FailureReporter failures,
            Receiver receiver,
            ReachableMemory memory,
            long secret,
            int me,
            int pes,
            ChannelBuffers limits) {
        this.network = network;
        this.channel = channel;
        this.peers = peers;
        this.failures = failures;
        this.receiver = receiver;
        this.memory = memory;
        this.secret = secret;
        this.me = me;
        this.pes = pes;
        this.receives = new BufferPool(registrations, limits.receives(), MessageDescriptor.MOST_BYTES);
        this.sends = new BufferPool(registrations, limits.sends(), MessageDescriptor.MOST_BYTES);
        this.unposted = new int[limits.receives()];
        this.replyQueue = new ReplyQueue(peers, limits.replies());
        header(reply, MessageDescriptor.REPLY);
        header(ackMemory.address(), MessageDescriptor.ACKNOWLEDGEMENT);
        this.acknowledgements = new Acknowledgements(results, ackMemory.address());
        for (int i = 0; i < limits.receives(); i++) {
            unposted[unpostedCount++] = receives.take();
        }
    }

    /** Writes the secret, the kind and this PE's number; sets operation and width to 0. */
    void header(long address, byte kind) {
        Memory.put64(address + MessageDescriptor.SECRET, secret);
        Memory.put32(address + MessageDescriptor.KIND, kind);
        Memory.put32(address + MessageDescriptor.SOURCE, me);
    }

    /** Sets who takes the messages of programs. */
    void receiveMessages(Receiver taker) {
        programReceiver = taker;
    }

    /** Buffers for messages larger than a bounce buffer. */
    BufferPool buffers() {
        return sends;
    }

    /**
     * Posts missing receives, and sends kept replies and acknowledgements. The caller holds the lock of the main
     * channel.
     */
    void flush() {
        while (unpostedCount > 0 && post(unposted[unpostedCount - 1])) {
            unpostedCount--;
        }
        if (!replyQueue.isEmpty()) {
            replyQueue.flush(channel);
        }
        if (!results.isEmpty()) {
            results.flush(channel);
        }
        if (!acknowledgements.isEmpty()) {
            acknowledgements.flush(channel);
        }
    }

    private boolean post(int buffer) {
        return channel.receiveLocked(buffer, receives.address(buffer), receives.bytes(), receives.descriptor());
    }

    /** Handles a received message, and posts its buffer again; called under the lock of the main channel. */
    void received(int buffer, long bytes) {
        final long message = receives.address(buffer);
        if (bytes >= MessageDescriptor.PAYLOAD && Memory.get64(message + MessageDescriptor.SECRET) == secret) {
            final int source = Memory.get32(message + MessageDescriptor.SOURCE);
            if (source >= 0 && source < pes) {
                peers.of(source).heardOnMain();
                handleOrFail(message, bytes, source);
            }
        }
        receiveAgain(buffer);
    }

    /** Posts a receive buffer, now or in a later poll; called under the lock of the main channel. */
    void receiveAgain(int buffer) {
        if (!post(buffer)) {
            unposted[unpostedCount++] = buffer;
        }
    }

    /** Ends the job if the handler throws: the thread that happens to poll has nothing to do with the error. */
    private void handleOrFail(long message, long bytes, int source) {
        try {
            handle(message, bytes, source);
        } catch (RuntimeException | InternalError e) { // the latter of memory for which the machine has no room
            failures.fail("a message", source, e.toString());
        }
    }

    private void handle(long message, long bytes, int source) {
        switch (Memory.get8(message + MessageDescriptor.KIND)) {
            case MessageDescriptor.RUNTIME ->
                receiver.receive(message + MessageDescriptor.PAYLOAD, (int) bytes - MessageDescriptor.PAYLOAD);
            case MessageDescriptor.PROGRAM ->
                programReceiver.receive(message + MessageDescriptor.PAYLOAD, (int) bytes - MessageDescriptor.PAYLOAD);
            case MessageDescriptor.WIRE_UP ->
                network.wireUp().received(message + MessageDescriptor.PAYLOAD, (int) bytes - MessageDescriptor.PAYLOAD);
            case MessageDescriptor.ATOMIC -> {
                final long result = execute(message, Memory.get64(message + MessageDescriptor.EXPECTED));
                answer(MessageDescriptor.REPLY, source, message, result);
            }
            case MessageDescriptor.KEY -> answerKey(source, message);
            case MessageDescriptor.UPDATE -> {
                execute(message, 0);
                acknowledge(source, message);
            }
            case MessageDescriptor.SCATTER -> {
                scatter(message, bytes);
                acknowledge(source, message);
            }
            case MessageDescriptor.BATCH -> batch(source, message, bytes);
            case MessageDescriptor.RESULTS ->
                network.results(
                        source,
                        (int) Memory.get64(message + MessageDescriptor.ID),
                        message + MessageDescriptor.BATCH_DATA,
                        message + bytes);
            case MessageDescriptor.REPLY -> reply(message, false);
            case MessageDescriptor.REFUSAL -> reply(message, true);
            case MessageDescriptor.ACKNOWLEDGEMENT ->
                network.acknowledged(
                        source,
                        (int) Memory.get64(message + MessageDescriptor.ID),
                        Memory.get64(message + MessageDescriptor.COUNT));
            default -> throw new IllegalStateException("a message of an unknown kind from PE " + source);
        }
    }

    private void reply(long message, boolean refuses) {
        network.replied(
                (int) Memory.get64(message + MessageDescriptor.ID),
                Memory.get64(message + MessageDescriptor.RESULT),
                refuses);
    }

    private void answerKey(int source, long message) {
        try {
            final long key = network.access().keyOfOwn(Memory.get64(message + MessageDescriptor.OFFSET));
            answer(MessageDescriptor.REPLY, source, message, key);
        } catch (IllegalStateException e) {
            answer(MessageDescriptor.REFUSAL, source, message, MessageDescriptor.GONE);
        } catch (FabricException e) {
            answer(MessageDescriptor.REFUSAL, source, message, MessageDescriptor.NOT_REGISTERED);
        }
    }

    private long execute(long message, long expected) {
        final int width = Memory.get8(message + MessageDescriptor.WIDTH);
        final long offset = Memory.get64(message + MessageDescriptor.OFFSET);
        final long address = memory.address(offset, width);
        if (address == 0 || address % width != 0) {
            throw new IllegalStateException("an atomic operation on offset=" + offset + ", width=" + width);
        }
        return Atomic.of(Memory.get8(message + MessageDescriptor.OPERATION))
                .execute(width, address, Memory.get64(message + MessageDescriptor.OPERAND), expected);
    }

    private void scatter(long message, long bytes) {
        final long offset = Memory.get64(message + MessageDescriptor.OFFSET);
        final long stride = Memory.get64(message + MessageDescriptor.STRIDE);
        final long blockBytes = Memory.get64(message + MessageDescriptor.BLOCK_BYTES);
        final long nblocks = Memory.get64(message + MessageDescriptor.BLOCKS);
        final long address = memory.address(offset, (nblocks - 1) * stride + blockBytes);
        if (address == 0 || MessageDescriptor.DATA + nblocks * blockBytes != bytes) {
            throw new IllegalStateException("blocks for offset=" + offset + ", stride=" + stride + ", blockBytes="
                    + blockBytes + ", nblocks=" + nblocks);
        }
        Strided.copy(message + MessageDescriptor.DATA, blockBytes, address, stride, blockBytes, nblocks);
    }

    private void batch(int source, long message, long bytes) {
        final long start = message + MessageDescriptor.BATCH_DATA;
        final long end = BatchLayout.execute(start, message + bytes, memory);
        if (end == start) {
            acknowledge(source, message);
            return;
        }
        Memory.put8(message + MessageDescriptor.KIND, MessageDescriptor.RESULTS);
        Memory.put32(message + MessageDescriptor.SOURCE, me);
        results.send(channel, source, message, end - message);
    }

    private void answer(byte kind, int pe, long message, long result) {
        Memory.put8(reply + MessageDescriptor.KIND, kind);
        Memory.put64(reply + MessageDescriptor.ID, Memory.get64(message + MessageDescriptor.ID));
        Memory.put64(reply + MessageDescriptor.RESULT, result);
        final int bytes = MessageDescriptor.REPLY_BYTES;
        if (!replyQueue.isEmpty() || !channel.sendLocked(pe, reply, bytes)) {
            replyQueue.add(pe, reply, bytes);
        }
    }

    private void acknowledge(int source, long message) {
        acknowledgements.add(channel, source, Memory.get64(message + MessageDescriptor.ID));
    }
}
