package org.jshmem.threads.job;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** One job: its PEs, their heaps side by side in one block of memory, and the locks. */
public final class Job {
    /** The largest alignment that programs can ask for. */
    private static final long ALIGNMENT = 16L << 20;

    private final Members world;
    private final Map<Long, Semaphore> locks = new ConcurrentHashMap<>();
    private long heapBytes;
    private long strideBytes;
    private long base;
    private Arena arena;

    /** @param nPes how many PEs */
    public Job(int nPes) {
        world = new Members(nPes, pe -> pe);
    }

    /** All PEs. */
    public Members world() {
        return world;
    }

    /**
     * Starts the library for the first PE that comes, each time that it is started. Heaps are mapped once.
     *
     * @param bytes the size of each heap
     */
    public synchronized void start(long bytes) {
        if (base == 0) {
            heapBytes = bytes;
            strideBytes = roundedUp(bytes);
            base = roundedUp(Memory.map(Math.addExact(Math.multiplyExact(strideBytes, world.size()), ALIGNMENT)));
        }
        if (arena == null) {
            arena = Arena.ofShared();
        }
    }

    private static long roundedUp(long number) {
        return Math.addExact(number, ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** Ends the views of memory; the first PE that comes does so. */
    public synchronized void end() {
        if (arena != null) {
            arena.close();
            arena = null;
        }
    }

    /** The size of each heap. */
    public synchronized long heapBytes() {
        return heapBytes;
    }

    /** Where the first heap is. */
    public synchronized long base() {
        return base;
    }

    /** Bytes from the start of a heap to that of the next. */
    public synchronized long strideBytes() {
        return strideBytes;
    }

    /** Memory as a segment, until the library ends. */
    public synchronized MemorySegment view(long address, long bytes) {
        return Memory.ofAddress(address, bytes, arena);
    }

    /** The lock of a word, which all PEs name by the same offset; who waits first has it first. */
    public Semaphore lock(long offset) {
        return locks.computeIfAbsent(offset, any -> new Semaphore(1, true));
    }
}
