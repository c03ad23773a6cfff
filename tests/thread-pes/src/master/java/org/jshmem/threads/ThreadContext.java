package org.jshmem.threads;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.jshmem.IndexedBlocks;
import org.jshmem.SessionConfig;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;
import org.jshmem.spi.FetchingAtomic;
import org.jshmem.threads.job.Memory;

/**
 * Transfers and atomic operations, all done when they return: plain stores and loads, and atomic accesses. A load is
 * followed by an acquire fence, so that gets stay in the order of the program.
 */
final class ThreadContext extends ShmemContext {
    private final ThreadTeam team;
    private final ThreadProvider provider;
    private boolean destroyed;

    ThreadContext(ThreadTeam team, ThreadProvider provider) {
        this.team = team;
        this.provider = provider;
    }

    private void requireAlive() {
        provider.requireInitialized();
        if (destroyed) {
            throw new IllegalStateException("this context was destroyed; make a new one with ctxCreate");
        }
    }

    /** The address of a place on a PE. */
    private long at(long offset, int pe) {
        requireAlive();
        return provider.addressIn(offset, team.worldPe(pe));
    }

    @Override
    public ShmemTeam getTeam() {
        requireAlive();
        return team;
    }

    @Override
    protected void startSession(long options, SessionConfig config) {
        requireAlive();
    }

    @Override
    public void sessionStop() {
        requireAlive();
    }

    @Override
    public void destroy() {
        if (provider.defaultContext() == this) {
            throw new IllegalStateException("the default context cannot be destroyed; it ends with shutdown");
        }
        destroyed = true;
        VarHandle.fullFence();
    }

    @Override
    protected void orderDeliveries() {
        requireAlive();
        VarHandle.releaseFence();
    }

    @Override
    protected void completeAll() {
        requireAlive();
        VarHandle.fullFence();
    }

    @Override
    protected void completeTo(int[] pes) {
        requireAlive();
        if (pes == null) {
            throw new NullPointerException("pes=null; pass PEs of the context's team");
        }
        for (int pe : pes) {
            team.worldPe(pe);
        }
        VarHandle.fullFence();
    }

    // typed:begin byte short int long
    @Override
    protected void store64(long destOffset, double bits, int pe) {
        Memory.ALL.set(Memory.DOUBLE, at(destOffset, pe), bits);
    }

    @Override
    protected double load64(long sourceOffset, int pe) {
        final double bits = Memory.ALL.get(Memory.DOUBLE, at(sourceOffset, pe));
        VarHandle.acquireFence();
        return bits;
    }

    // typed:end
    @Override
    protected void copyTo(long destOffset, long sourceAddress, long bytes, int pe) {
        copyTo(destOffset, Memory.ALL, sourceAddress, bytes, pe);
    }

    @Override
    protected void copyFrom(long destAddress, long sourceOffset, long bytes, int pe) {
        copyFrom(Memory.ALL, destAddress, sourceOffset, bytes, pe);
    }

    @Override
    protected void copyToNbi(long destOffset, long sourceAddress, long bytes, int pe) {
        copyTo(destOffset, Memory.ALL, sourceAddress, bytes, pe);
    }

    @Override
    protected void copyFromNbi(long destAddress, long sourceOffset, long bytes, int pe) {
        copyFrom(Memory.ALL, destAddress, sourceOffset, bytes, pe);
    }

    @Override
    protected void copyToNbi(long destOffset, MemorySegment source, long start, long bytes, int pe) {
        copyTo(destOffset, source, start, bytes, pe);
    }

    @Override
    protected void copyFromNbi(MemorySegment dest, long start, long sourceOffset, long bytes, int pe) {
        copyFrom(dest, start, sourceOffset, bytes, pe);
    }

    @Override
    protected void copyTo(long destOffset, MemorySegment source, long start, long bytes, int pe) {
        MemorySegment.copy(source, start, Memory.ALL, at(destOffset, pe), bytes);
    }

    @Override
    protected void copyFrom(MemorySegment dest, long start, long sourceOffset, long bytes, int pe) {
        MemorySegment.copy(Memory.ALL, at(sourceOffset, pe), dest, start, bytes);
        VarHandle.acquireFence();
    }

