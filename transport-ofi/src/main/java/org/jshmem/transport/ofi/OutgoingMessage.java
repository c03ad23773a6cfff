package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.heap.Memory;

/**
 * The next message to another PE that is not part of an operation: one of the runtime, of the program or of the
 * wire-up. Its header stays, and its kind and payload change.
 *
 * <p><b>Threads.</b> Any thread may send; a lock guards the buffer.
 */
final class OutgoingMessage {
    private final Channel channel;
    private final MemorySegment buffer = Arena.ofAuto().allocate(MessageDescriptor.MOST_BYTES, Long.BYTES);
    private final ChannelLock lock = new ChannelLock();

    OutgoingMessage(Channel channel, ActiveMessages messages) {
        this.channel = channel;
        messages.header(buffer.address(), MessageDescriptor.RUNTIME);
    }

    /**
     * Sends a message.
     *
     * @param kind one of {@link MessageDescriptor}
     * @param pe where to
     * @param address of the payload
     * @param bytes of the payload
     * @return false if the channel is full
     */
    boolean trySend(byte kind, int pe, long address, int bytes) {
        lock.lock();
        try {
            Memory.put8(buffer.address() + MessageDescriptor.KIND, kind);
            Memory.copyFew(address, buffer.address() + MessageDescriptor.PAYLOAD, bytes);
            return channel.send(pe, buffer.address(), MessageDescriptor.PAYLOAD + bytes);
        } finally {
            lock.taken = ChannelLock.FREE;
        }
    }
}
