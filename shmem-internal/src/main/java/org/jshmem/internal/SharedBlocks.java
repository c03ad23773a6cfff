package org.jshmem.internal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.BlockHandle;
import org.jshmem.heap.BlockTables;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.Memory;
import org.jshmem.heap.SharedHeap;
import org.jshmem.internal.config.Setting;
import org.jshmem.internal.config.Warnings;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NodeMemory;
import org.jshmem.internal.transport.Topology;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.RuntimeEvents;

/**
 * The blocks of the node's shared heap that this PE knows: those that it has allocated, and those of other PEs that it
 * has found by their handles. All arrays of this PE over a block share one {@link Allocation}, so that the end of the
 * block ends them all.
 *
 * <p>Blocks of other nodes are in {@link RemoteBlocks}.
 *
 * <p>That another PE has freed a block is noticed by each check that reads the block's state ({@link SharedHeap}), and
 * at the latest when its entry gets another block.
 *
 * <p>Any thread may call; no other process has a part in the lock.
 */
public final class SharedBlocks {
    private static final int FEW = 64;
    private static final ElementKind[] KINDS = ElementKind.values();

    private final SharedHeap heap;
    private final Topology topology;
    private final int me;

    /** By the owner's index on the node and the index of the block's entry; null where this PE knows of none. */
    private final Allocation[][] known;

    /** Those of other nodes; null if there are none. */
    private final RemoteBlocks elsewhere;

    /** Where the program has allocated this PE's blocks; null unless that is to be told at the end. */
    private final Map<Allocation, Throwable> origins;

    /**
     * None yet.
     *
     * @param node has the heap
     * @param network reaches other nodes; null if there are none
     * @param topology the nodes of the job
     * @param pe this PE's number in the job
     * @param debug whether to remember where each block was allocated
     */
    SharedBlocks(NodeMemory node, Network network, Topology topology, int pe, boolean debug) {
        if (topology.pes() > BlockHandle.MOST_PES) {
            throw new ShmemException("shared memory serves jobs of up to " + BlockHandle.MOST_PES
                    + " PEs, and this has " + topology.pes());
        }
        this.topology = topology;
        this.me = topology.indexOf(pe);
        this.known = new Allocation[topology.local().length][FEW];
        this.origins = debug ? new HashMap<>() : null;
        this.heap = node.sharedHeap(
                pe, new HeapListener(), network == null ? ClaimObserver.NONE : network.sharedHeapObserver());
        this.elsewhere = network == null ? null : new RemoteBlocks(network, topology);
    }

    private final class HeapListener implements SharedHeap.Listener {
        private final ClaimReport report = new ClaimReport(topology.local()[me], "the shared heap of its node");

        @Override
        public void returned(int index) {
            forgetOwn(index);
        }

        @Override
        public void grown(long bytes, long durationNs) {
            RuntimeEvents.ALL.sharedHeapGrew(bytes, durationNs);
        }

        @Override
        public void claimed(long bytes, long allBytes, long elapsedNs) {
            report.claimed(bytes, allBytes, elapsedNs);
        }
    }

    /** Allocates a block for the program. */
    public Allocation allocate(ElementKind type, long bytes, long alignment) {
        return allocate(type.ordinal(), bytes, alignment);
    }

    /** Allocates a block for the library, which no report mentions. */
    public Allocation allocateOwn(long bytes) {
        return allocate(KINDS.length, bytes, 0);
    }

    private Allocation allocate(int kind, long bytes, long alignment) {
        synchronized (this) {
            final long handle = heap.allocate(bytes, Math.max(alignment, 1), kind);
            if (!SharedHeap.isHandle(handle)) {
                throw refusal(handle, bytes);
            }
            return remember(handle, me, bytes, heap.tables().state(me, handle));
        }
    }