    @Override
    protected void blocksTo(
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks,
            int pe) {
        blocksTo(destOffset, destStride, Memory.ALL, sourceAddress, sourceStride, blockBytes, nblocks, pe);
    }

    @Override
    protected void blocksFrom(
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks,
            int pe) {
        blocksFrom(Memory.ALL, destAddress, destStride, sourceOffset, sourceStride, blockBytes, nblocks, pe);
    }

    @Override
    protected void blocksTo(
            long destOffset,
            long destStride,
            MemorySegment source,
            long start,
            long sourceStride,
            long blockBytes,
            long nblocks,
            int pe) {
        blocks(source, start, sourceStride, Memory.ALL, at(destOffset, pe), destStride, blockBytes, nblocks);
    }

    @Override
    protected void blocksFrom(
            MemorySegment dest,
            long start,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks,
            int pe) {
        blocks(Memory.ALL, at(sourceOffset, pe), sourceStride, dest, start, destStride, blockBytes, nblocks);
        VarHandle.acquireFence();
    }

    private static void blocks(
            MemorySegment source,
            long from,
            long sourceStride,
            MemorySegment dest,
            long to,
            long destStride,
            long blockBytes,
            long nblocks) {
        for (long i = 0; i < nblocks; i++) {
            MemorySegment.copy(source, from + i * sourceStride, dest, to + i * destStride, blockBytes);
        }
    }

    // typed:begin
    @Override
    protected void copyTo(long destOffset, double[] source, int start, int nelems, int pe) {
        MemorySegment.copy(source, start, Memory.ALL, Memory.DOUBLE, at(destOffset, pe), nelems);
    }

    @Override
    protected void copyFrom(double[] dest, int start, long sourceOffset, int nelems, int pe) {
        MemorySegment.copy(Memory.ALL, Memory.DOUBLE, at(sourceOffset, pe), dest, start, nelems);
        VarHandle.acquireFence();
    }

    @Override
    protected void blocksTo(
            long destOffset,
            long destStride,
            double[] source,
            int start,
            int sourceStride,
            int bsize,
            int nblocks,
            int pe) {
        blocksTo(
                destOffset,
                destStride,
                MemorySegment.ofArray(source),
                (long) start * Double.BYTES,
                (long) sourceStride * Double.BYTES,
                (long) bsize * Double.BYTES,
                nblocks,
                pe);
    }

    @Override
    protected void blocksFrom(
            double[] dest,
            int start,
            int destStride,
            long sourceOffset,
            long sourceStride,
            int bsize,
            int nblocks,
            int pe) {
        blocksFrom(
                MemorySegment.ofArray(dest),
                (long) start * Double.BYTES,
                (long) destStride * Double.BYTES,
                sourceOffset,
                sourceStride,
                (long) bsize * Double.BYTES,
                nblocks,
                pe);
    }

    // typed:end
    @Override
    protected void indexedTo(
            long destOffset,
            IndexedBlocks destBlocks,
            Object source,
            long start,
            IndexedBlocks sourceBlocks,
            int elementBytes,
            long bytes,
            int pe) {
        final MemorySegment from = segment(source);
        indexed(
                from,
                startBytes(source, start, elementBytes),
                sourceBlocks,
                Memory.ALL,
                at(destOffset, pe),
                destBlocks,
                elementBytes);
    }

    @Override
    protected void indexedFrom(
            Object dest,
            long start,
            IndexedBlocks destBlocks,
            long sourceOffset,
            IndexedBlocks sourceBlocks,
            int elementBytes,
            long bytes,
            int pe) {
        final MemorySegment to = segment(dest);
        indexed(
                Memory.ALL,
                at(sourceOffset, pe),
                sourceBlocks,
                to,
                startBytes(dest, start, elementBytes),
                destBlocks,
                elementBytes);
        VarHandle.acquireFence();
    }

