package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.heap.Memory;

/**
 * Keeps replies that could not be sent at once until later polls send them. Replies to one PE stay in order; a PE to
 * which nothing can be sent does not delay the others. The caller holds the lock of the sending channel.
 */
final class ReplyQueue {
    private static final int SLOT_BYTES = MessageDescriptor.MOST_SMALL_BYTES;

    /** The kept messages, one in each slot of {@link #SLOT_BYTES}, in the order of their arrival. */
    private MemorySegment memory;

    /** By slot, the destination. */
    private int[] pes;

    /** By slot, the bytes of the message. */
    private int[] sizes;

    private int count;

    private final Peers peers;

    /** The number of the current or last {@link #flush}. */
    private int pass;

    /** An empty queue, with room for some messages at first. */
    ReplyQueue(Peers peers, int room) {
        this.peers = peers;
        this.memory = Arena.ofAuto().allocate((long) room * SLOT_BYTES, Long.BYTES);
        this.pes = new int[room];
        this.sizes = new int[room];
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Appends a copy of a message. */
    void add(int pe, long address, int bytes) {
        if (count == pes.length) {
            grow();
        }
        pes[count] = pe;
        sizes[count] = bytes;
        Memory.copyFew(address, slot(count), bytes);
        count++;
    }

    private void grow() {
        final MemorySegment larger = Arena.ofAuto().allocate(2 * memory.byteSize(), Long.BYTES);
        larger.copyFrom(memory);
        memory = larger;
        pes = Arrays.copyOf(pes, 2 * count);
        sizes = Arrays.copyOf(sizes, 2 * count);
    }

    private long slot(int index) {
        return memory.address() + (long) index * SLOT_BYTES;
    }

    /** Sends the messages for which the provider has room, and keeps the others in order. */
    void flush(Channel channel) {
        pass++;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            final Peer peer = peers.of(pes[i]);
            if (peer.blockedPass != pass && channel.sendLocked(pes[i], slot(i), sizes[i])) {
                continue;
            }
            peer.blockedPass = pass;
            pes[kept] = pes[i];
            sizes[kept] = sizes[i];
            if (kept != i) {
                Memory.copyFew(slot(i), slot(kept), sizes[i]);
            }
            kept++;
        }
        count = kept;
    }
}