    /** The block that a handle names. */
    public Allocation find(ElementKind type, long handle) {
        final int pe = BlockHandle.pe(handle);
        if (handle == 0 || pe >= topology.pes() || !topology.isLocal(pe) && heap.capacity() == 0) {
            throw new IllegalArgumentException(named(handle) + " is no handle of shared memory");
        }
        if (!topology.isLocal(pe)) {
            return elsewhere.find(type, handle);
        }
        final int owner = topology.indexOf(pe);
        final long state = heap.tables().state(owner, handle);
        requireType(type, state, handle);
        synchronized (this) {
            final Allocation seen = place(owner, handle);
            if (seen != null && seen.handle == handle) {
                seen.live = true; // it may have been given away
                return seen;
            }
            final Allocation found = remember(handle, owner, heap.tables().bytes(owner, handle), state);
            if (heap.tables().state(owner, handle) != state) {
                forget(found, owner);
                throw stale(handle);
            }
            return found;
        }
    }

    /** The live block of this node that an address is in; null for none. */
    public Allocation holding(long address) {
        synchronized (this) {
            for (Allocation[] blocks : known) {
                for (Allocation block : blocks) {
                    if (block != null && block.live && holds(block, address) && isCurrent(block)) {
                        return block;
                    }
                }
            }
        }
        return null;
    }

    /**
     * Whether no PE of the node has freed a block of the shared heap; any other block is current as long as it is live.
     *
     * @param block a block that this PE knows
     * @return false if its memory may be that of another block now
     */
    public static boolean isCurrent(Allocation block) {
        return block.stateAddress == 0 || Memory.get64(block.stateAddress) == block.state;
    }

    private static boolean holds(Allocation block, long address) {
        return address >= block.address && address < block.address + block.bytes;
    }

    /** Throws unless a state is that of an array of a type. */
    static void requireType(ElementKind type, long state, long handle) {
        final int kind = BlockTables.kind(state);
        if (state == 0 || kind == KINDS.length) {
            throw stale(handle);
        }
        final ElementKind actual = KINDS[kind];
        if (actual != type) {
            throw new IllegalArgumentException(
                    named(handle) + " names an array of " + name(actual) + ", not of " + name(type));
        }
    }

    Allocation reallocate(Allocation old, long bytes) {
        final int owner = topology.indexOf(old.owner);
        synchronized (this) {
            final long handle = heap.reallocate(owner, old.handle, bytes);
            if (handle == SharedHeap.STALE) {
                forget(old, owner);
                throw stale(old.handle);
            }
            if (!SharedHeap.isHandle(handle)) {
                throw refusal(handle, bytes);
            }
            forget(old, owner);
            return remember(handle, me, bytes, heap.tables().state(me, handle));
        }
    }

    /** The type of the elements of a block. */
    public ElementKind typeOf(Allocation block) {
        return KINDS[BlockTables.kind(block.state)];
    }

    /** Ends the arrays of a block on this PE, as another PE has it now; they come to life again if it comes back. */
    public void giveAway(Allocation block) {
        block.live = false;
    }

    /** Frees the block that a handle names, if it is allocated. */
    public void freeIfLive(long handle) {
        synchronized (this) {
            heap.free(topology.indexOf(BlockHandle.pe(handle)), handle);
        }
    }

    /** Frees a block. */
    public void free(Allocation block) {
        final int owner = topology.indexOf(block.owner);
        synchronized (this) {
            forget(block, owner);
            if (!heap.free(owner, block.handle)) {
                throw stale(block.handle);
            }
        }
    }

    private Allocation remember(long handle, int owner, long bytes, long state) {
        final Allocation block = new Allocation(
                heap.tables().address(owner, handle),
                bytes,
                handle,
                BlockHandle.pe(handle),
                heap.tables().stateAddress(owner, handle),
                state);
        final Allocation before = place(owner, handle);
        if (before != null) {
            forget(before, owner);
        }
        known[owner][BlockHandle.index(handle)] = block;
        if (origins != null && owner == me && BlockTables.kind(state) != KINDS.length) {
            origins.put(block, new Throwable());
        }
        return block;
    }

