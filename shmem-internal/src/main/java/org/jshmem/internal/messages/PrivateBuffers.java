package org.jshmem.internal.messages;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;

/** Private memory in two sizes, for messages in one slot and for larger ones. */
final class PrivateBuffers {
    private static final long MANY = 64;

    private final Arena arena;
    private final ArrayDeque<PrivateBuffer> small = new ArrayDeque<>();
    private final ArrayDeque<PrivateBuffer> large = new ArrayDeque<>();

    PrivateBuffers(Arena arena) {
        this.arena = arena;
    }

    PrivateBuffer take(long bytes) {
        final boolean isSmall = bytes <= MessageArea.FIRST_BYTES;
        final ArrayDeque<PrivateBuffer> kept = isSmall ? small : large;
        if (kept.isEmpty()) {
            make(kept, isSmall ? MessageArea.SLOT_BYTES : MessageArea.MOST_INLINE_BYTES, isSmall ? MANY : 1);
        }
        return kept.pop();
    }

    private void make(ArrayDeque<PrivateBuffer> kept, long bytes, long count) {
        final long address = arena.allocate(count * bytes, Long.BYTES).address();
        for (long i = 0; i < count; i++) {
            kept.push(new PrivateBuffer(address + i * bytes, bytes));
        }
    }

    void give(PrivateBuffer buffer) {
        (buffer.bytes() == MessageArea.SLOT_BYTES ? small : large).push(buffer);
    }
}
