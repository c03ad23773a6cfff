package org.jshmem.spi;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.ThreadLevel;

/**
 * For tools: a provider that forwards every call to the runtime, and calls {@link #before} and {@link #after} around
 * calls that communicate. A subclass wraps the contexts and teams, and overrides what it wants to change.
 */
public abstract class ForwardingProvider extends ShmemProvider {
    private static final Operation BARRIER_ALL = Operation.of("barrierAll");
    private static final Operation SYNC_ALL = Operation.of("syncAll");
    private static final Operation MALLOC = Operation.of("malloc");
    private static final Operation REALLOC = Operation.of("realloc");
    private static final Operation FREE = Operation.of("free");
    private static final Operation ALLOCATE_SHARED = Operation.of("allocateShared");
    private static final Operation REALLOC_SHARED = Operation.of("reallocShared");
    private static final Operation FREE_SHARED = Operation.of("freeShared");
    private static final Operation SET_LOCK = Operation.of("setLock");
    private static final Operation TEST_LOCK = Operation.of("testLock");
    private static final Operation CLEAR_LOCK = Operation.of("clearLock");

    private final ShmemProvider runtime;
    private ShmemTeam world;
    private ShmemTeam shared;

    /**
     * Creates a provider that forwards to the runtime.
     *
     * @param runtime the provider that does the work
     */
    protected ForwardingProvider(ShmemProvider runtime) {
        this.runtime = runtime;
    }

    /**
     * Wraps a context; called once for the default context, and for every context that is made.
     *
     * @param context the runtime's context
     * @param team its team, as the program knows it
     * @return the context that the program gets, usually a {@link ForwardingContext}
     */
    protected abstract ShmemContext wrap(ShmemContext context, ShmemTeam team);

    /**
     * Wraps a team; called once for the team of all PEs, and once for the team of the PEs whose heaps are mapped. Other
     * teams are split off from these.
     *
     * @param team the runtime's team
     * @return the team that the program gets, usually a {@link ForwardingTeam}
     */
    protected abstract ShmemTeam wrap(ShmemTeam team);

    /**
     * Called before an operation, by the thread that issues it.
     *
     * @param operation the operation
     * @param bytes the size of the memory concerned
     * @return any value; {@link #after} gets it as {@code token}
     */
    protected long before(Operation operation, long bytes) {
        return 0;
    }

    /**
     * Called after an operation, unless it threw.
     *
     * @param operation the operation
     * @param bytes the size of the memory concerned
     * @param token what {@link #before} returned
     */
    protected void after(Operation operation, long bytes, long token) {}

    /** Asked for once, when the program first uses the library. */
    @Override
    public ShmemContext defaultContext() {
        return wrap(runtime.defaultContext(), worldTeam());
    }

    @Override
    public ShmemContext createContext(long options) {
        return wrap(runtime.createContext(options), worldTeam());
    }

    @Override
    public void pcontrol(int level, Object... arguments) {
        runtime.pcontrol(level, arguments);
    }

    @Override
    public long[] switchPoints() {
        return runtime.switchPoints();
    }

    @Override
    public boolean isUnwinding() {
        return runtime.isUnwinding();
    }

    @Override
    public String uniqueId() {
        return runtime.uniqueId();
    }

    @Override
    public void join(String uniqueId, int pe, int nPes) {
        runtime.join(uniqueId, pe, nPes);
    }

    @Override
    public ThreadLevel init(ThreadLevel requested) {
        return runtime.init(requested);
    }

    @Override
    public void shutdown(Runnable last) {
        runtime.shutdown(last);
    }

    @Override
    public boolean isInitialized() {
        return runtime.isInitialized();
    }

    @Override
    public ThreadLevel threadLevel() {
        return runtime.threadLevel();
    }

    @Override
    public void globalExit(int status) {
        runtime.globalExit(status);
    }

    @Override
    public int myPe() {
        return runtime.myPe();
    }

    @Override
    public int nPes() {
        return runtime.nPes();
    }

    @Override
    public void barrierAll() {
        final long token = before(BARRIER_ALL, 0);
        runtime.barrierAll();
        after(BARRIER_ALL, 0, token);
    }

    @Override
    public void syncAll() {
        final long token = before(SYNC_ALL, 0);
        runtime.syncAll();
        after(SYNC_ALL, 0, token);
    }

