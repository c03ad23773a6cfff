package org.jshmem.internal;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.jshmem.IndexedBlocks;
import org.jshmem.SessionConfig;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;
import org.jshmem.heap.ElementLayouts;
import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.BouncedTransfers;
import org.jshmem.internal.transport.FileFault;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.IndexedTransfers;
import org.jshmem.internal.transport.LocalMemory;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.SegmentLifetime;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.Progress;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.posix.Memcpy;
import org.jshmem.spi.FetchingAtomic;

/**
 * Executes the operations of a context: of the default one, or of one made on a team.
 *
 * <p><b>Fast path.</b> One table decides how an operation reaches a PE: {@code bases[pe]} is the address of its heap if
 * that is mapped here, and 0 otherwise. Mapped heaps are loaded and stored directly. For an entry of 0 or a PE outside
 * the table, {@link #reach} returns the transport or throws. Shutdown sets all entries to 0 and the destroy of a
 * context replaces the table by an empty one, so the fast path need not check whether library and context are alive.
 *
 * <p><b>Ordering.</b> Stores to a mapped heap are plain; {@link #orderDeliveries} keeps their order,
 * {@link #completeAll} makes them visible before any later operation. A get ends with an acquire fence, so that later
 * accesses stay behind its loads. On x86 this fence only binds the compiler, which would otherwise reorder plain loads.
 * Atomics on a mapped heap are CPU instructions with volatile semantics. Any thread may use the context.
 *
 * <p><b>Progress.</b> In a job on several nodes a program may wait by polling with a fetching atomic or quiet.
 * Therefore a quiet polls the network, and so does a fetching atomic on a mapped heap that leaves the word unchanged.
 */
final class RuntimeContext extends ShmemContext {
    private static final long[] NONE = {};

    private final JshmemRuntime runtime;
    private final RuntimeTeam team;
    private final boolean isDefault;
    private final long options;
    private final ArraySegments arraySegments = new ArraySegments();

    /** By the team's PE numbers: the address of the heap here, or 0. Shutdown zeroes the table. */
    private long[] bases = NONE;

    /** Null if all heaps are mapped. */
    private Routes routes;

    private WaitPoints waitPoints;

    /** The first PE of the team on this node. */
    private int firstLocal;

    /** The address of its wait point. */
    private long firstWaitPoint;

    /**
     * The distance from that to the wait point of each PE of the team from {@link #firstLocal} to the last local one.
     */
    private int[] waitPointOf = {};

    /** Null if all PEs are on one node. */
    private Progress progress;

    private boolean destroyed;

    /** A context on a team; all its PE numbers are those of the team. */
    RuntimeContext(JshmemRuntime runtime, RuntimeTeam team, boolean isDefault, long options) {
        this.runtime = runtime;
        this.team = team;
        this.isDefault = isDefault;
        this.options = options;
    }

    void attach(Team members, Routes remote, WaitPoints node, Progress network) {
        final int[] local = members.nodes().local();
        firstLocal = local[0];
        firstWaitPoint = node.of(members.members().pe(firstLocal));
        waitPointOf = new int[local[local.length - 1] - firstLocal + 1];
        for (int pe : local) {
            waitPointOf[pe - firstLocal] =
                    Math.toIntExact(node.of(members.members().pe(pe)) - firstWaitPoint);
        }
        bases = members.heaps().bases();
        routes = remote;
        waitPoints = node;
        progress = network;
    }

    private long base(int pe) {
        final long[] table = bases;
        return pe >= 0 && pe < table.length ? table[pe] : 0;
    }

    /** The wait point of a PE of this node. */
    private long waitPoint(int pe) {
        return firstWaitPoint + waitPointOf[pe - firstLocal];
    }

    private Transport reach(int pe) {
        requireAlive();
        team.requirePe("pe", pe);
        return routes.to(pe);
    }

    private void requireAlive() {
        runtime.requireInitialized();
        if (destroyed) {
            throw new IllegalStateException("this context was destroyed; make a new one with ctxCreate");
        }
        team.requireAlive();
        if (bases.length == 0 || bases[team.myPe()] == 0) {
            throw new IllegalStateException("this context ended with the last shutdown; make a new one with ctxCreate");
        }
    }

    @Override
    public ShmemTeam getTeam() {
        requireAlive();
        return team;
    }

