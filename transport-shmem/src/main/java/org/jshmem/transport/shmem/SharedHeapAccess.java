package org.jshmem.transport.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.oshmem.Operations;

/**
 * Operations on the shared heaps of other nodes, which are no symmetric memory of the C library: by messages to the PE
 * that an offset names.
 *
 * <p><b>Updates</b> (puts, and atomic operations without a result) are counted by that PE when it has executed them;
 * {@link #awaitExecuted} waits for that. <b>Requests</b> (gets, and other atomic operations) are answered by a put of
 * the result into the memory of the PE that asks, and after a fence of the request's number. There is one request of a
 * PE at a time.
 *
 * <p>Any thread may call.
 */
final class SharedHeapAccess {
    /** Fields of a message, followed by the data of a put. */
    private static final int PLACE = 0;

    private static final int NUMBER = 8;
    private static final int BYTES = 16;
    private static final int OPERATION = 20;
    private static final int OPERAND = 24;
    private static final int EXPECTED = 32;
    private static final int FIELDS_BYTES = 40;

    private final ShmemNetwork network;
    private final MailLayout layout;
    private final Operations operations;
    private final long sharedBase;

    private final MemorySegment memory = Arena.ofAuto().allocate(FIELDS_BYTES + Long.BYTES, Long.BYTES);

    /** In {@link #memory}: fields of the message that is being sent, and a result that is being put. */
    private final long fields;

    private final long result;

    /** By PE, the updates that it was sent; guarded by this. */
    private final long[] sent;

    /** The sum of {@link #sent}, and what it was when all were executed; approximate for other threads. */
    private volatile long allSent;

    private volatile long allExecuted;

    /** The number of the last request; guarded by {@link #requests}. */
    private long number;

    private final Object requests = new Object();

    SharedHeapAccess(ShmemNetwork network, MailLayout layout, Operations operations, long sharedBase) {
        this.network = network;
        this.layout = layout;
        this.operations = operations;
        this.sharedBase = sharedBase;
        fields = memory.address();
        result = fields + FIELDS_BYTES;
        sent = new long[layout.pes()];
    }

    /** Copies to the shared heap of a PE's node. */
    void put(int pe, long offset, long source, long bytes) {
        final int most = layout.mostPayload() - FIELDS_BYTES;
        for (long done = 0; done < bytes; done += most) {
            final int piece = (int) Math.min(most, bytes - done);
            update(ShmemNetwork.PUT, pe, offset + done, piece, null, 0, source + done);
        }
    }

    /** An atomic operation without a result. */
    void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        update(ShmemNetwork.UPDATE, pe, offset, bytes, operation, operand, 0);
    }

    private synchronized void update(
            int kind, int pe, long offset, int bytes, Atomic operation, long operand, long source) {
        write(offset, 0, bytes, operation, operand, 0);
        network.send(kind, pe, fields, FIELDS_BYTES, source, source == 0 ? 0 : bytes);
        sent[pe]++;
        allSent++;
    }

    private void write(long offset, long request, int bytes, Atomic operation, long operand, long expected) {
        Memory.put64(fields + PLACE, SharedOffset.place(offset));
        Memory.put64(fields + NUMBER, request);
        Memory.put32(fields + BYTES, bytes);
        Memory.put32(fields + OPERATION, operation == null ? 0 : operation.code());
        Memory.put64(fields + OPERAND, operand);
        Memory.put64(fields + EXPECTED, expected);
    }

    /** Waits until the updates that this PE has sent are executed. */
    void awaitExecuted() {
        final long all = allSent;
        if (all == allExecuted) {
            return;
        }
        for (int pe = 0; pe < sent.length; pe++) {
            final long expected;
            synchronized (this) {
                expected = sent[pe];
            }
            long turn = 0;
            while (Memory.get64Acquire(layout.executed(pe)) < expected) {
                turn = network.pause(turn);
            }
        }
        allExecuted = all;
    }

    /** Copies from the shared heap of a PE's node. */
    void get(int pe, long dest, long offset, long bytes) {
        synchronized (requests) {
            for (long done = 0; done < bytes; done += MailLayout.LANDING_BYTES) {
                final int piece = (int) Math.min(MailLayout.LANDING_BYTES, bytes - done);
                ask(ShmemNetwork.GET, pe, offset + done, piece, null, 0, 0);
                Memory.copy(layout.landing(), dest + done, piece);
            }
        }
    }

    /** An atomic operation, which returns the value before. */
    long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        synchronized (requests) {
            ask(ShmemNetwork.ATOMIC, pe, offset, bytes, operation, operand, expected);
            return Memory.get64(layout.landing());
        }
    }

    private void ask(int kind, int pe, long offset, int bytes, Atomic operation, long operand, long expected) {
        number++;
        synchronized (this) {
            write(offset, number, bytes, operation, operand, expected);
            network.send(kind, pe, fields, FIELDS_BYTES, 0, 0);
        }
        long turn = 0;
        while (Memory.get64Acquire(layout.arrived()) != number) {
            turn = network.pause(turn);
        }
    }

    /** Executes a message of another PE; called by the thread that polls. */
    void execute(int kind, int source, long message) {
        final long address = sharedBase + Memory.get64(message + PLACE);
        final int bytes = Memory.get32(message + BYTES);
        if (kind == ShmemNetwork.PUT) {
            Memory.copy(message + FIELDS_BYTES, address, bytes);
            return;
        }
        if (kind == ShmemNetwork.GET) {
            answer(source, message, address, bytes);
            return;
        }
        final long before = Atomic.of(Memory.get32(message + OPERATION))
                .execute(bytes, address, Memory.get64(message + OPERAND), Memory.get64(message + EXPECTED));
        if (kind == ShmemNetwork.ATOMIC) {
            Memory.put64(result, before);
            answer(source, message, result, Long.BYTES);
        }
    }

    private void answer(int source, long message, long address, int bytes) {
        operations.putmem(layout.landing(), address, bytes, source);
        operations.fence();
        operations.longP(layout.arrived(), Memory.get64(message + NUMBER), source);
    }
}
