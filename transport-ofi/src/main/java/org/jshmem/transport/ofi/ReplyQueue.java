package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.heap.Memory;

/**
 * Replies that could not be sent when they were due. Later polls send them, in order for each PE; a PE that takes none
 * does not hold up the others. Used while the lock of the sending channel is held.
 */
final class ReplyQueue {
    private static final int SLOT_BYTES = MessageDescriptor.MOST_SMALL_BYTES;

    private MemorySegment memory = Arena.ofAuto().allocate(64L * SLOT_BYTES, Long.BYTES);
    private int[] pes = new int[64];
    private int[] sizes = new int[64];
    private int count;
    private final int[] blocked;
    private int pass;

    ReplyQueue(int pes) {
        this.blocked = new int[pes];
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Keeps a message. */
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

    /** Sends what can be sent. */
    void flush(Channel channel) {
        pass++;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (blocked[pes[i]] != pass && channel.sendLocked(pes[i], slot(i), sizes[i])) {
                continue;
            }
            blocked[pes[i]] = pass;
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