    /** Between nodes, the transport collects small operations. On a node there is nothing to gain. */
    @Override
    protected void startSession(long sessionOptions, SessionConfig config) {
        requireAlive();
        if (routes != null && (sessionOptions & Shmem.CTX_SESSION_BATCH) != 0) {
            routes = routes.startSession();
        }
    }

    @Override
    public void sessionStop() {
        requireAlive();
        if (routes != null) {
            routes = routes.stopSession();
        }
    }

    @Override
    public void destroy() {
        if (isDefault) {
            throw new IllegalStateException("the default context cannot be destroyed; it ends with shutdown");
        }
        if (!destroyed) {
            completeAll();
            runtime.forget(this); // waits while another thread completes all contexts, this one too
            if (routes != null) {
                routes.close();
            }
            destroyed = true;
            bases = NONE;
        }
    }

    @Override
    protected void orderDeliveries() {
        requireAlive();
        Memory.releaseFence();
        if (routes != null) {
            routes.fence();
        }
    }

    @Override
    protected void orderDeliveriesTo(int pe) {
        requireAlive();
        Memory.releaseFence();
        if (routes != null) {
            routes.fence(pe);
        }
    }

    /** Stores have left their sources. */
    @Override
    protected void completeLocally() {
        requireAlive();
        if (routes != null) {
            routes.completeLocally();
        }
    }

    @Override
    protected void completeAll() {
        requireAlive();
        Memory.fullFence();
        waitPoints.wakeAll();
        if (routes != null) {
            routes.quiet();
        }
        if (progress != null) {
            progress.poll();
        }
    }

    @Override
    protected void completeTo(int[] pes) {
        if (pes == null) {
            throw new NullPointerException("pes=null; name the PEs, or none");
        }
        requireAlive();
        for (int pe : pes) {
            team.requirePe("pes", pe);
        }
        if (pes.length > 0) {
            completeAll();
        }
    }

    /** Completes transfers by a transport. Stores are left to the full fence that follows, in a barrier or a lock. */
    void completeTransfers() {
        if (routes != null) {
            routes.quiet();
        }
    }

    long options() {
        return options;
    }

    boolean isOf(RuntimeTeam other) {
        return team == other;
    }

    // typed:begin byte short int long
    @Override
    protected void store64(long destOffset, double bits, int pe) {
        final long base = base(pe);
        if (base != 0) {
            Memory.put64(base + destOffset, bits);
            return;
        }
        final Transport remote = reach(pe);
        final long scratch = BouncedTransfers.word();
        Memory.put64(scratch, bits);
        remote.put(routes.number(pe), destOffset, scratch, Double.BYTES);
    }

    @Override
    protected double load64(long sourceOffset, int pe) {
        final long base = base(pe);
        final double bits = Memory.get64(base != 0 ? base + sourceOffset : getScratch(sourceOffset, Double.BYTES, pe));
        VarHandle.acquireFence();
        return bits;
    }
    // typed:end

    private long getScratch(long sourceOffset, int bytes, int pe) {
        final long scratch = BouncedTransfers.word();
        reach(pe).get(routes.number(pe), scratch, sourceOffset, bytes);
        return scratch;
    }

    // typed:begin int long
    @Override
    protected double atomicLoad64(long offset, int pe) {
        final long base = base(pe);
        if (base == 0) {
            return toDouble(reach(pe).atomic(routes.number(pe), Atomic.LOAD, Double.BYTES, offset, 0, 0));
        }
        if (progress != null) {
            progress.poll();
        }
        return Memory.get64Volatile(base + offset);
    }

    @Override
    protected double compareSwap64(long offset, double expected, double bits, int pe) {
        final long base = base(pe);
        if (base == 0) {
            return toDouble(
                    reach(pe).atomic(routes.number(pe), Atomic.COMPARE_SWAP, Double.BYTES, offset, bits, expected));
        }
        final double before = Memory.compareAndExchange64Volatile(base + offset, expected, bits);
        WaitPoints.wake(waitPoint(pe));
        if (progress != null) {
            progressUnlessChanged(Atomic.COMPARE_SWAP, before, bits, expected);
        }
        return before;
    }

    // named:begin Add Set And Or Xor
    @Override
    protected double fetchAdd64(long offset, double value, int pe) {
        final long base = base(pe);
        if (base == 0) {
            return toDouble(reach(pe).atomic(routes.number(pe), Atomic.ADD, Double.BYTES, offset, value, 0));
        }
        final double before = Memory.getAndAdd64Volatile(base + offset, value);
        WaitPoints.wake(waitPoint(pe));
        if (progress != null) {
            progressUnlessChanged(Atomic.ADD, before, value, 0);
        }
        return before;
    }

