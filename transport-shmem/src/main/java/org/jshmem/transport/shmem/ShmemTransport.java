package org.jshmem.transport.shmem;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.PieceTable;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Transport;
import org.jshmem.oshmem.AtomicFunction;
import org.jshmem.oshmem.OpenShmem;
import org.jshmem.oshmem.OpenShmemContext;

/**
 * The operations of a context by the functions of a C library for one of its contexts, and those on shared heaps by
 * {@link SharedHeapAccess}.
 *
 * <p>The library does not order the two kinds. Those on shared heaps are messages by its default context, which follow
 * what that context has put before a fence; a created context is completed before them. A fence completes the other way
 * round.
 */
final class ShmemTransport extends Transport {
    private static final VarHandle BEGUN = handle();

    private final ShmemNetwork network;
    private final OpenShmemContext context;
    private final SharedHeapAccess shared;

    /** What this PE's heap begins with stands for what the others' do. */
    private final long heapBase;

    /** Where the context was created; null for the default one. */
    private final OpenShmem creator;

    /** Operations that the next quiet has to complete, so far. */
    @SuppressWarnings("unused") // accessed by BEGUN
    private volatile long begun;

    /** The number of these operations that are complete; may be too low. */
    private volatile long completed;

    ShmemTransport(ShmemNetwork network, OpenShmemContext context, OpenShmem creator) {
        this.network = network;
        this.context = context;
        this.shared = network.shared();
        this.heapBase = network.heapBase();
        this.creator = creator;
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

    /** Whether an operation is one on a shared heap, which follows what this context has done before. */
    private boolean isShared(long offset) {
        if (!SharedOffset.isShared(offset)) {
            return false;
        }
        if (creator != null) {
            complete();
        }
        return true;
    }

    /** Calls the library only if it has something to complete, as it would complete messages, too. */
    private void complete() {
        final long number = begun;
        if (completed >= number) {
            return;
        }
        network.calls(true);
        try {
            context.quiet();
        } finally {
            network.calls(false);
        }
        completed = number;
    }

    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        if (isShared(destOffset)) {
            shared.put(pe, destOffset, sourceAddress, bytes);
        } else {
            context.putmem(heapBase + destOffset, sourceAddress, bytes, pe);
            count();
        }
    }

    @Override
    public void putNbi(int pe, long destOffset, long sourceAddress, long bytes) {
        if (isShared(destOffset)) {
            shared.put(pe, destOffset, sourceAddress, bytes);
        } else {
            context.putmemNbi(heapBase + destOffset, sourceAddress, bytes, pe);
            count();
        }
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        if (isShared(sourceOffset)) {
            shared.get(pe, destAddress, sourceOffset, bytes);
        } else {
            network.calls(true);
            try {
                context.getmem(destAddress, heapBase + sourceOffset, bytes, pe);
            } finally {
                network.calls(false);
            }
        }
    }

    @Override
    public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
        if (isShared(sourceOffset)) {
            shared.get(pe, destAddress, sourceOffset, bytes);
        } else {
            context.getmemNbi(destAddress, heapBase + sourceOffset, bytes, pe);
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
        for (long i = 0; i < nblocks; i++) {
            put(pe, destOffset + i * destStride, sourceAddress + i * sourceStride, blockBytes);
        }
    }

    /** Asks for all blocks, and waits once. */
    @Override
    public void getBlocks(
            int pe,
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks) {
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
        if (isShared(offset)) {
            return shared.atomic(pe, operation, bytes, offset, operand, expected);
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
            return context.atomic(function, bytes, heapBase + offset, operand, expected, pe);
        } finally {
            network.calls(false);
        }
    }

    @Override
    public void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        if (isShared(offset)) {
            shared.update(pe, operation, bytes, offset, operand);
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
        context.atomic(function, bytes, heapBase + offset, operand, 0, pe);
        count();
    }

    @Override
    public void fence() {
        context.fence();
        shared.awaitExecuted();
    }

    @Override
    public void quiet() {
        complete();
        shared.awaitExecuted();
    }

    @Override
    public void close() {
        if (creator != null) {
            creator.destroy(context);
        }
    }
}