    /** Copies what is in one block on both sides at a time. */
    private static void indexed(
            MemorySegment source,
            long from,
            IndexedBlocks sourceBlocks,
            MemorySegment dest,
            long to,
            IndexedBlocks destBlocks,
            int elementBytes) {
        final long nelems = destBlocks.nelems();
        for (long done = 0; done < nelems; ) {
            final int sourceBlock = sourceBlocks.blockOf(done);
            final int destBlock = destBlocks.blockOf(done);
            final long inSource = done - sourceBlocks.start(sourceBlock);
            final long inDest = done - destBlocks.start(destBlock);
            final long run =
                    Math.min(sourceBlocks.length(sourceBlock) - inSource, destBlocks.length(destBlock) - inDest);
            MemorySegment.copy(
                    source,
                    from + (sourceBlocks.index(sourceBlock) + inSource) * elementBytes,
                    dest,
                    to + (destBlocks.index(destBlock) + inDest) * elementBytes,
                    run * elementBytes);
            done += run;
        }
    }

    private static MemorySegment segment(Object memory) {
        return switch (memory) {
            case null -> Memory.ALL;
            case MemorySegment segment -> segment;
            case byte[] array -> MemorySegment.ofArray(array);
            case short[] array -> MemorySegment.ofArray(array);
            case int[] array -> MemorySegment.ofArray(array);
            case long[] array -> MemorySegment.ofArray(array);
            case float[] array -> MemorySegment.ofArray(array);
            case double[] array -> MemorySegment.ofArray(array);
            default -> throw new IllegalArgumentException("memory=" + memory);
        };
    }

    private static long startBytes(Object memory, long start, int elementBytes) {
        return memory == null || memory instanceof MemorySegment ? start : start * elementBytes;
    }

    // typed:begin int long
    @Override
    protected double atomicLoad64(long offset, int pe) {
        return (double) Memory.DOUBLE_ATOMIC.getVolatile(Memory.ALL, at(offset, pe));
    }

    @Override
    protected double compareSwap64(long offset, double expected, double bits, int pe) {
        return (double) Memory.DOUBLE_ATOMIC.compareAndExchange(Memory.ALL, at(offset, pe), expected, bits);
    }

    @Override
    protected double fetchAdd64(long offset, double value, int pe) {
        return (double) Memory.DOUBLE_ATOMIC.getAndAdd(Memory.ALL, at(offset, pe), value);
    }

    @Override
    protected double fetchSet64(long offset, double value, int pe) {
        return (double) Memory.DOUBLE_ATOMIC.getAndSet(Memory.ALL, at(offset, pe), value);
    }

    @Override
    protected double fetchAnd64(long offset, double value, int pe) {
        return (double) Memory.DOUBLE_ATOMIC.getAndBitwiseAnd(Memory.ALL, at(offset, pe), value);
    }

    @Override
    protected double fetchOr64(long offset, double value, int pe) {
        return (double) Memory.DOUBLE_ATOMIC.getAndBitwiseOr(Memory.ALL, at(offset, pe), value);
    }

    @Override
    protected double fetchXor64(long offset, double value, int pe) {
        return (double) Memory.DOUBLE_ATOMIC.getAndBitwiseXor(Memory.ALL, at(offset, pe), value);
    }

    // named:begin Add Set And Or Xor
    @Override
    protected void updateAdd64(long offset, double value, int pe) {
        fetchAdd64(offset, value, pe);
    }

    // named:end
    // typed:end
    @Override
    protected void fetchNbi(
            FetchingAtomic operation, int bytes, long destAddress, long offset, long operand, long expected, int pe) {
        final long before = fetch(operation, bytes, offset, operand, expected, pe);
        if (bytes == Integer.BYTES) {
            Memory.INT_ATOMIC.set(Memory.ALL, destAddress, (int) before);
        } else {
            Memory.LONG_ATOMIC.set(Memory.ALL, destAddress, before);
        }
    }

    @Override
    protected void signal(long offset, long signal, SignalOp op, int pe) {
        if (op == SignalOp.SET) {
            Memory.LONG_ATOMIC.setVolatile(Memory.ALL, at(offset, pe), signal);
        } else {
            Memory.LONG_ATOMIC.getAndAdd(Memory.ALL, at(offset, pe), signal);
        }
    }
}
