package org.jshmem.flow;

import org.jshmem.heap.Memory;
import org.jshmem.spi.ForwardingContext;

/** Reads elements of {@link OnePe}. */
final class OneContext extends ForwardingContext {
    OneContext() {
        super(null, null);
    }

    @Override
    protected byte load8(long sourceOffset, int pe) {
        return Memory.get8(sourceOffset);
    }

    @Override
    protected short load16(long sourceOffset, int pe) {
        return Memory.get16(sourceOffset);
    }

    @Override
    protected int load32(long sourceOffset, int pe) {
        return Memory.get32(sourceOffset);
    }

    @Override
    protected long load64(long sourceOffset, int pe) {
        return Memory.get64(sourceOffset);
    }

    @Override
    protected void copyFrom(long destAddress, long sourceOffset, long bytes, int pe) {
        Memory.copy(sourceOffset, destAddress, bytes);
    }
}
