package org.jshmem.transport.ofi.domain;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * A pool of buffers of one size, registered if the provider requires it. Buffers are taken under the lock of their
 * channel, and given back by any thread: by {@link #give}, or after an error by {@code pool.taken[buffer] = false},
 * because a call could overflow the stack.
 */
public final class BufferPool {
    private static final long ALIGNMENT = 64;

    /** By buffer, whether it is in use. */
    public final boolean[] taken;

    private final MemorySegment memory;
    private final long base;
    private final long bytes;
    private final long descriptor;

    /** The buffer that was used last, whose memory is likely to be in the cache; a hint. */
    private int last;

    /** Allocates and registers {@code count} buffers of {@code bytes} each. */
    public BufferPool(Registrations registrations, int count, long bytes) {
        this.bytes = Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
        this.memory = Arena.ofAuto().allocate(count * this.bytes, ALIGNMENT);
        this.base = memory.address();
        this.descriptor = registrations.local(base, memory.byteSize());
        this.taken = new boolean[count];
    }

    /** The size of a buffer. */
    public long bytes() {
        return bytes;
    }

    /** The descriptor of the registration of all buffers. */
    public long descriptor() {
        return descriptor;
    }

    /** Takes a buffer; −1 if none is free. The search begins with the buffer that was used last. */
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

    /** Gives a buffer back. The release fence keeps the caller's accesses to the buffer before its reuse. */
    public void give(int buffer) {
        VarHandle.releaseFence();
        last = buffer;
        taken[buffer] = false;
    }

    /** The address of a buffer. */
    public long address(int buffer) {
        return base + buffer * bytes;
    }
}
