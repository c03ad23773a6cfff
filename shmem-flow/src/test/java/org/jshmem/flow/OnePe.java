package org.jshmem.flow;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.ShmemTeam;
import org.jshmem.heap.Memory;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingProvider;
import org.jshmem.spi.Operation;

/** What flows and distributed arrays use of a runtime, for the only PE of a team. The job may have more. */
public final class OnePe extends ForwardingProvider {
    /** The PEs of the job. If it has more than the team, arrays lie in shared memory, and no PE maps that of others. */
    static int pes = 1;

    /** Whether there is no shared memory for anything but flows. */
    static boolean isFull;

    /** Whether symmetric memory of other PEs is mapped. */
    static boolean isMapped = true;

    /** The blocks of flows for which there is shared memory. */
    static int room = Integer.MAX_VALUE;

    /** What flows do at the last shutdown. */
    static Runnable shutdown;

    private static final Map<Long, Allocation> BLOCKS = new ConcurrentHashMap<>();
    private static final Map<Allocation, MemorySegment> MEMORY = new ConcurrentHashMap<>();

    /** Called by the service loader. */
    public OnePe() {
        super(null);
    }

    /** The blocks that were not freed. */
    static int blocks() {
        return BLOCKS.size();
    }

    /** Frees what a failed flow has left. */
    static void clear() {
        BLOCKS.clear();
        MEMORY.clear();
    }

    private static Allocation keep(Allocation block, MemorySegment memory) {
        BLOCKS.put(block.address, block);
        MEMORY.put(block, memory);
        return block;
    }

    private static void drop(Allocation block) {
        if (MEMORY.remove(block) == null) {
            throw new IllegalStateException(block + " is freed twice");
        }
        BLOCKS.remove(block.address);
        block.live = false;
    }

    private static MemorySegment cleared(long bytes) {
        return Arena.ofAuto().allocate(bytes, Block.LINE);
    }

    @Override
    public Allocation allocate(AllocationCall call, ElementKind type, long bytes, long alignment, long hints) {
        final MemorySegment memory = cleared(bytes);
        final long address = memory.address();
        return keep(new Allocation(address, address, bytes, alignment, hints, call), memory);
    }

    @Override
    public void free(Allocation allocation) {
        drop(allocation);
    }

    @Override
    public Allocation allocateShared(ElementKind type, long bytes, long alignment) {
        if (alignment != Block.LINE ? isFull : --room < 0) {
            throw new ShmemOutOfMemoryException("full");
        }
        final MemorySegment memory = cleared(bytes).fill((byte) 1);
        final long address = memory.address();
        return keep(new Allocation(address, bytes, address, 0, 0, 0), memory);
    }

    @Override
    public Allocation findShared(ElementKind type, long handle) {
        return BLOCKS.get(handle);
    }

    @Override
    public void freeShared(Allocation allocation) {
        drop(allocation);
    }

    @Override
    public MemorySegment memory() {
        return Memory.ALL;
    }

    @Override
    public MemorySegment view(long address, long bytes) {
        return Memory.ALL.asSlice(address, bytes);
    }

    @Override
    public long addressOf(long offset, int pe) {
        return isMapped ? offset : 0;
    }

    @Override
    public int nodeOf(int pe) {
        return 0;
    }

    @Override
    public int myPe() {
        return 0;
    }

    @Override
    public int nPes() {
        return pes;
    }

    @Override
    public long flowBufferBytes() {
        return 256;
    }

    @Override
    public void watchHandlers(Supplier<String> running, Runnable end) {
        shutdown = end;
    }

    @Override
    public void run(Operation operation, Runnable body) {
        body.run();
    }

    @Override
    public void waited(long word, long value) {}

    @Override
    public boolean needsProgress() {
        return false;
    }

    @Override
    public long pause(long turn, Awaited what, long where) {
        throw new IllegalStateException("waits for " + what.describe(where));
    }

    @Override
    public ShmemContext defaultContext() {
        return new OneContext();
    }

    @Override
    public synchronized ShmemTeam worldTeam() {
        return new OneTeam();
    }

    @Override
    public synchronized ShmemTeam sharedTeam() {
        return worldTeam();
    }

    @Override
    protected ShmemContext wrap(ShmemContext context, ShmemTeam team) {
        return context;
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return team;
    }
}
