package org.jshmem.transport.shmem;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.PieceTable;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Transport;
import org.jshmem.oshmem.AtomicFunction;
import org.jshmem.oshmem.Operations;

/**
 * The operations of a context by the functions of a C library, and by {@link ActiveMessages}.
 *
 * <p>All contexts share the library's default one. Open MPI 4.1.4 does not serve contexts that have been destroyed, for
 * whose answers the quiet of other PEs then waits for ever, and it never uses their memory again.
 *
 * <p>Active messages follow what was put before a fence. In the other direction, a fence waits until they are executed.
 */
final class ShmemTransport extends Transport {
    /** So many small blocks are quicker in messages than each by a call. */
    private static final int MANY_BLOCKS = 4;

    private static final int SMALL_BLOCK_BYTES = 1 << 10;

    private static final VarHandle BEGUN = handle();

    private final ShmemNetwork network;
    private final Operations operations;
    private final ActiveMessages active;

    /** What this PE's heap begins with stands for what the others' do. */
    private final long heapBase;

    /** Operations that the next quiet has to complete, so far. */
    @SuppressWarnings("unused") // accessed by BEGUN
    private volatile long begun;

    /** The number of these operations that are complete; may be too low. */
    private volatile long completed;

    ShmemTransport(ShmemNetwork network, Operations operations) {
        this.network = network;
        this.operations = operations;
        this.active = network.active();
        this.heapBase = network.heapBase();
    }

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(ShmemTransport.class, "begun", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Counts an operation that has begun. */
    private void count() {
        BEGUN.getAndAdd(this, 1L);
    }

    /** Calls the library only if it has something to complete, as it would complete messages, too. */
    private void complete() {
        final long number = begun;
        if (completed >= number) {
            return;
        }
        network.calls(true);
        try {
            operations.quiet();
        } finally {
            network.calls(false);
        }
        completed = number;
    }

    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        if (SharedOffset.isShared(destOffset)) {
            active.put(pe, destOffset, sourceAddress, bytes);
        } else {
            operations.putmem(heapBase + destOffset, sourceAddress, bytes, pe);
            count();
        }
    }

    @Override
    public void putNbi(int pe, long destOffset, long sourceAddress, long bytes) {
        if (SharedOffset.isShared(destOffset)) {
            active.put(pe, destOffset, sourceAddress, bytes);
        } else {
            operations.putmemNbi(heapBase + destOffset, sourceAddress, bytes, pe);
            count();
        }
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        if (SharedOffset.isShared(sourceOffset)) {
            active.get(pe, destAddress, sourceOffset, bytes);
        } else {
            network.calls(true);
            try {
                operations.getmem(destAddress, heapBase + sourceOffset, bytes, pe);
            } finally {
                network.calls(false);
            }
        }
    }

    @Override
    public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
        if (SharedOffset.isShared(sourceOffset)) {
            active.get(pe, destAddress, sourceOffset, bytes);
        } else {
            operations.getmemNbi(destAddress, heapBase + sourceOffset, bytes, pe);
            count();
        }
    }

    @Override
    public void putBlocks(
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        if (nblocks >= MANY_BLOCKS && blockBytes <= Math.min(SMALL_BLOCK_BYTES, active.mostBlockBytes())) {
            active.putBlocks(pe, destOffset, destStride, sourceAddress, sourceStride, (int) blockBytes, nblocks);
            return;
        }
        for (long i = 0; i < nblocks; i++) {
            put(pe, destOffset + i * destStride, sourceAddress + i * sourceStride, blockBytes);
        }
    }

    /** Of blocks that are not small it asks for all, and waits once. */
    @Override
    public void getBlocks(
            int pe,
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        if (nblocks >= MANY_BLOCKS && blockBytes <= SMALL_BLOCK_BYTES) {
            active.getBlocks(pe, destAddress, destStride, sourceOffset, sourceStride, (int) blockBytes, nblocks);
            return;
        }
        for (long i = 0; i < nblocks; i++) {
            getNbi(pe, destAddress + i * destStride, sourceOffset + i * sourceStride, blockBytes);
        }
        complete();
    }

    @Override
    public void getPieces(int pe, PieceTable pieces) {
        for (int i = 0; i < pieces.count(); i++) {
            getNbi(pe, pieces.address(i), pieces.offset(i), pieces.bytes(i));
        }
        complete();
    }

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        if (SharedOffset.isShared(offset)) {
            return active.atomic(pe, operation, bytes, offset, operand, expected);
        }
        if (operation == Atomic.COMPARE_SWAP && bytes == Integer.BYTES) {
            return compareSwap32(pe, offset, (int) operand, (int) expected);
        }
        return fetch(pe, function(operation), bytes, offset, operand, expected);
    }

    private static AtomicFunction function(Atomic operation) {
        return switch (operation) {
            case LOAD -> AtomicFunction.FETCH;
            case SET -> AtomicFunction.SWAP;
            case COMPARE_SWAP -> AtomicFunction.COMPARE_SWAP;
            case ADD -> AtomicFunction.FETCH_ADD;
            case AND -> AtomicFunction.FETCH_AND;
            case OR -> AtomicFunction.FETCH_OR;
            case XOR -> AtomicFunction.FETCH_XOR;
        };
    }

    /**
     * By the aligned long of which the word is a half: the function for ints of Open MPI 4.1.4 writes eight bytes of
     * the value before to where it has room for four.
     */
    private int compareSwap32(int pe, long offset, int operand, int expected) {
        final long start = offset & -Long.BYTES;
        final int shift = start == offset ? 0 : Integer.SIZE;
        final long others = ~(0xffff_ffffL << shift);
        long found = fetch(pe, AtomicFunction.FETCH, Long.BYTES, start, 0, 0);
        while (true) {
            final int before = (int) (found >>> shift);
            if (before != expected) {
                return before;
            }
            final long desired = found & others | Integer.toUnsignedLong(operand) << shift;
            final long now = fetch(pe, AtomicFunction.COMPARE_SWAP, Long.BYTES, start, desired, found);
            if (now == found) {
                return before;
            }
            found = now;
        }
    }

    private long fetch(int pe, AtomicFunction function, int bytes, long offset, long operand, long expected) {
        network.calls(true);
        try {
            return operations.atomic(function, bytes, heapBase + offset, operand, expected, pe);
        } finally {
            network.calls(false);
        }
    }

    @Override
    public void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        if (SharedOffset.isShared(offset)) {
            active.update(pe, operation, bytes, offset, operand);
            return;
        }
        final AtomicFunction function = switch (operation) {
            case SET -> AtomicFunction.SET;
            case ADD -> AtomicFunction.ADD;
            case AND -> AtomicFunction.AND;
            case OR -> AtomicFunction.OR;
            case XOR -> AtomicFunction.XOR;
            case LOAD, COMPARE_SWAP -> throw new IllegalArgumentException("operation=" + operation);
        };
        operations.atomic(function, bytes, heapBase + offset, operand, 0, pe);
        count();
    }

    @Override
    public void fence() {
        operations.fence();
        active.awaitExecuted();
    }

    @Override
    public void quiet() {
        complete();
        active.awaitExecuted();
    }
}
