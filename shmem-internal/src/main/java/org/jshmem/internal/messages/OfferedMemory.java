package org.jshmem.internal.messages;

import org.jshmem.internal.transport.SharedOffset;

/**
 * The memory of this PE from which PEs of other nodes read messages.
 *
 * @param me this PE's number in the job
 * @param heapBase where its symmetric heap is
 * @param heapBytes the size of that
 * @param sharedBase where the shared heap of its node is
 * @param sharedBytes the size of that, as far as they reach
 */
record OfferedMemory(int me, long heapBase, long heapBytes, long sharedBase, long sharedBytes) {
    /** A place in other memory. */
    static final long ELSEWHERE = -1;

    /** What an operation of another PE has as the offset of a place. */
    long offset(long address) {
        if (address >= heapBase && address < heapBase + heapBytes) {
            return address - heapBase;
        }
        if (address >= sharedBase && address < sharedBase + sharedBytes) {
            return SharedOffset.of(me, address - sharedBase);
        }
        return ELSEWHERE;
    }
}
