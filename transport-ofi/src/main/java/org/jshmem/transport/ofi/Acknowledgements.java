package org.jshmem.transport.ofi;

import java.util.Arrays;
import org.jshmem.heap.Memory;

/**
 * Counts executed updates that have not been acknowledged to their sender yet. One message acknowledges all updates
 * that one poll has executed for a transport of a PE. The caller holds the lock of the sending channel.
 *
 * <p><b>Order.</b> A sender only counts acknowledgements ({@link PendingUpdates}), and the results of a batch count as
 * one. While a thread waits for results, another thread of the sender may send an update. If the acknowledgement of
 * that update overtook the results, the first thread would stop waiting without them. Therefore nothing is acknowledged
 * to a PE for which results are kept.
 */
final class Acknowledgements {
    /** Transports that usually wait at a time; if one poll serves more, some are acknowledged before its end. */
    private static final int FEW = 64;

    /** Results of batches that are kept. */
    private final ResultQueue results;

    private final long message;
    private int[] pes = new int[FEW];
    private long[] ids = new long[FEW];
    private long[] counts = new long[FEW];
    private int count;

    /** @param message address of a message buffer whose header holds the secret and this PE's number */
    Acknowledgements(ResultQueue results, long message) {
        this.results = results;
        this.message = message;
    }

    /** Counts one more executed update of a transport. */
    void add(Channel channel, int pe, long id) {
        for (int i = 0; i < count; i++) {
            if (pes[i] == pe && ids[i] == id) {
                counts[i]++;
                return;
            }
        }
        if (count >= FEW) {
            flush(channel);
        }
        if (count == pes.length) {
            pes = Arrays.copyOf(pes, 2 * count);
            ids = Arrays.copyOf(ids, 2 * count);
            counts = Arrays.copyOf(counts, 2 * count);
        }
        pes[count] = pe;
        ids[count] = id;
        counts[count++] = 1;
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
            if (results.keepsFor(pes[i]) || !channel.sendLocked(pes[i], message, MessageDescriptor.REPLY_BYTES)) {
                pes[kept] = pes[i];
                ids[kept] = ids[i];
                counts[kept++] = counts[i];
            }
        }
        count = kept;
    }
}
