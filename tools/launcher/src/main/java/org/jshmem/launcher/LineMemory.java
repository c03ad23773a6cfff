package org.jshmem.launcher;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory in which the launcher holds lines that PEs have begun and not ended, shared by all {@link OutputPump}s, so
 * that no output of PEs can exhaust the launcher's heap. Any thread may call.
 */
final class LineMemory {
    private static final int SHARE_OF_HEAP = 4;

    private final AtomicLong freeBytes;

    /** @param bytes what all pumps together may hold */
    LineMemory(long bytes) {
        freeBytes = new AtomicLong(bytes);
    }

    /** A fixed share of this JVM's largest heap. */
    static LineMemory ofHeap() {
        return new LineMemory(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /** Takes so many bytes; false, and nothing taken, when they are not free. */
    boolean tryReserve(long bytes) {
        long free = freeBytes.get();
        while (free >= bytes) {
            if (freeBytes.compareAndSet(free, free - bytes)) {
                return true;
            }
            free = freeBytes.get();
        }
        return false;
    }

    void release(long bytes) {
        freeBytes.addAndGet(bytes);
    }
}
