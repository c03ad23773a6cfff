package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.jshmem.heap.Memory;

/**
 * Sends results of batches, and keeps those that cannot be sent at once until later polls send them. Results for one PE
 * stay in order; a PE to which nothing can be sent does not delay the others. A sender has few batches without results
 * at a time ({@link Batches}), so little is kept. The caller holds the lock of the sending channel.
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
        if (kept.isEmpty()) {
            return false; // as nearly always; an iterator would be an object
        }
        for (Kept one : kept) {
            if (one.pe == pe) {
                return true;
            }
        }
        return false;
    }

    /** Sends a message or a copy of it; its memory is free on return. */
    void send(Channel channel, int pe, long address, long bytes) {
        if (keepsFor(pe) || !channel.sendLocked(pe, address, bytes)) {
            final MemorySegment copy = Arena.ofAuto().allocate(bytes, Long.BYTES);
            Memory.copy(address, copy.address(), bytes);
            kept.add(new Kept(pe, copy));
        }
    }

    /** Sends what is kept, as far as the provider has room. */
    void flush(Channel channel) {
        final Set<Integer> blocked = new HashSet<>();
        for (Iterator<Kept> all = kept.iterator(); all.hasNext(); ) {
            final Kept next = all.next();
            if (!blocked.contains(next.pe)
                    && channel.sendLocked(next.pe, next.message.address(), next.message.byteSize())) {
                all.remove();
            } else {
                blocked.add(next.pe);
            }
        }
    }
}
