package org.jshmem.transport.ofi;

/**
 * How each PE is reached.
 *
 * @param addresses in the address vector
 * @param bases what is added to an offset in its heap
 * @param keys of its heap
 * @param servesItself whether a thread of its own answers messages
 */
@SuppressWarnings("ArrayRecordComponent") // filled once, at the start
record Peers(long[] addresses, long[] bases, long[] keys, boolean[] servesItself) {
    Peers(int pes) {
        this(new long[pes], new long[pes], new long[pes], new boolean[pes]);
    }
}
