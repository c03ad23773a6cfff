package org.jshmem.threads;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.ShmemTeam;
import org.jshmem.ThreadLevel;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.NetworkUse;
import org.jshmem.spi.ResourceUse;
import org.jshmem.spi.ShmemProvider;
import org.jshmem.threads.job.Job;
import org.jshmem.threads.job.Memory;
import org.jshmem.threads.job.PeLoader;

/**
 * One PE, whose number its class loader knows; with any other class loader it is the only one of its job.
 *
 * <p>Operations are done when they return, so quiet and fence only order memory accesses. There is no shared heap and
 * there are no messages, which are beyond OpenSHMEM.
 */
public final class ThreadProvider extends ShmemProvider {
    private static final int SPINS = 20;
    private static final int YIELDS = 1000;
    private static final long NAP_NS = 50_000;

    private final Job job;
    private final int me;
    private final ThreadTeam world;
    private final ThreadTeam shared;
    private final ThreadContext defaultContext;
    private final List<Allocation> live = new ArrayList<>();
    private FirstFit places;
    private long base;
    private long strideBytes;
    private Thread initThread;
    private ThreadLevel level;
    private final AtomicInteger inits = new AtomicInteger();

    /** For the service loader. */
    public ThreadProvider() {
        if (ThreadProvider.class.getClassLoader() instanceof PeLoader loader) {
            job = loader.job();
            me = loader.pe();
        } else {
            job = new Job(1);
            me = 0;
        }
        world = new ThreadTeam(this, job.world(), me, "TEAM_WORLD");
        shared = new ThreadTeam(this, job.world(), me, "TEAM_SHARED");
        defaultContext = new ThreadContext(world, this);
    }

    /** The address of a place in the heap of a PE. */
    long addressIn(long offset, int pe) {
        return base + pe * strideBytes + offset;
    }

    void requireInitialized() {
        if (inits.get() == 0) {
            throw new IllegalStateException("the library is not initialised; call init() first");
        }
    }

    /** Waits until all PEs are here. */
    private void meet() {
        job.world().gather().all(me, null);
    }

    @Override
    public String uniqueId() {
        throw beyond("a start by an id");
    }

    @Override
    public void join(String uniqueId, int pe, int nPes) {
        throw beyond("a start by an id");
    }

    @Override
    public ThreadLevel init(ThreadLevel requested) {
        if (inits.get() == 0) {
            final long heapBytes = Settings.heapBytes();
            job.start(heapBytes);
            base = job.base();
            strideBytes = job.strideBytes();
            places = new FirstFit(heapBytes);
            initThread = Thread.currentThread();
            level = requested;
            if (me == 0) {
                Settings.print();
            }
            meet();
        }
        inits.incrementAndGet();
        return level;
    }

    @Override
    public void shutdown(Runnable last) {
        requireInitialized();
        if (Thread.currentThread() != initThread) {
            throw new IllegalStateException("shutdown is for the thread that called init, " + initThread.getName()
                    + ", not for " + Thread.currentThread().getName());
        }
        meet();
        if (inits.get() == 1) {
            last.run();
            meet();
            live.forEach(block -> block.live = false);
            live.clear();
            job.end();
            meet();
        }
        inits.decrementAndGet();
    }

    @Override
    public boolean isInitialized() {
        return inits.get() > 0;
    }

    @Override
    public ThreadLevel threadLevel() {
        requireInitialized();
        return level;
    }

    @Override
    public void globalExit(int status) {
        requireInitialized();
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(status);
    }

    @Override
    public int myPe() {
        requireInitialized();
        return me;
    }

    /** Known before init, too. */
    int number() {
        return me;
    }

    @Override
    public int nPes() {
        requireInitialized();
        return job.world().size();
    }

    @Override
    public void barrierAll() {
        requireInitialized();
        meet();
    }

    @Override
    public void syncAll() {
        barrierAll();
    }

    @Override
    public ShmemContext defaultContext() {
        return defaultContext;
    }

    @Override
    public ShmemTeam worldTeam() {
        return world;
    }

    @Override
    public ShmemTeam sharedTeam() {
        return shared;
    }

    @Override
    public ShmemContext createContext(long options) {
        requireInitialized();
        return new ThreadContext(world, this);
    }

