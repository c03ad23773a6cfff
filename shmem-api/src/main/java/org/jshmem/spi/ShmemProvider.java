package org.jshmem.spi;

import java.lang.foreign.MemorySegment;
import java.util.ServiceLoader;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.ThreadLevel;

/**
 * The runtime behind the API, one in a JVM, found by {@link ServiceLoader} when {@code Shmem} is first used.
 *
 * <p>Unless said otherwise methods throw {@link IllegalStateException} outside of {@code init} and {@code shutdown}.
 */
public abstract class ShmemProvider {
    /** What {@link #pause} returns is at least this once a wait has lasted for longer than a thread spins. */
    public static final long LATE = 1L << 62;

    /** Called by the service loader. */
    protected ShmemProvider() {}

    /**
     * Finds the runtime, and the tools that are to stand before it.
     *
     * @return what the program calls: the first provider on the class or module path, or a tool before it
     * @throws ShmemException if there is none
     */
    public static ShmemProvider load() {
        return ShmemTool.before(runtime());
    }

    private static ShmemProvider runtime() {
        return ServiceLoader.load(ShmemProvider.class, ShmemProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new ShmemException(
                        "no JSHMEM runtime found: put shmem-internal, symmetric-heap and a transport on the"
                                + " class path"));
    }

    /**
     * Makes an id by which PEs without a launcher meet at this process; may be called at any time, by any thread.
     *
     * @return text for {@link #join}, with a secret in it
     * @throws ShmemException if the process cannot listen for PEs
     */
    public abstract String uniqueId();

    /**
     * Joins a job whose PEs meet by an id, in place of that of a launcher; before {@link #init}, collective.
     *
     * @param uniqueId what {@link #uniqueId} returned in one process
     * @param pe the number of this PE
     * @param nPes the number of PEs
     * @throws IllegalArgumentException if the id or a number is none
     * @throws IllegalStateException if this process is another PE already
     * @throws ShmemException if the process that made the id cannot be reached, or does not admit this PE
     */
    public abstract void join(String uniqueId, int pe, int nPes);

    /**
     * Starts or joins the library; may be called at any time, calls are counted.
     *
     * @param requested the thread level the program wants
     * @return the level it gets
     */
    public abstract ThreadLevel init(ThreadLevel requested);

    /**
     * Undoes one {@link #init}; collective. The last one frees all symmetric memory. If an exception has brought the
     * thread here while other PEs go on, this returns before the end, which another thread then makes when the other
     * PEs have come.
     *
     * @param last called by the last one when all PEs have come, before anything ends: the whole library can be used;
     *     the thread may be one of the library
     */
    public abstract void shutdown(Runnable last);

    /**
     * Whether the library is between the first init and the last shutdown; may be called at any time.
     *
     * @return true between the two
     */
    public abstract boolean isInitialized();

    /**
     * The level that {@link #init} gave.
     *
     * @return the thread level
     */
    public abstract ThreadLevel threadLevel();

    /**
     * Ends all PEs of the job.
     *
     * @param status the exit status of the job; only 0 is a success, also where a process cannot exit with the status
     */
    public abstract void globalExit(int status);

    /**
     * This PE's number.
     *
     * @return 0 … {@link #nPes()} − 1
     */
    public abstract int myPe();

    /**
     * The number of PEs of the job.
     *
     * @return at least 1
     */
    public abstract int nPes();

    /** Quiets the default context, then waits until every PE has called this. */
    public abstract void barrierAll();

    /** Waits until every PE has called this; completes stores, not operations. */
    public abstract void syncAll();

    /**
     * The context of {@code Shmem}'s own operations; may be called at any time, its operations not.
     *
     * @return the default context, the same object for the life of the JVM
     */
    public abstract ShmemContext defaultContext();

    /**
     * The team of all PEs; may be called at any time, its operations not.
     *
     * @return the same object for the life of the JVM
     */
    public abstract ShmemTeam worldTeam();

    /**
     * The team of the PEs whose heaps are mapped here; may be called at any time, its operations not.
     *
     * @return the same object for the life of the JVM
     */
    public abstract ShmemTeam sharedTeam();

    /**
     * Makes a context on all PEs.
     *
     * @param options a union of {@code CTX_} constants
     * @return a new context
     */
    public abstract ShmemContext createContext(long options);

    /**
     * Allocates a block; collective.
     *
     * @param call which of the calls it is
     * @param type what is in it
     * @param bytes at least 1
     * @param alignment a power of two in bytes, or 0 for none in particular
     * @param hints a union of {@code MALLOC_} constants
     * @return the block
     */
    public abstract Allocation allocate(AllocationCall call, ElementKind type, long bytes, long alignment, long hints);

