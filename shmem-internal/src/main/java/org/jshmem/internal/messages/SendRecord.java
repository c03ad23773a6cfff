package org.jshmem.internal.messages;

import org.jshmem.heap.Memory;
import org.jshmem.spi.Allocation;

/**
 * A record of this PE ({@link MessageArea}) and the shared memory that the message of it uses.
 *
 * <p>The memory of a message that is sent by reference must stay as it is until the receiver has copied it, which the
 * record says. A send of up to the eager size that has waited for a while moves the data to memory of its own and
 * returns. Sender and receiver agree by a compare-and-swap of the record's state: from POSTED to MOVING, or from POSTED
 * to TAKEN.
 */
final class SendRecord {
    final int index;
    final long address;

    /** Where moved data, or the pieces of a pipe, are; null for none. */
    Allocation memory;

    /** Where the message goes that uses it; null for none. */
    Neighbour target;

    /** Whether {@link SendRecords} keeps it among those of messages that were copied. */
    boolean isCopied;

    /** The request of that message; null if it has ended before the receiver has taken the moved data. */
    MessageRequest user;

    SendRecord next;

    SendRecord(long area, int index) {
        this.index = index;
        this.address = MessageArea.record(area, index);
    }

    /** Takes a message back, unless the receiver copies it already. */
    void withdraw() {
        Memory.compareAndExchange64Volatile(address + MessageArea.STATE, MessageArea.POSTED, MessageArea.WITHDRAWN);
    }

    long state() {
        return Memory.get64Acquire(address + MessageArea.STATE);
    }

    /** Prepares the record for a message that is not published yet. */
    void begin(MessageRequest request) {
        user = request;
        Memory.put64(address + MessageArea.FILLED, 0);
        Memory.put64(address + MessageArea.MOVED, 0);
        Memory.put64(address + MessageArea.DRAINED, 0);
        Memory.put64(address + MessageArea.STATE, MessageArea.POSTED);
    }
}
