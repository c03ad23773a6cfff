package org.jshmem.bootstrap;

import java.util.stream.IntStream;

/**
 * Hands an open file from the first PE of a node to the others, over a Unix socket ({@code SCM_RIGHTS}): that takes no
 * file system and no view of the other's process, which PEs in containers of their own may not have in common.
 *
 * <p>The first PE listens, the others learn its {@link #ticket} and {@link #take} the file, and the first waits for
 * them in {@link #give}. Only processes of the same user that know the ticket get it. Used by one thread.
 */
public final class DescriptorHandover implements AutoCloseable {
    private final NodeRendezvous rendezvous;
    private final int[] takers;

    /**
     * Listens; called by the first PE.
     *
     * @param pes the number of PEs of the node
     */
    public DescriptorHandover(int pes) {
        this.takers = IntStream.range(1, pes).toArray();
        this.rendezvous = new NodeRendezvous(takers.length);
    }

    /**
     * What the other PEs need.
     *
     * @return bytes to be passed to {@link #take}
     */
    public byte[] ticket() {
        return rendezvous.ticket();
    }

    /**
     * Waits until all other PEs have come, and gives them a file.
     *
     * @param descriptor the file's descriptor
     */
    public void give(int descriptor) {
        final FrameSocket[] admitted = rendezvous.admit(takers);
        try {
            for (FrameSocket taker : admitted) {
                taker.sendDescriptor(descriptor);
            }
        } finally {
            for (FrameSocket taker : admitted) {
                taker.close();
            }
        }
    }

    /**
     * Takes the file from the first PE.
     *
     * @param ticket what its {@link #ticket} returned
     * @param index this PE, among those of its node
     * @return a descriptor of this process, close-on-exec
     * @throws org.jshmem.ShmemException if the first PE cannot be reached, or runs as another user
     */
    public static int take(byte[] ticket, int index) {
        try (FrameSocket giver = NodeRendezvous.enter(ticket, index)) {
            return giver.receiveDescriptor();
        }
    }

    @Override
    public void close() {
        rendezvous.close();
    }
}