    @Override
    public Allocation allocate(AllocationCall call, ElementKind type, long bytes, long alignment, long hints) {
        final long token = before(MALLOC, bytes);
        final Allocation result = runtime.allocate(call, type, bytes, alignment, hints);
        after(MALLOC, bytes, token);
        return result;
    }

    @Override
    public Allocation reallocate(Allocation allocation, long bytes) {
        final long token = before(REALLOC, bytes);
        final Allocation result = runtime.reallocate(allocation, bytes);
        after(REALLOC, bytes, token);
        return result;
    }

    @Override
    public void free(Allocation allocation) {
        final long bytes = allocation.bytes;
        final long token = before(FREE, bytes);
        runtime.free(allocation);
        after(FREE, bytes, token);
    }

    @Override
    public Allocation allocateShared(ElementKind type, long bytes, long alignment) {
        final long token = before(ALLOCATE_SHARED, bytes);
        final Allocation result = runtime.allocateShared(type, bytes, alignment);
        after(ALLOCATE_SHARED, bytes, token);
        return result;
    }

    @Override
    public Allocation findShared(ElementKind type, long handle) {
        return runtime.findShared(type, handle);
    }

    @Override
    public Allocation reallocateShared(Allocation allocation, long bytes) {
        final long token = before(REALLOC_SHARED, bytes);
        final Allocation result = runtime.reallocateShared(allocation, bytes);
        after(REALLOC_SHARED, bytes, token);
        return result;
    }

    @Override
    public void freeShared(Allocation allocation) {
        final long bytes = allocation.bytes;
        final long token = before(FREE_SHARED, bytes);
        runtime.freeShared(allocation);
        after(FREE_SHARED, bytes, token);
    }

    @Override
    public void setLock(long offset) {
        final long token = before(SET_LOCK, 0);
        runtime.setLock(offset);
        after(SET_LOCK, 0, token);
    }

    @Override
    public boolean tryLock(long offset) {
        final long token = before(TEST_LOCK, 0);
        final boolean result = runtime.tryLock(offset);
        after(TEST_LOCK, 0, token);
        return result;
    }

    @Override
    public void clearLock(long offset) {
        final long token = before(CLEAR_LOCK, 0);
        runtime.clearLock(offset);
        after(CLEAR_LOCK, 0, token);
    }

    @Override
    public long addressOf(long offset, int pe) {
        return runtime.addressOf(offset, pe);
    }

    @Override
    public int nodeOf(int pe) {
        return runtime.nodeOf(pe);
    }

    @Override
    public void watchHandlers(Supplier<String> running, Runnable end) {
        runtime.watchHandlers(running, end);
    }

    @Override
    public long flowBufferBytes() {
        return runtime.flowBufferBytes();
    }

    @Override
    public void run(Operation operation, Runnable call) {
        final long token = before(operation, 0);
        runtime.run(operation, call);
        after(operation, 0, token);
    }

    @Override
    public boolean peAccessible(int pe) {
        return runtime.peAccessible(pe);
    }

    @Override
    public long heapOffset(long address, long bytes) {
        return runtime.heapOffset(address, bytes);
    }

    @Override
    public long heapBytes() {
        return runtime.heapBytes();
    }

    @Override
    public NetworkUse networkUse() {
        return runtime.networkUse();
    }

    @Override
    public ResourceUse resourceUse() {
        return runtime.resourceUse();
    }

    @Override
    public MemorySegment view(long address, long bytes) {
        return runtime.view(address, bytes);
    }

    @Override
    public MemorySegment memory() {
        return runtime.memory();
    }

    @Override
    public long pause(long turn, Awaited what, long where) {
        return runtime.pause(turn, what, where);
    }

    @Override
    public void waited(long word, long value) {
        runtime.waited(word, value);
    }

    @Override
    public void tested(long first, long word, long value) {
        runtime.tested(first, word, value);
    }

    @Override
    public boolean needsProgress() {
        return runtime.needsProgress();
    }

    @Override
    public boolean progress() {
        return runtime.progress();
    }

    @Override
    public synchronized ShmemTeam worldTeam() {
        if (world == null) {
            world = wrap(runtime.worldTeam());
        }
        return world;
    }

    @Override
    public synchronized ShmemTeam sharedTeam() {
        if (shared == null) {
            shared = wrap(runtime.sharedTeam());
        }
        return shared;
    }
}
