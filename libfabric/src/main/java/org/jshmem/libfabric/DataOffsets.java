package org.jshmem.libfabric;

/**
 * Offsets of members in the structures of the data path, and sizes of these structures, in bytes:
 * {@code MSG_RMA_CONTEXT} is member {@code context} of {@code struct fi_msg_rma}. A test compares them with the
 * headers.
 */
final class DataOffsets {
    /* struct fi_msg_rma */
    static final long MSG_RMA_MSG_IOV = 0;
    static final long MSG_RMA_DESC = 8;
    static final long MSG_RMA_IOV_COUNT = 16;
    static final long MSG_RMA_ADDR = 24;
    static final long MSG_RMA_RMA_IOV = 32;
    static final long MSG_RMA_RMA_IOV_COUNT = 40;
    static final long MSG_RMA_CONTEXT = 48;
    static final long MSG_RMA_BYTES = 64;

    /* struct iovec */
    static final long IOVEC_IOV_BASE = 0;
    static final long IOVEC_IOV_LEN = 8;
    static final long IOVEC_BYTES = 16;

    /* struct fi_rma_iov */
    static final long RMA_IOV_ADDR = 0;
    static final long RMA_IOV_LEN = 8;
    static final long RMA_IOV_KEY = 16;
    static final long RMA_IOV_BYTES = 24;

    /* struct fi_cq_msg_entry */
    static final long CQ_MSG_ENTRY_OP_CONTEXT = 0;
    static final long CQ_MSG_ENTRY_FLAGS = 8;
    static final long CQ_MSG_ENTRY_LEN = 16;
    static final long CQ_MSG_ENTRY_BYTES = 24;

    private DataOffsets() {}
}
