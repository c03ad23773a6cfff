package org.jshmem.tck.defects;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;
import org.jshmem.spi.ForwardingContext;

/**
 * A context whose transfers of more than an element may be late, as on a network: they leave when something orders or
 * completes them. Single elements, atomics and gets go at once. On memory that all PEs share nothing is late by itself,
 * and what fails to complete would go unseen.
 */
abstract class LateContext extends ForwardingContext {
    private static final Set<LateContext> LIVE = ConcurrentHashMap.newKeySet();

    private final List<Put> late = new ArrayList<>();

    LateContext(ShmemContext target, ShmemTeam team) {
        super(target, team);
        LIVE.add(this);
    }

    /** A transfer, its source copied. */
    private record Put(int pe, Runnable transfer) {}

    static void deliverAll() {
        LIVE.forEach(LateContext::deliver);
    }

    static void dropAll() {
        LIVE.forEach(context -> context.late.clear());
    }

    final void deliver() {
        deliver(pe -> true);
    }

    private synchronized void deliver(IntPredicate to) {
        final List<Put> leaving = late.stream().filter(put -> to.test(put.pe())).toList();
        late.removeAll(leaving);
        leaving.forEach(put -> put.transfer().run());
    }

    /** As a transfer that goes at once, this throws where the context has ended. */
    private synchronized void later(int pe, Runnable transfer) {
        super.getTeam();
        late.add(new Put(pe, transfer));
    }

    @Override
    protected void orderDeliveries() {
        if (!Planted.is(Defect.FENCE_ORDERS_NOTHING)) {
            deliver();
        }
        super.orderDeliveries();
    }

    @Override
    protected void completeAll() {
        final boolean isDefault = this == Shmem.CTX_DEFAULT;
        if (!Planted.is(Defect.QUIET_COMPLETES_NOTHING)
                && (isDefault || !Planted.is(Defect.QUIET_COMPLETES_THE_DEFAULT_CONTEXT_ONLY))) {
            deliver();
        }
        super.completeAll();
    }

    @Override
    protected void completeTo(int[] pes) {
        if (pes != null && pes.length > 0) {
            final int[] served = Planted.is(Defect.PE_QUIET_COMPLETES_THE_FIRST_PE_ONLY) ? Arrays.copyOf(pes, 1) : pes;
            deliver(pe -> Arrays.stream(served).anyMatch(one -> one == pe));
        }
        super.completeTo(pes);
    }

    @Override
    protected void signal(long offset, long signal, SignalOp op, int pe) {
        if (!Planted.is(Defect.SIGNAL_COMES_BEFORE_THE_DATA)) {
            deliver(to -> to == pe);
        }
        super.signal(offset, signal, op, pe);
    }

    @Override
    public void destroy() {
        if (!Planted.is(Defect.DESTROY_DROPS_WHAT_IS_PENDING)) {
            deliver();
        }
        super.destroy();
        LIVE.remove(this);
    }

    @Override
    protected void copyTo(long destOffset, long[] source, int start, int nelems, int pe) {
        if (Planted.isLate()) {
            final long[] copy = Arrays.copyOfRange(source, start, start + nelems);
            later(pe, () -> super.copyTo(destOffset, copy, 0, nelems, pe));
        } else {
            super.copyTo(destOffset, source, start, nelems, pe);
        }
    }

    @Override
    protected void copyTo(long destOffset, int[] source, int start, int nelems, int pe) {
        if (Planted.isLate()) {
            final int[] copy = Arrays.copyOfRange(source, start, start + nelems);
            later(pe, () -> super.copyTo(destOffset, copy, 0, nelems, pe));
        } else {
            super.copyTo(destOffset, source, start, nelems, pe);
        }
    }

    @Override
    protected void copyTo(long destOffset, MemorySegment source, long start, long bytes, int pe) {
        if (Planted.isLate()) {
            final MemorySegment copy = copyOf(source.asSlice(start, bytes));
            later(pe, () -> super.copyTo(destOffset, copy, 0, bytes, pe));
        } else {
            super.copyTo(destOffset, source, start, bytes, pe);
        }
    }

    @Override
    @SuppressWarnings("restricted") // the kernel takes an address
    protected void copyTo(long destOffset, long sourceAddress, long bytes, int pe) {
        if (Planted.isLate()) {
            final MemorySegment copy =
                    copyOf(MemorySegment.ofAddress(sourceAddress).reinterpret(bytes));
            later(pe, () -> super.copyTo(destOffset, copy, 0, bytes, pe));
        } else {
            super.copyTo(destOffset, sourceAddress, bytes, pe);
        }
    }

    @Override
    protected void copyToNbi(long destOffset, MemorySegment source, long start, long bytes, int pe) {
        copyTo(destOffset, source, start, bytes, pe);
    }

    @Override
    protected void copyToNbi(long destOffset, long sourceAddress, long bytes, int pe) {
        copyTo(destOffset, sourceAddress, bytes, pe);
    }

    @Override
    protected void blocksTo(
            long destOffset,
            long destStride,
            long[] source,
            int start,
            int sourceStride,
            int bsize,
            int nblocks,
            int pe) {
        if (Planted.isLate()) {
            final long[] copy = source.clone();
            later(pe, () -> super.blocksTo(destOffset, destStride, copy, start, sourceStride, bsize, nblocks, pe));
        } else {
            super.blocksTo(destOffset, destStride, source, start, sourceStride, bsize, nblocks, pe);
        }
    }

    private static MemorySegment copyOf(MemorySegment source) {
        return MemorySegment.ofArray(source.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
    }
}
