package org.jshmem.transport.ofi;

import org.jshmem.heap.Memory;

/**
 * Counts executed updates that have not been acknowledged to their sender yet. One message acknowledges all updates
 * that one poll has executed for a transport of a PE. The caller holds the lock of the sending channel.
 */
final class Acknowledgements {
    /** Transports that can await an acknowledgement; if one poll serves more, some are acknowledged before its end. */
    private static final int MOST = 64;

    private final int[] pes = new int[MOST];
    private final long[] ids = new long[MOST];
    private final long[] counts = new long[MOST];
    private final long message;
    private int count;

    /** @param message address of a message buffer whose header holds the secret and this PE's number */
    Acknowledgements(long message) {
        this.message = message;
    }

    /** Counts one more executed update of a transport; false if there is no room for another transport. */
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

    /** Sends the acknowledgements for which the provider has room, and keeps the others. */
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
