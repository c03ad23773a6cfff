package org.jshmem.transport.ofi;

/**
 * How each PE is reached.
 *
 * @param addresses in the address vector
 * @param bases what is added to an offset in its heap
 * @param keys of its heap
 * @param heartbeatBases where its heartbeat is
 * @param heartbeatKeys of its heartbeat
 * @param servesItself whether a thread of its own answers
 * @param areContacted whether a message was sent to it
 */
@SuppressWarnings("ArrayRecordComponent") // filled once, at the start
record Peers(
        long[] addresses,
        long[] bases,
        long[] keys,
        long[] heartbeatBases,
        long[] heartbeatKeys,
        boolean[] servesItself,
        boolean[] areContacted) {
    Peers(int pes) {
        this(
                new long[pes],
                new long[pes],
                new long[pes],
                new long[pes],
                new long[pes],
                new boolean[pes],
                new boolean[pes]);
    }
}
