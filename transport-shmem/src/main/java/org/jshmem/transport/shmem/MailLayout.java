package org.jshmem.transport.shmem;

/**
 * The memory by which PEs of different nodes send messages to each other: a block of symmetric memory, laid out alike
 * on all PEs.
 *
 * <pre>
 *  size              content                             written by
 *  8 per PE          READ: bytes that a PE has read of   that PE
 *                    what this PE has sent to it
 *  8 per PE          EXECUTED: updates of this PE that   that PE
 *                    a PE has executed
 *  64                ARRIVED: the number of the request  the PE that was asked
 *                    whose result is at LANDING
 *  LANDING_BYTES     LANDING: a result                   the PE that was asked
 *  ringBytes         OUT: a message that is sent         this PE
 *  ringBytes         IN: the payload that is handled     this PE
 *  ringBytes per PE  RINGS: messages of a PE             that PE
 * </pre>
 *
 * @param base where the block is on this PE
 * @param pes the number of PEs
 * @param ringBytes the size of a ring, a power of two
 */
record MailLayout(long base, int pes, int ringBytes) {
    static final int LANDING_BYTES = 128 << 10;

    /** Of a ring: room for several messages under way. */
    private static final int MOST_RING_BYTES = 64 << 10;

    private static final int LEAST_RING_BYTES = 1 << 10;

    /** What all rings of a PE may take. */
    private static final long MOST_BYTES = 32L << 20;

    private static final int WORDS = 2;
    static final int LINE_BYTES = 64;

    /** The size of a ring in a job of so many PEs; 0 if there are too many. */
    static int ringBytes(int pes) {
        final long share = Long.highestOneBit(MOST_BYTES / pes);
        return share < LEAST_RING_BYTES ? 0 : (int) Math.min(MOST_RING_BYTES, share);
    }

    /** The size of the block. */
    static long bytes(int pes, int ringBytes) {
        return new MailLayout(0, pes, ringBytes).ring(pes);
    }

    /** The largest payload: any two messages fit beside what has been read and not yet been told. */
    int mostPayload() {
        return MailForm.mostPayload(ringBytes / 4);
    }

    long read(int pe) {
        return base + (long) pe * Long.BYTES;
    }

    long executed(int pe) {
        return read(pes + pe);
    }

    long arrived() {
        final long end = (long) WORDS * pes * Long.BYTES;
        return base + (end + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    }

    long landing() {
        return arrived() + LINE_BYTES;
    }

    long out() {
        return landing() + LANDING_BYTES;
    }

    long in() {
        return out() + ringBytes;
    }

    long ring(int pe) {
        return in() + (pe + 1L) * ringBytes;
    }
}
