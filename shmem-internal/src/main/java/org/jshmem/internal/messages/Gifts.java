package org.jshmem.internal.messages;

import org.jshmem.internal.SharedBlocks;

/** Blocks that are given to PEs of other nodes: they are copied there, and freed here. */
final class Gifts {
    private final SharedBlocks sharedBlocks;

    Gifts(SharedBlocks sharedBlocks) {
        this.sharedBlocks = sharedBlocks;
    }

    /** Prepares the request of a gift, if it is one. */
    void begin(MessageRequest request) {
        if (request.given != null) {
            request.memory = null;
            sharedBlocks.giveAway(request.given);
        }
    }

    /** Frees the block of a gift, and ends its request, which nobody waits for. */
    void end(MessageRequest request) {
        if (request.given != null) {
            sharedBlocks.freeIfLive(request.given.handle);
            request.given = null;
            request.failure = null;
            request.complete(null);
        }
    }
}