    @Override
    protected void updateAdd64(long offset, double value, int pe) {
        final long base = base(pe);
        if (base == 0) {
            reach(pe).update(routes.number(pe), Atomic.ADD, Double.BYTES, offset, value);
        } else {
            Memory.getAndAdd64Volatile(base + offset, value);
            WaitPoints.wake(waitPoint(pe));
        }
    }

    // named:end
    // typed:end
    @Override
    protected void fetchNbi(
            FetchingAtomic operation, int bytes, long destAddress, long offset, long operand, long expected, int pe) {
        if (base(pe) != 0) {
            Atomic.store(destAddress, bytes, fetch(operation, bytes, offset, operand, expected, pe));
        } else {
            reach(pe).fetchNbi(routes.number(pe), Atomic.of(operation), bytes, offset, operand, expected, destAddress);
        }
    }

    private static int toInt(long bits) {
        return (int) bits;
    }

    private static long toLong(long bits) {
        return bits;
    }

    private void progressUnlessChanged(Atomic operation, long before, long operand, long expected) {
        if (operation.leaves(before, operand, expected)) {
            progress.poll();
        }
    }

    /** Updates a signal; the atomic instruction orders the data's stores before itself. */
    @Override
    protected void signal(long offset, long signal, SignalOp op, int pe) {
        if (base(pe) == 0) {
            reach(pe).signal(routes.number(pe), op == SignalOp.SET ? Atomic.SET : Atomic.ADD, offset, signal);
        } else if (op == SignalOp.SET) {
            updateSet64(offset, signal, pe);
        } else {
            fetchAdd64(offset, signal, pe);
        }
    }

    @Override
    protected void copyTo(long destOffset, long sourceAddress, long bytes, int pe) {
        final long base = base(pe);
        if (base == 0) {
            reach(pe).put(routes.number(pe), destOffset, sourceAddress, bytes);
            return;
        }
        final long dest = base + destOffset;
        Overlap.check(dest, sourceAddress, bytes);
        move(sourceAddress, dest, bytes);
    }

    @Override
    protected void copyFrom(long destAddress, long sourceOffset, long bytes, int pe) {
        final long base = base(pe);
        if (base == 0) {
            reach(pe).get(routes.number(pe), destAddress, sourceOffset, bytes);
            return;
        }
        final long source = base + sourceOffset;
        Overlap.check(destAddress, source, bytes);
        move(source, destAddress, bytes);
        VarHandle.acquireFence();
    }

    @Override
    protected void copyToNbi(long destOffset, long sourceAddress, long bytes, int pe) {
        if (base(pe) != 0) {
            copyTo(destOffset, sourceAddress, bytes, pe);
        } else {
            reach(pe).putNbi(routes.number(pe), destOffset, sourceAddress, bytes);
        }
    }

    @Override
    protected void copyFromNbi(long destAddress, long sourceOffset, long bytes, int pe) {
        if (base(pe) != 0) {
            copyFrom(destAddress, sourceOffset, bytes, pe);
        } else {
            reach(pe).getNbi(routes.number(pe), destAddress, sourceOffset, bytes);
        }
    }

    /** Non-blocking only for memory that stays valid until quiet; other memory is copied before the call returns. */
    @Override
    protected void copyToNbi(long destOffset, MemorySegment source, long start, long bytes, int pe) {
        if (base(pe) != 0 || !(SegmentLifetime.lastsForEver(source) || isInHeap(source))) {
            copyTo(destOffset, source, start, bytes, pe);
        } else {
            reach(pe).putNbi(routes.number(pe), destOffset, BouncedTransfers.addressOf(source, start), bytes);
        }
    }

    @Override
    protected void copyFromNbi(MemorySegment dest, long start, long sourceOffset, long bytes, int pe) {
        if (base(pe) != 0 || !(SegmentLifetime.lastsForEver(dest) || isInHeap(dest))) {
            copyFrom(dest, start, sourceOffset, bytes, pe);
        } else {
            reach(pe).getNbi(routes.number(pe), BouncedTransfers.addressOf(dest, start), sourceOffset, bytes);
        }
    }

    private boolean lasts(MemorySegment segment) {
        return SegmentLifetime.lastsForACall(segment) || isInHeap(segment);
    }