    @Override
    public Allocation allocate(AllocationCall call, ElementKind type, long bytes, long alignment, long hints) {
        requireInitialized();
        final Allocation block = place(bytes, alignment, hints);
        if (call == AllocationCall.CALLOC) {
            Memory.ALL.asSlice(block.address, bytes).fill((byte) 0);
        }
        meet();
        return block;
    }

    private synchronized Allocation place(long bytes, long alignment, long hints) {
        final long offset = places.allocate(bytes, alignment);
        if (offset < 0) {
            throw new ShmemOutOfMemoryException("no room for " + bytes + " bytes in the symmetric heap of "
                    + job.heapBytes() + "; free something, or set SHMEM_SYMMETRIC_SIZE to more");
        }
        final Allocation block = new Allocation(offset, addressIn(offset, me), bytes, alignment, hints, null);
        live.add(block);
        return block;
    }

    @Override
    public Allocation reallocate(Allocation allocation, long bytes) {
        requireInitialized();
        meet();
        final Allocation block = place(bytes, allocation.alignment, allocation.hints);
        MemorySegment.copy(
                Memory.ALL, allocation.address, Memory.ALL, block.address, Math.min(bytes, allocation.bytes));
        release(allocation);
        meet();
        return block;
    }

    @Override
    public void free(Allocation allocation) {
        requireInitialized();
        meet();
        release(allocation);
    }

    private synchronized void release(Allocation block) {
        block.live = false;
        live.remove(block);
        places.free(block.offset);
    }

    @Override
    public Allocation allocateShared(ElementKind type, long bytes, long alignment) {
        throw beyond("shared memory");
    }

    @Override
    public Allocation findShared(ElementKind type, long handle) {
        throw beyond("shared memory");
    }

    @Override
    public Allocation reallocateShared(Allocation allocation, long bytes) {
        throw beyond("shared memory");
    }

    @Override
    public void freeShared(Allocation allocation) {
        throw beyond("shared memory");
    }

    static UnsupportedOperationException beyond(String what) {
        return new UnsupportedOperationException(
                what + " is beyond OpenSHMEM, and not there where PEs are threads; run the program by shmemrun");
    }

    private Semaphore lock(long offset) {
        requireInitialized();
        return job.lock(offset);
    }

    @Override
    public void setLock(long offset) {
        lock(offset).acquireUninterruptibly();
    }

    /**
     * Virtual threads of all PEs share carriers, and one that asks in a loop, yielding in between, may keep the holder
     * from running: the scheduler takes those that have just yielded first.
     */
    @Override
    public boolean tryLock(long offset) {
        final boolean locked = lock(offset).tryAcquire();
        if (!locked && Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(NAP_NS);
        }
        return locked;
    }

    @Override
    public void clearLock(long offset) {
        lock(offset).release();
    }

    @Override
    public long addressOf(long offset, int pe) {
        return addressIn(offset, world.worldPe(pe));
    }

    @Override
    public int nodeOf(int pe) {
        return 0;
    }

    @Override
    public void watchHandlers(Supplier<String> running, Runnable end) {
        throw new UnsupportedOperationException("flows");
    }

    @Override
    public long flowBufferBytes() {
        throw new UnsupportedOperationException("flows");
    }

    @Override
    public boolean peAccessible(int pe) {
        return pe >= 0 && pe < nPes();
    }

    @Override
    public synchronized long heapOffset(long address, long bytes) {
        requireInitialized();
        final long offset = address - addressIn(0, me);
        return offset >= 0 && places.holds(offset, bytes) ? offset : -1;
    }

    @Override
    public long heapBytes() {
        requireInitialized();
        return job.heapBytes();
    }

    @Override
    public NetworkUse networkUse() {
        return NetworkUse.NONE;
    }

    @Override
    public ResourceUse resourceUse() {
        return ResourceUse.NONE;
    }

    @Override
    public MemorySegment view(long address, long bytes) {
        return job.view(address, bytes);
    }

    @Override
    public MemorySegment memory() {
        return Memory.ALL;
    }

    @Override
    public long pause(long turn, Awaited what, long where) {
        if (turn < SPINS) {
            Thread.onSpinWait();
        } else if (turn < YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(NAP_NS);
        }
        return turn + 1;
    }

    @Override
    public boolean needsProgress() {
        return false;
    }

    @Override
    public boolean progress() {
        return false;
    }
}
