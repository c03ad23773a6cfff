package org.jshmem.transport.shr;

import java.nio.ByteBuffer;

/**
 * The values that PEs of a node exchange before they share memory.
 *
 * @param number the number of the PE in the job, for messages
 * @param process the process of the PE, see {@link org.jshmem.bootstrap.Locality#process}
 * @param heapBytes the size of its heap
 * @param sharedBytes the size of the node's shared heap, as it would have it
 * @param candidates the addresses at which it could map the node's memory, see {@link org.jshmem.heap.AddressWindow}
 * @param mode its {@code SHMEM_SHR}, as a number
 * @param isCrowded whether it finds that the node has more PEs than CPUs
 * @param ticket by which the others get the node's file from it; empty except on the PE that has created the file
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Peer(
        int number,
        long process,
        long heapBytes,
        long sharedBytes,
        long candidates,
        int mode,
        boolean isCrowded,
        byte[] ticket) {
    byte[] encode() {
        return ByteBuffer.allocate(4 * Long.BYTES + 2 * Integer.BYTES + 1 + ticket.length)
                .putInt(number)
                .putLong(process)
                .putLong(heapBytes)
                .putLong(sharedBytes)
                .putLong(candidates)
                .putInt(mode)
                .put((byte) (isCrowded ? 1 : 0))
                .put(ticket)
                .array();
    }

    static Peer decode(byte[] bytes) {
        final ByteBuffer buffer = ByteBuffer.wrap(bytes);
        final int number = buffer.getInt();
        final long process = buffer.getLong();
        final long heapBytes = buffer.getLong();
        final long sharedBytes = buffer.getLong();
        final long candidates = buffer.getLong();
        final int mode = buffer.getInt();
        final boolean isCrowded = buffer.get() != 0;
        final byte[] ticket = new byte[buffer.remaining()];
        buffer.get(ticket);
        return new Peer(number, process, heapBytes, sharedBytes, candidates, mode, isCrowded, ticket);
    }
}
