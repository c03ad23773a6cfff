package org.jshmem.transport.ofi.domain;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Buffers of one size, known to the provider where it wants that. They are taken while their channel's lock is held,
 * and given back anywhere: after an error by {@code pool.taken[buffer] = false}, since a call could overflow the stack.
 */
public final class BufferPool {
    private static final long ALIGNMENT = 64;

    /** Which buffers are in use. */
    public final boolean[] taken;

    private final MemorySegment memory;
    private final long base;
    private final long bytes;
    private final long descriptor;
    private int last;

    /** Allocates and registers {@code count} buffers of {@code bytes} each. */
    public BufferPool(Registrations registrations, int count, long bytes) {
        this.bytes = Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
        this.memory = Arena.ofAuto().allocate(count * this.bytes, ALIGNMENT);
        this.base = memory.address();
        this.descriptor = registrations.local(base, memory.byteSize());
        this.taken = new boolean[count];
    }

    /** A buffer's size. */
    public long bytes() {
        return bytes;
    }

    /** Of their registration. */
    public long descriptor() {
        return descriptor;
    }

    /** Takes a buffer; −1 if there is none. The search begins with the one that was used last, whose memory is warm. */
    public int take() {
        int buffer = last;
        for (int i = 0; i < taken.length; i++) {
            if (!taken[buffer]) {
                last = buffer;
                taken[buffer] = true;
                return buffer;
            }
            buffer = buffer + 1 == taken.length ? 0 : buffer + 1;
        }
        return -1;
    }

    /** Gives a buffer back; what it holds has been used. */
    public void give(int buffer) {
        VarHandle.releaseFence();
        last = buffer;
        taken[buffer] = false;
    }

    /** Where a buffer starts. */
    public long address(int buffer) {
        return base + buffer * bytes;
    }
}
