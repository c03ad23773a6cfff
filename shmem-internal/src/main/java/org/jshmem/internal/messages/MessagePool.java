package org.jshmem.internal.messages;

import java.lang.foreign.Arena;
import org.jshmem.heap.Memory;

/** Objects and memory for messages, used again and again. */
final class MessagePool {
    private final Arena arena = Arena.ofShared();
    private final PrivateBuffers buffers = new PrivateBuffers(arena, MessageArea.MOST_INLINE_BYTES);

    /** Null if all PEs are on one node. */
    private final RemoteMessages remote;

    private Message unused;

    MessagePool(RemoteMessages remote) {
        this.remote = remote;
    }

    Message take() {
        final Message message = unused;
        if (message == null) {
            return new Message();
        }
        unused = message.nextOfSource;
        message.nextOfSource = null;
        return message;
    }

    void give(Message message) {
        if (message.isPacket) {
            remote.give(message.buffer);
        } else if (message.buffer != null) {
            buffers.give(message.buffer);
        }
        message.buffer = null;
        message.isPacket = false;
        message.senderId = 0;
        message.claimedBy = null;
        message.handler = null;
        message.space = null;
        message.nextOfSource = unused;
        unused = message;
    }

    /** Copies a message in the ring, as far as it is in its first slot, to private memory. */
    void keep(Message message) {
        if (message.protocol == MessageArea.INLINE) {
            message.buffer = buffers.take(message.bytes);
            final long slotData = message.data;
            message.data = message.buffer.address();
            Memory.copyFew(slotData, message.data, Math.min(message.bytes, MessageArea.FIRST_BYTES));
        }
    }

    /** Frees the memory. */
    void end() {
        arena.close();
        if (remote != null) {
            remote.end();
        }
    }
}