    /** Whether the segment is in this PE's heap, which stays mapped even if the segment's arena is closed. */
    private boolean isInHeap(MemorySegment segment) {
        return segment.isNative() && runtime.isInHeap(segment.address());
    }

    /** Copies bytes; 8 bytes by a load and a store, which is several times faster than a general copy. */
    private static void move(long from, long to, long bytes) {
        if (bytes == Long.BYTES) {
            Memory.put64(to, Memory.get64(from));
        } else {
            Memory.copy(from, to, bytes);
        }
    }

    @Override
    protected void copyTo(long destOffset, MemorySegment source, long start, long bytes, int pe) {
        final long base = base(pe);
        try {
            if (base == 0) {
                BouncedTransfers.put(reach(pe), routes.number(pe), destOffset, source, start, bytes, lasts(source));
            } else {
                final boolean isNative = source.isNative();
                if (isNative) {
                    Overlap.check(base + destOffset, source.address() + start, bytes);
                }
                Memory.copy(source, start, base + destOffset, bytes);
                if (isNative) {
                    FileFault.raise(source);
                }
            }
        } catch (InternalError e) {
            throw FileFault.explain("source", source, e);
        }
    }

    @Override
    protected void copyFrom(MemorySegment dest, long start, long sourceOffset, long bytes, int pe) {
        final long base = base(pe);
        try {
            if (base == 0) {
                BouncedTransfers.get(reach(pe), routes.number(pe), dest, start, sourceOffset, bytes, lasts(dest));
            } else {
                final boolean isNative = dest.isNative();
                if (isNative) {
                    Overlap.check(dest.address() + start, base + sourceOffset, bytes);
                }
                Memory.copy(base + sourceOffset, dest, start, bytes);
                if (isNative) {
                    FileFault.raise(dest);
                }
            }
        } catch (InternalError e) {
            throw FileFault.explain("dest", dest, e);
        }
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
        final long base = base(pe);
        if (base == 0) {
            reach(pe)
                    .putBlocks(
                            routes.number(pe),
                            destOffset,
                            destStride,
                            sourceAddress,
                            sourceStride,
                            blockBytes,
                            nblocks);
            return;
        }
        final long dest = base + destOffset;
        Overlap.checkBlocks(dest, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
        Strided.copy(sourceAddress, sourceStride, dest, destStride, blockBytes, nblocks);
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
        final long base = base(pe);
        if (base == 0) {
            reach(pe)
                    .getBlocks(
                            routes.number(pe),
                            destAddress,
                            destStride,
                            sourceOffset,
                            sourceStride,
                            blockBytes,
                            nblocks);
            return;
        }
        final long source = base + sourceOffset;
        Overlap.checkBlocks(destAddress, destStride, source, sourceStride, blockBytes, nblocks);
        Strided.copy(source, sourceStride, destAddress, destStride, blockBytes, nblocks);
        VarHandle.acquireFence();
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
        final long base = base(pe);
        try {
            if (base == 0) {
                BouncedTransfers.putBlocks(
                        reach(pe),
                        routes.number(pe),
                        destOffset,
                        destStride,
                        source,
                        start,
                        sourceStride,
                        blockBytes,
                        nblocks,
                        lasts(source));
            } else {
                final long dest = base + destOffset;
                if (source.isNative()) {
                    Overlap.checkBlocks(dest, destStride, source.address() + start, sourceStride, blockBytes, nblocks);
                }
                Strided.copy(source, start, sourceStride, dest, destStride, blockBytes, nblocks);
                FileFault.raise(source);
            }
        } catch (InternalError e) {
            throw FileFault.explain("source", source, e);
        }
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
        final long base = base(pe);
        try {
            if (base == 0) {
                BouncedTransfers.getBlocks(
                        reach(pe),
                        routes.number(pe),
                        dest,
                        start,
                        destStride,
                        sourceOffset,
                        sourceStride,
                        blockBytes,
                        nblocks,
                        lasts(dest));
            } else {
                final long source = base + sourceOffset;
                if (dest.isNative()) {
                    Overlap.checkBlocks(dest.address() + start, destStride, source, sourceStride, blockBytes, nblocks);
                }
                Strided.copy(source, sourceStride, dest, start, destStride, blockBytes, nblocks);
                FileFault.raise(dest);
            }
        } catch (InternalError e) {
            throw FileFault.explain("dest", dest, e);
        }
        VarHandle.acquireFence();
    }

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
        final IndexedMemory memory = new IndexedMemory(source, start, sourceBlocks, elementBytes);
        final long base = base(pe);
        try {
            if (base == 0) {
                IndexedTransfers.put(reach(pe), routes.number(pe), destOffset, destBlocks, memory);
            } else {
                IndexedTransfers.copyTo(base + destOffset, destBlocks, memory);
            }
        } catch (InternalError e) {
            throw FileFault.explain("source", LocalMemory.segment(source), e);
        }
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
        final IndexedMemory memory = new IndexedMemory(dest, start, destBlocks, elementBytes);
        final long base = base(pe);
        try {
            if (base == 0) {
                IndexedTransfers.get(reach(pe), routes.number(pe), memory, sourceOffset, sourceBlocks);
            } else {
                IndexedTransfers.copyFrom(memory, base + sourceOffset, sourceBlocks);
            }
        } catch (InternalError e) {
            throw FileFault.explain("dest", LocalMemory.segment(dest), e);
        }
        VarHandle.acquireFence();
    }

