package org.jshmem.transport.ofi;

import org.jshmem.heap.Memory;

/**
 * How many updates have been executed for whom and not been told yet: one message tells of all that one poll has
 * executed for a transport of a PE. Used while the lock of the sending channel is held.
 */
final class Acknowledgements {
    /** Transports served by one poll; with more, some are told before its end. */
    private static final int MOST = 64;

    private final int[] pes = new int[MOST];
    private final long[] ids = new long[MOST];
    private final long[] counts = new long[MOST];
    private final long message;
    private int count;

    /** @param message memory of a header that holds the secret and this PE's number */
    Acknowledgements(long message) {
        this.message = message;
    }

    /** Another update has been executed; false if there is no room to note that. */
    boolean add(int pe, long id) {
        for (int i = 0; i < count; i++) {
            if (pes[i] == pe && ids[i] == id) {
                counts[i]++;
                return true;
            }
        }
        if (count == MOST) {
            return false;
        }
        pes[count] = pe;
        ids[count] = id;
        counts[count++] = 1;
        return true;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Tells whoever can be told. */
    void flush(Channel channel) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            Memory.put8(message + MessageDescriptor.KIND, MessageDescriptor.ACKNOWLEDGEMENT);
            Memory.put64(message + MessageDescriptor.ID, ids[i]);
            Memory.put64(message + MessageDescriptor.COUNT, counts[i]);
            if (!channel.sendLocked(pes[i], message, MessageDescriptor.REPLY_BYTES)) {
                pes[kept] = pes[i];
                ids[kept] = ids[i];
                counts[kept++] = counts[i];
            }
        }
        count = kept;
    }
}
