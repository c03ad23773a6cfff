package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Buffers of one size, known to the provider where it wants that. Used inside its channel's gate. */
final class BufferPool {
    private static final long ALIGNMENT = 64;

    private final MemorySegment memory;
    private final long base;
    private final long bytes;
    private final long descriptor;
    private final int[] free;
    private int count;

    BufferPool(Registrations registrations, int count, long bytes) {
        this.bytes = Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
        this.memory = Arena.ofAuto().allocate(count * this.bytes, ALIGNMENT);
        this.base = memory.address();
        this.descriptor = registrations.local(base, memory.byteSize());
        this.free = new int[count];
        for (int i = count - 1; i >= 0; i--) {
            free[this.count++] = i;
        }
    }

    /** A buffer's size. */
    long bytes() {
        return bytes;
    }

    /** Of their registration. */
    long descriptor() {
        return descriptor;
    }

    /** Takes a buffer; −1 if there is none. */
    int take() {
        return count == 0 ? -1 : free[--count];
    }

    void give(int buffer) {
        free[count++] = buffer;
    }

    long address(int buffer) {
        return base + buffer * bytes;
    }
}
