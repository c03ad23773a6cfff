package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jshmem.heap.Memory;

/**
 * Sends results of batches, and keeps those that cannot be sent at once until later polls send them. A sender has few
 * batches without results at a time ({@link Batches}), so little is kept. The caller holds the lock of the sending
 * channel.
 */
final class ResultQueue {
    /** A kept message. */
    private record Kept(int pe, MemorySegment message) {}

    private final Deque<Kept> kept = new ArrayDeque<>();

    boolean isEmpty() {
        return kept.isEmpty();
    }

    /** Whether something is kept for a PE. */
    boolean keepsFor(int pe) {
        for (Kept one : kept) {
            if (one.pe == pe) {
                return true;
            }
        }
        return false;
    }

    /** Sends a message or a copy of it; its memory is free on return. */
    void send(Channel channel, int pe, long address, long bytes) {
        if (!kept.isEmpty() || !channel.sendLocked(pe, address, bytes)) {
            final MemorySegment copy = Arena.ofAuto().allocate(bytes, Long.BYTES);
            Memory.copy(address, copy.address(), bytes);
            kept.add(new Kept(pe, copy));
        }
    }

    /** Sends what is kept, as far as the provider has room. */
    void flush(Channel channel) {
        Kept first = kept.peek();
        while (first != null && channel.sendLocked(first.pe, first.message.address(), first.message.byteSize())) {
            kept.remove();
            first = kept.peek();
        }
    }
}
