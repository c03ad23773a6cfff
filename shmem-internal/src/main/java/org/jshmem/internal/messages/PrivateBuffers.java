package org.jshmem.internal.messages;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;

/** Private memory for messages, in sizes that are powers of two, up to the largest size that is needed. */
final class PrivateBuffers {
    /** Of the least size, made at a time. */
    private static final long MANY = 64;

    private final Arena arena;
    private final long mostBytes;

    /** Those that nobody uses, by size class. */
    private final List<ArrayDeque<PrivateBuffer>> unused;

    /**
     * None yet.
     *
     * @param arena of their memory
     * @param mostBytes the largest size
     */
    PrivateBuffers(Arena arena, long mostBytes) {
        this.arena = arena;
        this.mostBytes = mostBytes;
        this.unused = Stream.generate(ArrayDeque<PrivateBuffer>::new)
                .limit(sizeClass(mostBytes) + 1L)
                .toList();
    }

    /** The classes begin with the size of a slot; each is twice as large as the one before. */
    private static int sizeClass(long bytes) {
        return bytes <= MessageArea.SLOT_BYTES
                ? 0
                : Long.SIZE - Long.numberOfLeadingZeros((bytes - 1) / MessageArea.SLOT_BYTES);
    }

    PrivateBuffer take(long bytes) {
        final int sizeClass = sizeClass(bytes);
        final ArrayDeque<PrivateBuffer> kept = unused.get(sizeClass);
        if (kept.isEmpty()) {
            final long size = Math.min((long) MessageArea.SLOT_BYTES << sizeClass, mostBytes);
            make(kept, size, sizeClass == 0 ? MANY : 1);
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
        unused.get(sizeClass(buffer.bytes())).push(buffer);
    }
}
