package org.jshmem.transport.shr;

import java.nio.ByteBuffer;

/**
 * The values that PEs of a node exchange before they share memory.
 *
 * @param pid the process id of the PE
 * @param fd the descriptor of the node's file in that process; −1 except on the PE that created the file
 * @param heapBytes the size of its heap
 * @param sharedBytes the size of the node's shared heap, as it would have it
 * @param candidates the addresses at which it could map the node's memory, see {@link org.jshmem.heap.AddressWindow}
 * @param mode its {@code SHMEM_SHR}, as a number
 * @param isCrowded whether it finds that the node has more PEs than CPUs
 */
record Peer(long pid, int fd, long heapBytes, long sharedBytes, long candidates, int mode, boolean isCrowded) {
    byte[] encode() {
        return ByteBuffer.allocate(4 * Long.BYTES + 2 * Integer.BYTES + 1)
                .putLong(pid)
                .putLong(heapBytes)
                .putLong(sharedBytes)
                .putLong(candidates)
                .putInt(fd)
                .putInt(mode)
                .put((byte) (isCrowded ? 1 : 0))
                .array();
    }

    static Peer decode(byte[] bytes) {
        final ByteBuffer buffer = ByteBuffer.wrap(bytes);
        final long pid = buffer.getLong();
        final long heapBytes = buffer.getLong();
        final long sharedBytes = buffer.getLong();
        final long candidates = buffer.getLong();
        return new Peer(pid, buffer.getInt(), heapBytes, sharedBytes, candidates, buffer.getInt(), buffer.get() != 0);
    }
}