    /** The block that this PE knows for a handle's entry; makes room for one. */
    private Allocation place(int owner, long handle) {
        final int index = BlockHandle.index(handle);
        if (index >= known[owner].length) {
            known[owner] = Arrays.copyOf(known[owner], Math.max(index + 1, 2 * known[owner].length));
        }
        return known[owner][index];
    }

    private void forgetOwn(int index) {
        final Allocation block = index < known[me].length ? known[me][index] : null;
        if (block != null) {
            forget(block, me);
        }
    }

    private void forget(Allocation block, int owner) {
        final int index = BlockHandle.index(block.handle);
        block.live = false;
        if (known[owner][index] == block) {
            known[owner][index] = null;
        }
        if (origins != null) {
            origins.remove(block);
        }
    }

    private RuntimeException refusal(long reason, long bytes) {
        if (reason == SharedHeap.NO_MEMORY) {
            return new ShmemOutOfMemoryException(
                    "no memory for " + bytes + " bytes more in the shared heap of this node: "
                            + heap.available().reason(bytes));
        }
        if (reason == SharedHeap.NO_HANDLE) {
            return new ShmemOutOfMemoryException(
                    "a PE can have " + BlockHandle.MOST_BLOCKS + " blocks of shared memory at a time");
        }
        final String others = bytes > heap.capacity()
                ? ""
                : " (what another PE has allocated stays its own after it was freed, until that PE allocates again)";
        return new ShmemOutOfMemoryException("no room for " + bytes + " bytes in the shared heap of this node, "
                + heap.capacity() + " bytes, of which this PE uses " + heap.usedBytes() + "; set "
                + Setting.SHARED_SIZE.variable() + " to more" + others);
    }

    static IllegalStateException stale(long handle) {
        return new IllegalStateException(named(handle) + " names shared memory that was freed or reallocated");
    }

    static String named(long handle) {
        return "handle=0x" + Long.toHexString(handle);
    }

    private static String name(ElementKind type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /** Ends all blocks, and reports those that were not freed: the first PE of the node for all its PEs. */
    void end(boolean reports) {
        synchronized (this) {
            if (reports) {
                report();
            }
            if (origins != null) {
                reportOrigins();
            }
            for (Allocation[] blocks : known) {
                for (Allocation block : blocks) {
                    if (block != null) {
                        block.live = false;
                    }
                }
            }
            if (elsewhere != null) {
                elsewhere.end();
            }
        }
    }

    /** This PE's blocks that are not freed. */
    long liveBlocks() {
        return heap.tables().liveBlocks(me, KINDS.length);
    }

    /** Their size. */
    long liveBytes() {
        return heap.tables().liveBytes(me, KINDS.length);
    }

    /** All that this PE has allocated, with padding and the library's own blocks. */
    synchronized long usedBytes() {
        return heap.usedBytes();
    }

    /** The memory that this PE has claimed for blocks. */
    synchronized long claimedBytes() {
        return heap.claimedBytes();
    }

    private void report() {
        final StringBuilder text = new StringBuilder(64);
        for (int index = 0; index < known.length; index++) {
            final int blocks = heap.tables().liveBlocks(index, KINDS.length);
            if (blocks > 0) {
                text.append(text.isEmpty() ? "shared memory is not freed at shutdown: " : "; ")
                        .append("PE ")
                        .append(topology.local()[index])
                        .append(" has allocated ")
                        .append(blocks)
                        .append(blocks == 1 ? " block of " : " blocks of ")
                        .append(heap.tables().liveBytes(index, KINDS.length))
                        .append(" bytes");
            }
        }
        if (!text.isEmpty()) {
            Warnings.say(text + (origins == null ? "; SHMEM_DEBUG=1 tells where" : ""));
        }
    }

    private void reportOrigins() {
        final StringBuilder text = new StringBuilder(64);
        for (Map.Entry<Allocation, Throwable> origin : origins.entrySet()) {
            final Allocation block = origin.getKey();
            if (heap.tables().state(me, block.handle) != 0) {
                text.append("  ")
                        .append(block)
                        .append(Origin.of(origin.getValue()))
                        .append(System.lineSeparator());
            }
        }
        System.err.print(text);
    }
}
