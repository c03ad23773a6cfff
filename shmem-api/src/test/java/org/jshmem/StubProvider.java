package org.jshmem;

import java.lang.foreign.MemorySegment;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingProvider;
import org.jshmem.spi.Recorder;

/**
 * Stands for a runtime where the API is tested alone: it has memory, describes blocks of it, and counts the progress
 * that is made.
 */
public final class StubProvider extends ForwardingProvider {
    /** Of what is allocated; nobody may use it. */
    private static final long ADDRESS = 1L << 20;

    int progresses;

    /** The type of what was allocated last. */
    static ElementKind allocatedType;

    /** Called by the service loader. */
    public StubProvider() {
        super(null);
    }

    @Override
    @SuppressWarnings("restricted") // as a runtime does
    public MemorySegment memory() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    @Override
    public Allocation allocate(AllocationCall call, ElementKind type, long bytes, long alignment, long hints) {
        allocatedType = type;
        return new Allocation(0, ADDRESS, bytes, alignment, hints, call);
    }

    @Override
    public Allocation findShared(ElementKind type, long handle) {
        return new Allocation(ADDRESS, 5 * Long.BYTES, handle, 0, 0, 0);
    }

    @Override
    public Allocation reallocate(Allocation allocation, long bytes) {
        return new Allocation(0, ADDRESS, bytes, allocation.alignment, allocation.hints, allocation.record);
    }

    @Override
    public boolean needsProgress() {
        return true;
    }

    @Override
    public boolean progress() {
        progresses++;
        return true;
    }

    @Override
    public long pause(long turn, Awaited what, long where) {
        throw new IllegalStateException("waits for what does not come");
    }

    /** Any address of native memory stands for the heap offset of the same number. */
    @Override
    public long heapOffset(long address, long bytes) {
        return address;
    }

    @Override
    public ShmemContext defaultContext() {
        return (ShmemContext) Recorder.of(ShmemContext.class);
    }

    @Override
    public ShmemTeam worldTeam() {
        return null;
    }

    @Override
    public ShmemTeam sharedTeam() {
        return null;
    }

    @Override
    protected ShmemContext wrap(ShmemContext context, ShmemTeam team) {
        return context;
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return team;
    }

    @Override
    public void waited(long word, long value) {}

    @Override
    public void tested(long first, long word, long value) {}
}
