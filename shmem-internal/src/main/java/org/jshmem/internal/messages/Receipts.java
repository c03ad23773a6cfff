package org.jshmem.internal.messages;

import org.jshmem.heap.Memory;
import org.jshmem.internal.SharedBlocks;
import org.jshmem.internal.waiting.WaitPoints;

/** Tells senders that their messages were received, where they wait for that. */
final class Receipts {
    private final NodeWindow node;
    private final SharedBlocks sharedBlocks;

    /** Null if all PEs are on one node. */
    private final RemoteMessages remote;

    Receipts(NodeWindow node, SharedBlocks sharedBlocks, RemoteMessages remote) {
        this.node = node;
        this.sharedBlocks = sharedBlocks;
        this.remote = remote;
    }

    /** Tells the sender that its message was received. */
    void send(Message message) {
        if (message.senderId != 0) {
            remote.answer(RemoteMessages.DONE, message.worldSource(), message.senderId, 0);
        }
        if (message.record != 0) {
            send(message.record, message.worldSource());
        }
    }

    /** Tells a PE of this node by its record. */
    void send(long record, int pe) {
        Memory.put64Release(record + MessageArea.STATE, MessageArea.DONE);
        WaitPoints.wake(node.waitPoint(pe));
    }

    /** Ends a message that nobody will receive; the sender does not wait for that. */
    void refuse(Message message) {
        if (message.protocol == MessageArea.GIVE) {
            sharedBlocks.freeIfLive(message.data);
        } else if (message.protocol == MessageArea.PIPE && message.record != 0) {
            refusePieces(message.record, message.bytes, message.worldSource());
        } else {
            send(message);
        }
    }

    /** The same for the rest of a message that comes in pieces. */
    void refusePieces(long record, long bytes, int pe) {
        Pipe.giveUp(record, MessageArea.DRAINED, bytes);
        send(record, pe);
    }
}
