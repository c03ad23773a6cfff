package org.jshmem.libfabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The structure that {@link Endpoint#writeMessage} reads: one local and one remote piece of memory. One thread at a
 * time may fill it, before each call. Its memory is freed by the garbage collector.
 *
 * <pre>
 *  offset  content
 *       0  struct fi_msg_rma
 *      64  struct iovec: the local piece
 *      80  struct fi_rma_iov: the remote piece
 *     104  the descriptor of the local piece
 * </pre>
 */
public final class RmaMessage {
    private static final long IOV = DataOffsets.MSG_RMA_BYTES;
    private static final long RMA_IOV = IOV + DataOffsets.IOVEC_BYTES;
    private static final long DESCRIPTORS = RMA_IOV + DataOffsets.RMA_IOV_BYTES;
    private static final long BYTES = DESCRIPTORS + Long.BYTES;

    private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, Long.BYTES);
    private final long address = memory.address();

    /** Creates a message whose structures point to one another. */
    public RmaMessage() {
        set(DataOffsets.MSG_RMA_MSG_IOV, address + IOV);
        set(DataOffsets.MSG_RMA_DESC, address + DESCRIPTORS);
        set(DataOffsets.MSG_RMA_IOV_COUNT, 1);
        set(DataOffsets.MSG_RMA_RMA_IOV, address + RMA_IOV);
        set(DataOffsets.MSG_RMA_RMA_IOV_COUNT, 1);
    }

    /**
     * Describes a transfer.
     *
     * @param buffer address of the local memory
     * @param bytes size of the transfer
     * @param descriptor descriptor of the local memory's registration, or 0
     * @param peer index of the peer in the address vector
     * @param remote address or offset of the remote memory
     * @param key key of the remote memory
     * @param context value that appears in the completion
     * @return the address of the structure
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
