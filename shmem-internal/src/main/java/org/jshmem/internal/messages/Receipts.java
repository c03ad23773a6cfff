package org.jshmem.internal.messages;

import org.jshmem.heap.Memory;
import org.jshmem.internal.waiting.WaitPoints;

/** Tells senders that their messages were received, where they wait for that. */
final class Receipts {
    private final NodeWindow node;
    private final Spaces spaces;

    /** Null if all PEs are on one node. */
    private final RemoteMessages remote;

    Receipts(NodeWindow node, Spaces spaces, RemoteMessages remote) {
        this.node = node;
        this.spaces = spaces;
        this.remote = remote;
    }

    void send(Message message) {
        final MessageSpace space = spaces.find(message.space);
        if (space == null) { // it has ended
            return;
        }
        if (message.senderId != 0) {
            remote.answer(RemoteMessages.DONE, space.worldPe(message.source), message.senderId, 0);
        }
        if (message.record != 0) {
            send(message.record, space.worldPe(message.source));
        }
    }

    /** Tells a PE of this node by its record. */
    void send(long record, int pe) {
        Memory.put64Release(record + MessageArea.STATE, MessageArea.DONE);
        WaitPoints.wake(node.waitPoint(pe));
    }
}
