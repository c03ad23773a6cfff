package org.jshmem.transport.ofi;

import org.jshmem.internal.transport.SharedOffset;

/**
 * How each PE is reached; arrays by PE, filled at wire-up except {@code areContacted} and those of the shared heap,
 * whose key is asked for when it is needed.
 *
 * @param addresses its index in the address vector
 * @param bases address that is added to an offset in its heap; 0 if the provider addresses by offset
 * @param keys the key of its heap
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

    /** What the provider is told as the address of a place in a PE's memory. */
    long target(int pe, long offset) {
        return SharedOffset.isShared(offset) ? sharedBases[pe] + SharedOffset.place(offset) : bases[pe] + offset;
    }

    /** The key for a place in a PE's memory. */
    long key(int pe, long offset) {
        return SharedOffset.isShared(offset) ? sharedKeys[pe] : keys[pe];
    }
}
