package org.jshmem.internal.messages;

import java.util.ArrayDeque;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.TlsfAllocator;
import org.jshmem.spi.Allocation;

/**
 * The records of this PE. One whose send has returned, while the receiver still has to take the moved data, is taken
 * back when another is needed. Shared memory of records is kept by size for the next ones.
 */
final class SendRecords {
    /** Records in use, above which a small message is sent without one. */
    private static final int MOST_FOR_SMALL = MessageArea.RECORDS / 2;

    /** Small messages without one, after which the next looks at all records again. */
    private static final int LOOK_AGAIN = 64;

    private final long area;
    private final SharedMemory sharedMemory;
    private SendRecord free;

    /** Those that were used so far. */
    private final SendRecord[] all = new SendRecord[MessageArea.RECORDS];

    private int made;
    private int inUse;

    /** Small messages that were sent without one. */
    private int refused;

    private final ArrayDeque<Allocation> moved = new ArrayDeque<>();
    private final ArrayDeque<Allocation> pipes = new ArrayDeque<>();
    private final long movedBytes;

    /** Records in use, above which a PE that has one gets no other. */
    private final int most;

    /** Those of messages that were copied, the next to look at first; each keeps its memory. */
    private final ArrayDeque<SendRecord> copied = new ArrayDeque<>();

    /** Allocates and frees memory that all PEs of the node can use. */
    interface SharedMemory {
        Allocation allocate(long bytes);

        void free(Allocation block);
    }

    /**
     * No records yet.
     *
     * @param area where they are
     * @param sharedMemory for their messages
     * @param movedBytes the size of the memory of a message that is moved or copied
     * @param targets how many PEs there are to send to
     */
    SendRecords(long area, SharedMemory sharedMemory, long movedBytes, int targets) {
        this.area = area;
        this.sharedMemory = sharedMemory;
        this.movedBytes = movedBytes;
        this.most = MessageArea.RECORDS - Math.min(MessageArea.RECORDS / 4, targets);
    }

    /**
     * A record to use, with the memory of a pipe if that is needed; null if there is none. Messages to a PE that does
     * not receive may keep records as long as they like, so the last ones are for PEs that have none.
     *
     * @param target to whom
     * @param isForPipe whether memory of a pipe is needed
     */
    SendRecord take(Neighbour target, boolean isForPipe) {
        return takeOf(target, target.records == 0 ? MessageArea.RECORDS : most, isForPipe);
    }

    /** The same if fewer than so many are in use. */
    private SendRecord takeOf(Neighbour target, int limit, boolean isForPipe) {
        if (free == null || inUse >= limit) {
            reclaim();
        }
        if (inUse >= limit) {
            return null;
        }
        if (free == null) {
            free = all[made] = new SendRecord(area, made);
            made++;
        }
        final SendRecord record = free;
        if (isForPipe) {
            record.memory = memoryOfPipe();
        }
        free = record.next;
        record.target = target;
        target.records++;
        inUse++;
        return record;
    }

    /** A record for a message that can do without; null if too many are in use. */
    SendRecord takeForSmall(Neighbour target) {
        final boolean isTooMany = inUse >= MOST_FOR_SMALL;
        return isTooMany && ++refused % LOOK_AGAIN != 0 ? null : takeOf(target, MOST_FOR_SMALL, false);
    }

    /** A record with memory for a small message; null if there is none now. */
    SendRecord takeForCopy(Neighbour target) {
        final SendRecord known = copied.peek();
        if (known != null && known.state() == MessageArea.DONE) {
            known.target.records--;
            known.target = target;
            target.records++;
            return pollCopied();
        }
        if (inUse >= MOST_FOR_SMALL && known != null) {
            copied.add(copied.poll()); // so that the next call looks at another one
        }
        final SendRecord record = takeForSmall(target);
        if (record == null) {
            return null;
        }
        record.memory = memoryToMove();
        if (record.memory == null) {
            give(record);
            return null;
        }
        return record;
    }

    /** Keeps the record of a message that was copied and published, whose send is done. */
    void keepCopied(SendRecord record) {
        record.user = null;
        record.isCopied = true;
        copied.add(record);
    }

    private SendRecord pollCopied() {
        final SendRecord record = copied.poll();
        record.isCopied = false;
        return record;
    }

    /** Memory for data that are moved; null if there is none now. */
    Allocation memoryToMove() {
        final Allocation kept = moved.poll();
        try {
            return kept == null ? sharedMemory.allocate(movedBytes) : kept;
        } catch (ShmemOutOfMemoryException _) {
            return null;
        }
    }

    private Allocation memoryOfPipe() {
        final Allocation kept = pipes.poll();
        return kept == null ? sharedMemory.allocate(Pipe.BYTES) : kept;
    }

    /** Gives back a record that the receiver no longer looks at. */
    void give(SendRecord record) {
        final Allocation memory = record.memory;
        if (memory != null) {
            (memory.bytes == Pipe.BYTES ? pipes : moved).push(memory);
            record.memory = null;
        }
        record.user = null;
        record.target.records--;
        record.target = null;
        inUse--;
        record.next = free;
        free = record;
    }

    /** Takes back records of messages that the receivers have, and ends their requests. */
    private void reclaim() {
        for (int i = copied.size(); i > 0; i--) {
            final SendRecord record = pollCopied();
            if (record.state() == MessageArea.DONE) {
                give(record);
            } else {
                keepCopied(record);
            }
        }
        for (int i = 0; i < made; i++) {
            final SendRecord record = all[i];
            final boolean isInPipes = record.user != null && record.user.isInPipes;
            if (record.target != null && !record.isCopied && !isInPipes && record.state() == MessageArea.DONE) {
                if (record.user != null) {
                    record.user.isDone = true;
                    record.user.record = null;
                }
                give(record);
            }
        }
    }

    /** Those in use, after all have been taken back that the receivers have done with. */
    int countInUse() {
        reclaim();
        return inUse;
    }

    /** The shared memory that is kept for later messages, with padding. */
    long keptBytes() {
        return moved.size() * padded(movedBytes) + pipes.size() * padded(Pipe.BYTES);
    }

    private static long padded(long bytes) {
        return Math.ceilDiv(bytes, TlsfAllocator.GRANULE) * TlsfAllocator.GRANULE;
    }

    /** Whether a send has not ended that has a record, as far as a thread without the lock sees. */
    boolean isInUse() {
        for (SendRecord record : all) {
            if (record != null && record.user != null) {
                return true;
            }
        }
        return false;
    }

    /** Leaves the records of a space that has ended; their receivers give them back. */
    void leaveAllOf(MessageSpace space) {
        for (int i = 0; i < made; i++) {
            if (all[i].user != null && all[i].user.space.equals(space)) {
                all[i].withdraw();
                all[i].user.drop();
                all[i].user = null;
            }
        }
    }

    /** Frees the shared memory. */
    void end() {
        moved.forEach(sharedMemory::free);
        pipes.forEach(sharedMemory::free);
        for (int i = 0; i < made; i++) {
            if (all[i].memory != null) {
                sharedMemory.free(all[i].memory);
            }
        }
    }
}
