package org.jshmem.transport.shmem;

import org.jshmem.heap.Memory;
import org.jshmem.oshmem.Operations;

/**
 * Messages between PEs of different nodes, by puts of the C library into rings in symmetric memory.
 *
 * <p><b>Protocol.</b> Each PE has a ring for each other PE, to which that one alone writes. The sender puts a message
 * behind the last one, and after a fence the number of bytes that it has written so far. A message lies in one piece; a
 * mark fills the rest of a ring that is too short for it. The receiver handles what is new. When a quarter of the ring
 * has been read since it last told the sender, it puts the number of bytes that it has read so far into the sender's
 * memory. So at rest at most a quarter of a ring counts as unread, and a message of at most a quarter always fits, the
 * mark before it included.
 *
 * <p><b>Order.</b> Messages to a PE arrive in the order of sending, and after what was put before a fence.
 *
 * <p><b>Threads.</b> Any thread may send. One thread at a time polls; the caller makes sure of it.
 */
final class Mail {
    /** Bytes of the payload, and the kind. */
    private static final int HEADER_BYTES = Long.BYTES;

    /** In place of the bytes of a payload: the rest of the ring is not used. */
    private static final int MARK = -1;

    private final Operations operations;
    private final MailLayout layout;
    private final int me;

    /** The PEs of other nodes. */
    private final int[] others;

    /** By PE, the bytes written into its ring for this PE; guarded by this. */
    private final long[] sent;

    /** By PE, the bytes read from its ring here; of the polling thread, as the next two. */
    private final long[] received;

    /** By PE, what of {@link #received} the sender was told. */
    private final long[] told;

    /** By PE, its updates that this PE has executed. */
    private final long[] executed;

    Mail(Operations operations, MailLayout layout, int me, int[] others) {
        this.operations = operations;
        this.layout = layout;
        this.me = me;
        this.others = others;
        sent = new long[layout.pes()];
        received = new long[layout.pes()];
        told = new long[layout.pes()];
        executed = new long[layout.pes()];
        for (long word = layout.base(); word < layout.landing(); word += Long.BYTES) {
            Memory.put64(word, 0);
        }
    }

    /** Handles messages; called by the polling thread. Must not send. */
    @FunctionalInterface
    interface Handler {
        /** Handles a message; returns whether it was an update that its sender counts. */
        boolean handle(int kind, int source, long address, int bytes);
    }

    /**
     * Sends a message that consists of two parts.
     *
     * @param fields where the first part is
     * @param fieldsBytes its size, a multiple of 8; 0 for none
     * @return false if there is no room for it now
     */
    synchronized boolean trySend(int kind, int pe, long fields, int fieldsBytes, long data, int dataBytes) {
        final int ringBytes = layout.ringBytes();
        final int payload = fieldsBytes + dataBytes;
        final int bytes = HEADER_BYTES + roundUp(payload);
        final int tail = (int) (sent[pe] & (ringBytes - 1));
        final int rest = ringBytes - tail < bytes ? ringBytes - tail : 0;
        if (sent[pe] + rest + bytes - Memory.get64Acquire(layout.read(pe)) > ringBytes) {
            return false;
        }
        final long out = layout.out();
        if (rest > 0) {
            Memory.put32(out, MARK);
            operations.putmem(layout.ring(me) + tail, out, Integer.BYTES, pe);
        }
        Memory.put32(out, payload);
        Memory.put32(out + Integer.BYTES, kind);
        Memory.copy(fields, out + HEADER_BYTES, fieldsBytes);
        Memory.copy(data, out + HEADER_BYTES + fieldsBytes, dataBytes);
        sent[pe] += rest;
        operations.putmem(layout.ring(me) + (sent[pe] & (ringBytes - 1)), out, HEADER_BYTES + payload, pe);
        sent[pe] += bytes;
        operations.fence();
        operations.longP(layout.written(me), sent[pe], pe);
        return true;
    }

    private static int roundUp(int bytes) {
        return bytes + Long.BYTES - 1 & -Long.BYTES;
    }

    /** Handles the messages that have arrived; returns whether there were any. */
    boolean poll(Handler handler) {
        boolean any = false;
        for (int source : others) {
            final long written = Memory.get64Acquire(layout.written(source));
            if (written != received[source]) {
                take(source, written, handler);
                any = true;
            }
        }
        return any;
    }

    private void take(int source, long written, Handler handler) {
        final int ringBytes = layout.ringBytes();
        final long ring = layout.ring(source);
        final long before = executed[source];
        while (received[source] != written) {
            final int offset = (int) (received[source] & (ringBytes - 1));
            final int payload = Memory.get32(ring + offset);
            if (payload == MARK) {
                received[source] += ringBytes - offset;
                continue;
            }
            final int kind = Memory.get32(ring + offset + Integer.BYTES);
            if (handler.handle(kind, source, ring + offset + HEADER_BYTES, payload)) {
                executed[source]++;
            }
            received[source] += HEADER_BYTES + roundUp(payload);
        }
        if (executed[source] != before) {
            operations.longP(layout.executed(me), executed[source], source);
        }
        if (received[source] - told[source] >= ringBytes / 4) {
            told[source] = received[source];
            operations.longP(layout.read(me), received[source], source);
        }
    }
}
