package org.jshmem.libfabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What {@link Endpoint#writeMessage} reads: one piece of memory here, one there. To be filled for each call, by one
 * thread at a time; its memory lives as long as it is reachable.
 */
public final class RmaMessage {
    private static final long IOV = DataOffsets.MSG_RMA_BYTES;
    private static final long RMA_IOV = IOV + DataOffsets.IOVEC_BYTES;
    private static final long DESCRIPTORS = RMA_IOV + DataOffsets.RMA_IOV_BYTES;
    private static final long BYTES = DESCRIPTORS + Long.BYTES;

    private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, Long.BYTES);
    private final long address = memory.address();

    /** A message of one piece. */
    public RmaMessage() {
        set(DataOffsets.MSG_RMA_MSG_IOV, address + IOV);
        set(DataOffsets.MSG_RMA_DESC, address + DESCRIPTORS);
        set(DataOffsets.MSG_RMA_IOV_COUNT, 1);
        set(DataOffsets.MSG_RMA_RMA_IOV, address + RMA_IOV);
        set(DataOffsets.MSG_RMA_RMA_IOV_COUNT, 1);
    }

    /**
     * Says what is to be moved.
     *
     * @param buffer where it is here
     * @param bytes how much
     * @param descriptor of the buffer's registration, or 0
     * @param peer whose memory
     * @param remote where it is there
     * @param key of the memory there
     * @param context appears in the completion
     * @return where the structure is
     */
    public long fill(long buffer, long bytes, long descriptor, long peer, long remote, long key, long context) {
        set(IOV + DataOffsets.IOVEC_IOV_BASE, buffer);
        set(IOV + DataOffsets.IOVEC_IOV_LEN, bytes);
        set(DESCRIPTORS, descriptor);
        set(DataOffsets.MSG_RMA_ADDR, peer);
        set(RMA_IOV + DataOffsets.RMA_IOV_ADDR, remote);
        set(RMA_IOV + DataOffsets.RMA_IOV_LEN, bytes);
        set(RMA_IOV + DataOffsets.RMA_IOV_KEY, key);
        set(DataOffsets.MSG_RMA_CONTEXT, context);
        return address;
    }

    private void set(long offset, long value) {
        memory.set(JAVA_LONG, offset, value);
    }
}
