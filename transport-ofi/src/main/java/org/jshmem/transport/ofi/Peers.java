package org.jshmem.transport.ofi;

/**
 * How each PE is reached; arrays by PE, filled at wire-up except {@code areContacted} and those of the key of the
 * shared heap, which is asked for when it is needed ({@link HeapAccess}).
 *
 * @param addresses its index in the address vector
 * @param bases address that is added to an offset in its heap; 0 if the provider addresses by offset
 * @param keys the key of its heap, or of the first region of that
 * @param sharedBases address that is added to an offset in the shared heap of its node; 0 if the provider addresses by
 *     offset
 * @param sharedKeys the key of that
 * @param areSharedOpen whether that key is here
 * @param heartbeatBases address of its heartbeat word; 0 if the provider addresses by offset
 * @param heartbeatKeys the key of its heartbeat word
 * @param hasProgressAgent whether it has a progress agent
 * @param areContacted whether this PE has sent it a message; set by any sending thread
 */
@SuppressWarnings("ArrayRecordComponent") // shared on purpose
record Peers(
        long[] addresses,
        long[] bases,
        long[] keys,
        long[] sharedBases,
        long[] sharedKeys,
        boolean[] areSharedOpen,
        long[] heartbeatBases,
        long[] heartbeatKeys,
        boolean[] hasProgressAgent,
        boolean[] areContacted) {
    Peers(int pes) {
        this(
                new long[pes],
                new long[pes],
                new long[pes],
                new long[pes],
                new long[pes],
                new boolean[pes],
                new long[pes],
                new long[pes],
                new boolean[pes],
                new boolean[pes]);
    }
}