    /**
     * Changes the size of a block, keeping its content up to the smaller size; collective.
     *
     * @param allocation a live block; dead afterwards
     * @param bytes at least 1
     * @return the block that replaces it
     */
    public abstract Allocation reallocate(Allocation allocation, long bytes);

    /**
     * Frees a block; collective.
     *
     * @param allocation a live block
     */
    public abstract void free(Allocation allocation);

    /**
     * Allocates a block of the shared heap, on this PE alone.
     *
     * @param type what is in it
     * @param bytes at least 1
     * @param alignment a power of two in bytes, or 0 for none in particular
     * @return the block
     */
    public abstract Allocation allocateShared(ElementKind type, long bytes, long alignment);

    /**
     * Finds a block of the shared heap of any node.
     *
     * @param type what is in it
     * @param handle {@link Allocation#handle} of the PE that has allocated it
     * @return the block, as this PE sees it
     */
    public abstract Allocation findShared(ElementKind type, long handle);

    /**
     * Changes the size of a shared block, keeping its content up to the smaller size, on this PE alone.
     *
     * @param allocation a live block; dead afterwards, unless this throws
     * @param bytes at least 1
     * @return the block that replaces it, which is this PE's
     */
    public abstract Allocation reallocateShared(Allocation allocation, long bytes);

    /**
     * Frees a shared block, on this PE alone, whichever PE has allocated it.
     *
     * @param allocation a live block
     */
    public abstract void freeShared(Allocation allocation);

    /**
     * Waits for a lock and takes it.
     *
     * @param offset the lock, in bytes from the start of the symmetric heap
     */
    public abstract void setLock(long offset);

    /**
     * Takes a lock unless another PE or thread has it.
     *
     * @param offset the lock, in bytes from the start of the symmetric heap
     * @return whether this PE has it now
     */
    public abstract boolean tryLock(long offset);

    /**
     * Quiets the default context and gives a lock back.
     *
     * @param offset the lock, in bytes from the start of the symmetric heap
     */
    public abstract void clearLock(long offset);

    /**
     * Where a PE's copy of symmetric memory is mapped in this process.
     *
     * @param offset bytes from the start of the symmetric heap
     * @param pe a PE of the job
     * @return its address here, or 0 where it cannot be reached by loads and stores
     */
    public abstract long addressOf(long offset, int pe);

    /**
     * Whether operations can reach a PE.
     *
     * @param pe any number
     * @return false where it is not a PE of the job
     */
    public abstract boolean peAccessible(int pe);

    /**
     * The symmetric address of memory given by its own address.
     *
     * @param address an address of this process
     * @param bytes how many bytes from there
     * @return bytes from the start of the symmetric heap, or −1 unless all of it lies in one live block of this PE's
     *     heap
     */
    public abstract long heapOffset(long address, long bytes);

    /**
     * The size of the symmetric heap, of which every PE has one.
     *
     * @return bytes
     */
    public abstract long heapBytes();

    /**
     * What this PE has of the network now; may be called at any time, by any thread.
     *
     * @return {@link NetworkUse#NONE} where there is no network, and before init and after the last shutdown
     */
    public abstract NetworkUse networkUse();

    /**
     * A view of memory of this node that lives until the last shutdown.
     *
     * @param address an address in a mapped heap
     * @param bytes its length
     * @return the view
     */
    public abstract MemorySegment view(long address, long bytes);

    /**
     * All memory of this process as one segment, for local access to symmetric arrays; may be called at any time.
     *
     * @return a segment at address 0 whose length covers every address
     */
    public abstract MemorySegment memory();

    /**
     * Passes a moment of waiting for a word of this PE's memory: {@code long turn = 0; while (!condition) turn =
     * pause(turn, what, where);}. It spins at first, then yields, then sleeps. The condition is looked at between two
     * calls.
     *
     * @param turn 0, or what the last call returned
     * @param what what is waited for, for the report of a hang
     * @param where which of those that {@code what} knows
     * @return what to pass to the next call
     */
    public abstract long pause(long turn, Awaited what, long where);

    /**
     * Whether there are PEs of other nodes, whose operations on this PE may need calls of this one: then whoever looks
     * at memory in vain calls {@link #progress()}. May be called at any time; init decides.
     *
     * @return false where all PEs share memory
     */
    public abstract boolean needsProgress();

    /**
     * Makes progress once and returns at once: handles what has come from other nodes. May be called at any time.
     *
     * @return whether there was anything
     */
    public abstract boolean progress();

    /**
     * A word of the program to its tools; nothing where there is none.
     *
     * @param level what they are to do, as the tool defines it
     * @param arguments more for the tool
     */
    public void pcontrol(int level, Object... arguments) {}

    /**
     * Sizes at which operations change their way, on any transport, for tests that look around them; may be called at
     * any time.
     *
     * @return bytes, in ascending order; none where the runtime does not say
     */
    public long[] switchPoints() {
        return new long[0];
    }
}
