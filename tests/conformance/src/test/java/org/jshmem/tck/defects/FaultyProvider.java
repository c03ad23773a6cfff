package org.jshmem.tck.defects;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.ThreadLevel;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingProvider;
import org.jshmem.spi.ShmemProvider;

/** A runtime that goes wrong as is planted. */
final class FaultyProvider extends ForwardingProvider {
    private final Set<Long> held = ConcurrentHashMap.newKeySet();
    private LateContext defaultContext;
    private String firstId;

    FaultyProvider(ShmemProvider runtime) {
        super(runtime);
    }

    @Override
    protected ShmemContext wrap(ShmemContext context, ShmemTeam team) {
        final FaultyContext wrapped = new FaultyContext(context, team);
        if (defaultContext == null) {
            defaultContext = wrapped;
        }
        return wrapped;
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return new FaultyTeam(team, this);
    }

    @Override
    public ThreadLevel init(ThreadLevel requested) {
        final ThreadLevel given = super.init(requested);
        return Planted.is(Defect.THREAD_LEVEL_IS_SINGLE) ? ThreadLevel.SINGLE : given;
    }

    @Override
    public String uniqueId() {
        final String id = super.uniqueId();
        firstId = firstId == null ? id : firstId;
        return Planted.is(Defect.UNIQUE_ID_IS_ALWAYS_THE_SAME) ? firstId : id;
    }

    @Override
    public void shutdown(Runnable last) {
        if (!Planted.is(Defect.SHUTDOWN_DROPS_WHAT_IS_PENDING)) {
            LateContext.deliverAll();
        }
        super.shutdown(last);
    }

    @Override
    public boolean isInitialized() {
        return Planted.is(Defect.ALWAYS_INITIALIZED) || super.isInitialized();
    }

    @Override
    public void globalExit(int status) {
        super.globalExit(Planted.is(Defect.GLOBAL_EXIT_LOSES_THE_STATUS) ? 0 : status);
    }

    @Override
    public int nPes() {
        return super.nPes();
    }

    @Override
    public void barrierAll() {
        if (!Planted.is(Defect.BARRIER_IS_A_SYNC)) {
            defaultContext.deliver();
        }
        super.barrierAll();
    }

    @Override
    public void syncAll() {
        if (!Planted.is(Defect.SYNC_ALL_DOES_NOT_WAIT)) {
            super.syncAll();
        }
    }

    @Override
    public Allocation allocate(AllocationCall call, ElementKind type, long bytes, long alignment, long hints) {
        if (!Planted.is(Defect.ALLOCATIONS_COMPLETE_NOTHING)) {
            defaultContext.deliver();
        }
        if (call == AllocationCall.CALLOC && Planted.is(Defect.CALLOC_DOES_NOT_CLEAR)) {
            return super.allocate(AllocationCall.MALLOC, type, bytes, alignment, hints);
        }
        final boolean any = call == AllocationCall.ALIGN && Planted.is(Defect.ALIGN_IGNORES_THE_ALIGNMENT);
        return super.allocate(call, type, bytes, any ? 0 : alignment, hints);
    }

    @Override
    public Allocation reallocate(Allocation allocation, long bytes) {
        defaultContext.deliver();
        final Allocation block = super.reallocate(allocation, bytes);
        if (Planted.is(Defect.REALLOC_LOSES_THE_CONTENT)) {
            memory().asSlice(block.address, block.bytes).fill((byte) 0);
        }
        return block;
    }

    @Override
    public void free(Allocation allocation) {
        defaultContext.deliver();
        if (Planted.is(Defect.FREE_KEEPS_THE_MEMORY)) {
            super.barrierAll();
            allocation.live = false;
        } else {
            super.free(allocation);
        }
    }

    @Override
    public void freeShared(Allocation allocation) {
        if (!Planted.is(Defect.SHARED_CLOSE_KEEPS_THE_MEMORY)) {
            super.freeShared(allocation);
        }
    }

    @Override
    public Allocation reallocateShared(Allocation allocation, long bytes) {
        final Allocation block = super.reallocateShared(allocation, bytes);
        if (Planted.is(Defect.SHARED_REALLOC_LOSES_THE_CONTENT)) {
            memory().asSlice(block.address, block.bytes).fill((byte) 0);
        }
        return block;
    }

    @Override
    public Allocation findShared(ElementKind type, long handle) {
        if (Planted.is(Defect.SHARED_TYPES_ARE_NOT_CHECKED)) {
            for (ElementKind any : ElementKind.values()) {
                try {
                    return super.findShared(any, handle);
                } catch (IllegalArgumentException e) {
                    continue; // of another type
                }
            }
        }
        return super.findShared(type, handle);
    }

    @Override
    public void setLock(long offset) {
        if (Planted.is(Defect.LOCKS_DO_NOT_EXCLUDE) || Planted.is(Defect.LOCKS_ARE_REENTRANT) && !held.add(offset)) {
            return;
        }
        if (Planted.is(Defect.LOCKS_ARE_UNFAIR)) {
            poll(offset);
        } else {
            super.setLock(offset);
        }
    }

    /** The higher the PE, the oftener it asks. */
    private void poll(long offset) {
        while (!super.tryLock(offset)) {
            try {
                TimeUnit.MILLISECONDS.sleep(3L * (nPes() - myPe()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean tryLock(long offset) {
        return super.tryLock(offset) != Planted.is(Defect.TEST_LOCK_IS_A_TRY_LOCK);
    }

    @Override
    public void clearLock(long offset) {
        if (!Planted.is(Defect.CLEAR_LOCK_DOES_NOT_QUIET)) {
            defaultContext.deliver();
        }
        held.remove(offset);
        if (!Planted.is(Defect.LOCKS_DO_NOT_EXCLUDE)) {
            super.clearLock(offset);
        }
    }

    @Override
    public long addressOf(long offset, int pe) {
        final boolean next = Planted.is(Defect.PTR_SHOWS_THE_NEXT_PE) && pe >= 0 && pe < nPes();
        return super.addressOf(offset, next ? (pe + 1) % nPes() : pe);
    }

    @Override
    public boolean peAccessible(int pe) {
        return super.peAccessible(Planted.is(Defect.ONE_PE_TOO_MANY_IS_ACCESSIBLE) ? pe - 1 : pe);
    }

    @Override
    public long heapOffset(long address, long bytes) {
        return Planted.is(Defect.PRIVATE_MEMORY_IS_ACCESSIBLE) ? 0 : super.heapOffset(address, bytes);
    }
}
