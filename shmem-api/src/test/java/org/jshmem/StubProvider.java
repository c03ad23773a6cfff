package org.jshmem;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
public class StubProvider extends ForwardingProvider {
    /** Of what is allocated; nobody may use it. */
    private static final long ADDRESS = 1L << 20;

    int progresses;

    /** The type of what was allocated or found last. */
    static ElementKind allocatedType;

    /** Of every shared block that is allocated. */
    static final long HANDLE = 0x5_0000_0003L;

    static final int OWNER = 3;

    static long sharedAlignment;

    /** The shared block that was freed last. */
    static Allocation freed;

    /** What was done with locks, by heap offset. */
    static final List<String> LOCKS = new ArrayList<>();

    static int shutdowns;

    /** Shared blocks that were asked for, by their handles. */
    private static final Map<Long, Allocation> FOUND = new ConcurrentHashMap<>();

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
    public Allocation allocateShared(ElementKind type, long bytes, long alignment) {
        allocatedType = type;
        sharedAlignment = alignment;
        return new Allocation(ADDRESS, bytes, HANDLE, OWNER, 0, 0);
    }

    /** Any handle is one of a block of 40 bytes; each type has its own. */
    @Override
    public Allocation findShared(ElementKind type, long handle) {
        allocatedType = type;
        return FOUND.computeIfAbsent(
                handle * ElementKind.values().length + type.ordinal(),
                any -> new Allocation(ADDRESS, 5 * Long.BYTES, handle, OWNER, 0, 0));
    }

    @Override
    public Allocation reallocateShared(Allocation allocation, long bytes) {
        return new Allocation(ADDRESS, bytes, HANDLE, OWNER, 0, 0);
    }

    @Override
    public void freeShared(Allocation allocation) {
        freed = allocation;
    }

    @Override
    public MemorySegment view(long address, long bytes) {
        return memory().asSlice(address, bytes);
    }

    @Override
    public Allocation reallocate(Allocation allocation, long bytes) {
        return new Allocation(0, ADDRESS, bytes, allocation.alignment, allocation.hints, allocation.record);
    }

    @Override
    public void free(Allocation allocation) {
        freed = allocation;
    }

    @Override
    public void setLock(long offset) {
        LOCKS.add("set " + offset);
    }

    /** Gets a lock that nobody has asked for before. */
    @Override
    public boolean tryLock(long offset) {
        final String test = "test " + offset;
        final boolean isFree = !LOCKS.contains(test);
        LOCKS.add(test);
        return isFree;
    }

    @Override
    public void clearLock(long offset) {
        LOCKS.add("clear " + offset);
    }

    @Override
    public void shutdown(Runnable last) {
        shutdowns++;
    }

    @Override
    public boolean isInitialized() {
        return true;
    }

    @Override
    public ThreadLevel threadLevel() {
        return ThreadLevel.SERIALIZED;
    }

    @Override
    public int myPe() {
        return 2;
    }

    @Override
    public int nPes() {
        return 5;
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
