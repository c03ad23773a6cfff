package org.jshmem.libfabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The structure that {@link Endpoint#writeMessage} and {@link Endpoint#readMessage} take: pieces of local memory, and
 * as many of remote memory. One thread at a time may fill it, before each call: {@link #clear}, {@link #add} for each
 * piece, {@link #end}. Its memory is freed by the garbage collector.
 *
 * <pre>
 *  offset  content
 *       0  struct fi_msg_rma
 *      64  struct iovec for each local piece
 *     192  struct fi_rma_iov for each remote piece
 *     384  the descriptor of each local piece
 * </pre>
 */
public final class RmaMessage {
    /** The most pieces of a message; a provider may take fewer. */
    public static final int MOST_PIECES = 8;

    private static final long IOV = DataOffsets.MSG_RMA_BYTES;
    private static final long RMA_IOV = IOV + MOST_PIECES * DataOffsets.IOVEC_BYTES;
    private static final long DESCRIPTORS = RMA_IOV + MOST_PIECES * DataOffsets.RMA_IOV_BYTES;
    private static final long BYTES = DESCRIPTORS + MOST_PIECES * Long.BYTES;

    private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, Long.BYTES);
    private final long address = memory.address();
    private int pieces;

    /** Creates a message whose structures point to one another. */
    public RmaMessage() {
        set(DataOffsets.MSG_RMA_MSG_IOV, address + IOV);
        set(DataOffsets.MSG_RMA_DESC, address + DESCRIPTORS);
        set(DataOffsets.MSG_RMA_RMA_IOV, address + RMA_IOV);
    }

    /** Begins another message. */
    public void clear() {
        pieces = 0;
    }

    /**
     * Adds a piece.
     *
     * @param buffer address of the local memory
     * @param bytes size of the piece
     * @param descriptor descriptor of the local memory's registration, or 0
     * @param remote address or offset of the remote memory
     * @param key key of the remote memory
     */
    public void add(long buffer, long bytes, long descriptor, long remote, long key) {
        final long iov = IOV + pieces * DataOffsets.IOVEC_BYTES;
        set(iov + DataOffsets.IOVEC_IOV_BASE, buffer);
        set(iov + DataOffsets.IOVEC_IOV_LEN, bytes);
        set(DESCRIPTORS + (long) pieces * Long.BYTES, descriptor);
        final long remoteIov = RMA_IOV + pieces * DataOffsets.RMA_IOV_BYTES;
        set(remoteIov + DataOffsets.RMA_IOV_ADDR, remote);
        set(remoteIov + DataOffsets.RMA_IOV_LEN, bytes);
        set(remoteIov + DataOffsets.RMA_IOV_KEY, key);
        pieces++;
    }

    /**
     * Ends a message.
     *
     * @param peer index of the peer in the address vector
     * @param context value that appears in the completion
     * @return the address of the structure
     */
    public long end(long peer, long context) {
        set(DataOffsets.MSG_RMA_IOV_COUNT, pieces);
        set(DataOffsets.MSG_RMA_RMA_IOV_COUNT, pieces);
        set(DataOffsets.MSG_RMA_ADDR, peer);
        set(DataOffsets.MSG_RMA_CONTEXT, context);
        return address;
    }

    private void set(long offset, long value) {
        memory.set(JAVA_LONG, offset, value);
    }
}
