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

    /**
     * Keeps the sender from moving the data of a message by reference, and waits if it is doing so.
     *
     * @return the state of the record before: POSTED, IS_MOVED or WITHDRAWN
     */
    long claim(long record) {
        long state =
                Memory.compareAndExchange64Volatile(record + MessageArea.STATE, MessageArea.POSTED, MessageArea.TAKEN);
        for (int spins = 0; state == MessageArea.MOVING; spins++) {
            Moment.pass(spins);
            state = Memory.get64Acquire(record + MessageArea.STATE);
        }
        return state;
    }

    /** Ends a message that nobody will receive; the sender does not wait for that. */
    void refuse(Message message) {
        if (message.protocol == MessageArea.GIVE) {
            sharedBlocks.freeIfLive(message.data);
        } else if (message.protocol == MessageArea.PIPE && message.record != 0) {
            refusePieces(message.record, message.bytes, message.worldSource());
        } else {
            if (message.protocol == MessageArea.REFERENCE && message.record != 0) {
                claim(message.record); // the sender would overwrite the receipt
            }
            send(message);
        }
    }

    /** The same for the rest of a message that comes in pieces. */
    void refusePieces(long record, long bytes, int pe) {
        Pipe.giveUp(record, MessageArea.DRAINED, bytes);
        send(record, pe);
    }
}
