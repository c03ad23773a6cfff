package org.jshmem.spi;

import java.lang.foreign.MemorySegment;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.ThreadLevel;

/**
 * The runtime behind the API. A JVM has one, which {@link ServiceLoader} finds when {@code Shmem} is first used.
 *
 * <p>Unless stated otherwise, methods throw {@link IllegalStateException} before {@code init} and after
 * {@code shutdown}.
 */
public abstract class ShmemProvider {
    /** {@link #pause} returns at least this value once a wait has lasted for longer than a thread spins. */
    public static final long LATE = 1L << 62;

    /** Called by the service loader. */
    protected ShmemProvider() {}

    /**
     * The provider that the API calls, also for modules above the API. The first call loads it.
     *
     * @return the same object for the life of the JVM
     * @throws ShmemException if there is no runtime
     */
    public static ShmemProvider current() {
        return Current.PROVIDER;
    }

    /** Loads the provider once. */
    private static final class Current {
        static final ShmemProvider PROVIDER = load();
    }

    /**
     * Finds the runtime, and the tools that stand before it.
     *
     * @return the provider that the program calls: the first one on the class or module path, or a tool before it
     * @throws ShmemException if there is none
     */
    private static ShmemProvider load() {
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
     * Creates the id of a job whose PEs no launcher starts and which meet at this process; may be called at any time,
     * by any thread.
     *
     * @return text for {@link #join}, which contains a secret
     * @throws ShmemException if the process cannot listen for PEs
     */
    public abstract String uniqueId();

    /**
     * Joins a job whose PEs meet by an id instead of through a launcher; called before {@link #init}, collective.
     *
     * @param uniqueId what {@link #uniqueId} returned in one process
     * @param pe the number of this PE
     * @param nPes the number of PEs
     * @throws IllegalArgumentException if the id is malformed or a number is out of range
     * @throws IllegalStateException if this process is already another PE
     * @throws ShmemException if the process that made the id cannot be reached, or does not admit this PE
     */
    public abstract void join(String uniqueId, int pe, int nPes);

    /**
     * Starts the library, or counts one more use of it; may be called at any time.
     *
     * @param requested the thread level that the program needs
     * @return the level it gets
     */
    public abstract ThreadLevel init(ThreadLevel requested);

    /**
     * Undoes one {@link #init}; collective. The last shutdown frees all symmetric memory. If the thread calls this
     * because of an exception while other PEs go on, the method returns early, and another thread ends the library when
     * the other PEs have arrived.
     *
     * @param last called by the last shutdown when all PEs have arrived and before anything ends. It can use the whole
     *     library. The calling thread may be one of the library's own
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
     * @param status the exit status of the job; only 0 is a success, even if a process cannot exit with the status
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

    /** Completes the operations of the default context, then waits until every PE has called this. */
    public abstract void barrierAll();

    /** Waits until every PE has called this; completes stores, not operations. */
    public abstract void syncAll();

    /**
     * The context of {@code Shmem}'s own operations; may be called at any time, but its operations may not.
     *
     * @return the default context, the same object for the life of the JVM
     */
    public abstract ShmemContext defaultContext();

    /**
     * The team of all PEs; may be called at any time, but its operations may not.
     *
     * @return the same object for the life of the JVM
     */
    public abstract ShmemTeam worldTeam();

    /**
     * The team of the PEs whose heaps are mapped here; may be called at any time, but its operations may not.
     *
     * @return the same object for the life of the JVM
     */
    public abstract ShmemTeam sharedTeam();

    /**
     * Makes a context for all PEs.
     *
     * @param options a union of {@code CTX_} constants
     * @return a new context
     */
    public abstract ShmemContext createContext(long options);

    /**
     * Allocates a block; collective.
     *
     * @param call which routine allocates
     * @param type the element type
     * @param bytes at least 1
     * @param alignment a power of two in bytes, or 0 for no particular alignment
     * @param hints a union of {@code MALLOC_} constants
     * @return the block
     */
    public abstract Allocation allocate(AllocationCall call, ElementKind type, long bytes, long alignment, long hints);

    /**
     * Changes the size of a block, keeping its content up to the smaller size; collective.
     *
     * @param allocation a live block; it can no longer be used afterwards
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
     * @param type the element type
     * @param bytes at least 1
     * @param alignment a power of two in bytes, or 0 for no particular alignment
     * @return the block
     */
    public abstract Allocation allocateShared(ElementKind type, long bytes, long alignment);

    /**
     * Finds a block of the shared heap of any node.
     *
     * @param type the element type
     * @param handle {@link Allocation#handle} of the PE that has allocated it
     * @return the block, as this PE sees it
     */
    public abstract Allocation findShared(ElementKind type, long handle);

    /**
     * Changes the size of a shared block, keeping its content up to the smaller size, on this PE alone.
     *
     * @param allocation a live block; it can no longer be used afterwards, unless this throws
     * @param bytes at least 1
     * @return the block that replaces it, owned by this PE
     */
    public abstract Allocation reallocateShared(Allocation allocation, long bytes);

    /**
     * Frees a shared block, on this PE alone, whichever PE has allocated it.
     *
     * @param allocation a live block
     */
    public abstract void freeShared(Allocation allocation);

    /**
     * Waits for a lock and acquires it.
     *
     * @param offset the lock, in bytes from the start of the symmetric heap
     */
    public abstract void setLock(long offset);

    /**
     * Acquires a lock unless another PE or thread has it.
     *
     * @param offset the lock, in bytes from the start of the symmetric heap
     * @return whether this PE has it now
     */
    public abstract boolean tryLock(long offset);

    /**
     * Completes the operations of the default context and releases a lock.
     *
     * @param offset the lock, in bytes from the start of the symmetric heap
     */
    public abstract void clearLock(long offset);

    /**
     * Where a PE's copy of symmetric memory is mapped in this process.
     *
     * @param offset bytes from the start of the symmetric heap
     * @param pe a PE of the job
     * @return its address here, or 0 if loads and stores cannot reach it
     */
    public abstract long addressOf(long offset, int pe);

    /**
     * The node of a PE: the set of PEs that share the shared heap.
     *
     * @param pe a PE of the job
     * @return a number from 0
     */
    public abstract int nodeOf(int pe);

    /**
     * Has collective calls throw in the handlers of a module above the API, and tells it of the last shutdown; may be
     * called at any time.
     *
     * @param running describes the handler that the calling thread runs; returns null if it runs none
     * @param end called by each last shutdown, in its thread, before memory ends
     */
    public abstract void watchHandlers(Supplier<String> running, Runnable end);

    /**
     * The size of a buffer of a flow.
     *
     * @return bytes
     */
    public abstract long flowBufferBytes();

    /**
     * Runs a call of a module above the API, which tools see as an operation.
     *
     * @param operation what the call does
     * @param call the call; it waits for other PEs
     */
    public void run(Operation operation, Runnable call) {
        call.run();
    }

    /**
     * Whether operations can reach a PE.
     *
     * @param pe any number
     * @return false if {@code pe} is not a PE of the job
     */
    public abstract boolean peAccessible(int pe);

    /**
     * The symmetric address of memory that is given by its address in this process.
     *
     * @param address an address of this process
     * @param bytes how many bytes from there
     * @return bytes from the start of the symmetric heap, or −1 unless all of it lies in one live block of this PE's
     *     heap
     */
    public abstract long heapOffset(long address, long bytes);

    /**
     * The size of the symmetric heap of each PE.
     *
     * @return bytes
     */
    public abstract long heapBytes();

    /**
     * This PE's current use of the network; may be called at any time, by any thread.
     *
     * @return the use; {@link NetworkUse#NONE} without a network, before init and after the last shutdown
     */
    public abstract NetworkUse networkUse();

    /**
     * Counts the resources that this PE holds. The numbers are exact while no PE of the node allocates or frees.
     *
     * @return the use; {@link ResourceUse#NONE} before init and after the last shutdown
     */
    public abstract ResourceUse resourceUse();

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
     * pause(turn, what, where);}. It spins at first, then yields, then sleeps. The caller tests the condition between
     * two calls.
     *
     * @param turn 0, or what the last call returned
     * @param what describes what the thread waits for, in the report of a hang
     * @param where passed to {@code what}, which describes this place
     * @return what to pass to the next call
     */
    public abstract long pause(long turn, Awaited what, long where);

    /**
     * Tells tools that a wait has ended in which {@link #pause} was called. Does nothing in the runtime.
     *
     * @param word the address of the element that satisfies the comparison; 0 if the wait was for something else
     * @param value the element's value
     */
    public void waited(long word, long value) {}

    /**
     * Tells tools of a test of elements of this PE. Does nothing in the runtime.
     *
     * @param first the address of the first element that was looked at
     * @param word the address of the element that satisfies the comparison; 0 if none does
     * @param value the element's value
     */
    public void tested(long first, long word, long value) {}

    /**
     * Whether there are PEs on other nodes, whose operations on this PE may need calls of this PE. If so, code that
     * polls memory calls {@link #progress()} whenever a test fails. May be called at any time; init sets the value.
     *
     * @return false if all PEs share memory
     */
    public abstract boolean needsProgress();

    /**
     * Makes progress once and returns at once: handles what has arrived from other nodes. May be called at any time.
     *
     * @return whether there was anything
     */
    public abstract boolean progress();

    /**
     * Passes a control call of the program to its tools; does nothing without tools.
     *
     * @param level what the tools do, as each tool defines it
     * @param arguments further arguments for the tools
     */
    public void pcontrol(int level, Object... arguments) {}

    /**
     * The sizes at which operations change their method, on any transport, for tests of sizes around them; may be
     * called at any time.
     *
     * @return bytes, in ascending order; empty if the runtime does not report them
     */
    public long[] switchPoints() {
        return new long[0];
    }

    /**
     * Whether an exception unwinds the stack of the calling thread, so that this is called in the {@code close()} or
     * {@code finally} of a block that the exception leaves. Takes milliseconds.
     *
     * @return false if that cannot be told
     */
    public boolean isUnwinding() {
        return false;
    }
}