    // typed:begin
    @Override
    protected void copyTo(long destOffset, double[] source, int start, int nelems, int pe) {
        final long base = base(pe);
        if (base == 0) {
            reach(pe).putArray(routes.number(pe), destOffset, source, start, nelems, ElementLayouts.DOUBLE);
        } else if (nelems == 1) {
            ArrayMemory.putDouble(base + destOffset, source[start]);
        } else if (Memory.suitsMemcpy((long) nelems * Double.BYTES)) {
            Memcpy.copy(segmentOf(source, start), base + destOffset, (long) nelems * Double.BYTES);
        } else {
            ArrayMemory.copy(source, start, base + destOffset, nelems);
        }
    }

    @Override
    protected void copyFrom(double[] dest, int start, long sourceOffset, int nelems, int pe) {
        final long base = base(pe);
        if (base == 0) {
            reach(pe).getArray(routes.number(pe), dest, start, sourceOffset, nelems, ElementLayouts.DOUBLE);
        } else if (nelems == 1) {
            dest[start] = ArrayMemory.getDouble(base + sourceOffset);
        } else if (Memory.suitsMemcpy((long) nelems * Double.BYTES)) {
            Memcpy.copy(base + sourceOffset, segmentOf(dest, start), (long) nelems * Double.BYTES);
        } else {
            ArrayMemory.copy(base + sourceOffset, dest, start, nelems);
        }
        VarHandle.acquireFence();
    }

    /** What a copy by the C library takes. */
    MemorySegment segmentOf(double[] array, int start) {
        final MemorySegment known = arraySegments.find(array, start);
        return known != null
                ? known
                : arraySegments.keep(array, start, MemorySegment.ofArray(array).asSlice((long) start * Double.BYTES));
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
        final long base = base(pe);
        if (base == 0) {
            BouncedTransfers.putArrayBlocks(
                    reach(pe),
                    routes.number(pe),
                    destOffset,
                    destStride,
                    source,
                    start,
                    sourceStride,
                    bsize,
                    nblocks,
                    ElementLayouts.DOUBLE);
            return;
        }
        final long dest = base + destOffset;
        if (bsize == 1) {
            for (int i = 0; i < nblocks; i++) {
                ArrayMemory.putDouble(dest + i * destStride, source[start + i * sourceStride]);
            }
            return;
        }
        for (int i = 0; i < nblocks; i++) {
            ArrayMemory.copy(source, start + i * sourceStride, dest + i * destStride, bsize);
        }
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
        final long base = base(pe);
        if (base == 0) {
            BouncedTransfers.getArrayBlocks(
                    reach(pe),
                    routes.number(pe),
                    dest,
                    start,
                    destStride,
                    sourceOffset,
                    sourceStride,
                    bsize,
                    nblocks,
                    ElementLayouts.DOUBLE);
            return;
        }
        final long source = base + sourceOffset;
        if (bsize == 1) {
            for (int i = 0; i < nblocks; i++) {
                dest[start + i * destStride] = ArrayMemory.getDouble(source + i * sourceStride);
            }
        } else {
            for (int i = 0; i < nblocks; i++) {
                ArrayMemory.copy(source + i * sourceStride, dest, start + i * destStride, bsize);
            }
        }
        VarHandle.acquireFence();
    }
    // typed:end

    @Override
    public String toString() {
        return isDefault
                ? "CTX_DEFAULT[" + team + "]"
                : "ShmemContext[" + (destroyed ? "destroyed, " : "") + "options " + options + ", " + team + "]";
    }
}
