package org.jshmem.transport.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.oshmem.Operations;

/**
 * Operations that the PE which owns the memory executes, when it gets a message: those on the shared heaps of other
 * nodes, which are no symmetric memory of the C library, and transfers of many small blocks.
 *
 * <p><b>Updates</b> (puts, and atomic operations without a result) are counted by that PE when it has executed them;
 * {@link #awaitExecuted} waits for that. <b>Requests</b> (gets, and other atomic operations) are answered by a put of
 * the result into the memory of the PE that asks, and after a fence of the request's number. There is one request of a
 * PE at a time.
 *
 * <p>Any thread may call. Offsets are those of {@link org.jshmem.internal.transport.Transport}.
 */
final class ActiveMessages {
    /** Fields of a message, followed by the data of a put. */
    private static final int OFFSET = 0;

    private static final int NUMBER = 8;

    /** Of a word or of a block. */
    private static final int BYTES = 16;

    private static final int OPERATION = 20;

    /** Of an atomic operation; otherwise the distance of blocks. */
    private static final int OPERAND = 24;

    /** Of an atomic operation; otherwise the number of blocks. */
    private static final int EXPECTED = 32;

    private static final int FIELDS_BYTES = 40;

    private final ShmemNetwork network;
    private final MailLayout layout;
    private final Operations operations;
    private final long heapBase;
    private final long sharedBase;

    private final MemorySegment memory;

    /** In {@link #memory}: fields of the message that is being sent, its data, and a result that is being put. */
    private final long fields;

    private final long data;
    private final long result;

    /** By PE, the updates that it was sent; guarded by this. */
    private final long[] sent;

    /** The sum of {@link #sent}, and what it was when all were executed; approximate for other threads. */
    private volatile long allSent;

    private volatile long allExecuted;

    /** The number of the last request; guarded by {@link #requests}. */
    private long number;

    private final Object requests = new Object();

    ActiveMessages(ShmemNetwork network, MailLayout layout, Operations operations, long heapBase, long sharedBase) {
        this.network = network;
        this.layout = layout;
        this.operations = operations;
        this.heapBase = heapBase;
        this.sharedBase = sharedBase;
        memory = Arena.ofAuto().allocate(FIELDS_BYTES + layout.mostPayload() + MailLayout.LANDING_BYTES, Long.BYTES);
        fields = memory.address();
        data = fields + FIELDS_BYTES;
        result = data + layout.mostPayload();
        sent = new long[layout.pes()];
    }

    /** The largest block of {@link #put}: a message holds it. */
    int mostBlockBytes() {
        return layout.mostPayload() - FIELDS_BYTES;
    }

    /** Copies to a PE. */
    void put(int pe, long offset, long source, long bytes) {
        final int most = mostBlockBytes();
        for (long done = 0; done < bytes; done += most) {
            putBlocks(pe, offset + done, 0, source + done, 0, (int) Math.min(most, bytes - done), 1);
        }
    }

    /** Copies blocks of up to {@link #mostBlockBytes} to a PE. */
    void putBlocks(int pe, long offset, long stride, long source, long sourceStride, int blockBytes, long nblocks) {
        final long most = mostBlockBytes() / blockBytes;
        for (long done = 0; done < nblocks; done += most) {
            final long count = Math.min(most, nblocks - done);
            synchronized (this) {
                Strided.copy(source + done * sourceStride, sourceStride, data, blockBytes, blockBytes, count);
                write(offset + done * stride, 0, blockBytes, 0, stride, count);
                update(ShmemNetwork.PUT, pe, (int) (count * blockBytes));
            }
        }
    }

    /** An atomic operation without a result. */
    synchronized void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        write(offset, 0, bytes, operation.code(), operand, 0);
        update(ShmemNetwork.UPDATE, pe, 0);
    }

    private synchronized void update(int kind, int pe, int dataBytes) {
        network.send(kind, pe, fields, FIELDS_BYTES, data, dataBytes);
        sent[pe]++;
        allSent++;
    }

    private void write(long offset, long request, int bytes, int operation, long operand, long expected) {
        Memory.put64(fields + OFFSET, offset);
        Memory.put64(fields + NUMBER, request);
        Memory.put32(fields + BYTES, bytes);
        Memory.put32(fields + OPERATION, operation);
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

    /** Copies from a PE. */
    void get(int pe, long dest, long offset, long bytes) {
        for (long done = 0; done < bytes; done += MailLayout.LANDING_BYTES) {
            final int piece = (int) Math.min(MailLayout.LANDING_BYTES, bytes - done);
            getBlocks(pe, dest + done, 0, offset + done, 0, piece, 1);
        }
    }

    /** Copies blocks of up to {@link MailLayout#LANDING_BYTES} from a PE. */
    void getBlocks(int pe, long dest, long destStride, long offset, long stride, int blockBytes, long nblocks) {
        final long most = MailLayout.LANDING_BYTES / blockBytes;
        synchronized (requests) {
            for (long done = 0; done < nblocks; done += most) {
                final long count = Math.min(most, nblocks - done);
                ask(ShmemNetwork.GET, pe, offset + done * stride, blockBytes, 0, stride, count);
                Strided.copy(layout.landing(), blockBytes, dest + done * destStride, destStride, blockBytes, count);
            }
        }
    }

    /** An atomic operation, which returns the value before. */
    long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        synchronized (requests) {
            ask(ShmemNetwork.ATOMIC, pe, offset, bytes, operation.code(), operand, expected);
            return Memory.get64(layout.landing());
        }
    }

    private void ask(int kind, int pe, long offset, int bytes, int operation, long operand, long expected) {
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
        final long offset = Memory.get64(message + OFFSET);
        final long address =
                SharedOffset.isShared(offset) ? sharedBase + SharedOffset.place(offset) : heapBase + offset;
        final int bytes = Memory.get32(message + BYTES);
        final long operand = Memory.get64(message + OPERAND);
        final long expected = Memory.get64(message + EXPECTED);
        switch (kind) {
            case ShmemNetwork.PUT -> Strided.copy(message + FIELDS_BYTES, bytes, address, operand, bytes, expected);
            case ShmemNetwork.GET -> {
                Strided.copy(address, operand, result, bytes, bytes, expected);
                answer(source, message, (int) (bytes * expected));
            }
            default -> {
                final long before =
                        Atomic.of(Memory.get32(message + OPERATION)).execute(bytes, address, operand, expected);
                if (kind == ShmemNetwork.ATOMIC) {
                    Memory.put64(result, before);
                    answer(source, message, Long.BYTES);
                }
            }
        }
    }

    private void answer(int source, long message, int bytes) {
        operations.putmem(layout.landing(), result, bytes, source);
        operations.fence();
        operations.longP(layout.arrived(), Memory.get64(message + NUMBER), source);
    }
}
