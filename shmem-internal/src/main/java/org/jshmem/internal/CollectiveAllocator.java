package org.jshmem.internal;

import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.AvailableMemory;
import org.jshmem.heap.Block;
import org.jshmem.heap.Memory;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.heap.TlsfAllocator;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.ReleaseBarrier;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.lock.LockOwners;
import org.jshmem.internal.transport.Topology;
import org.jshmem.spi.Allocation;

/**
 * Allocates from the symmetric heap, collectively.
 *
 * <p><b>Protocol.</b> Every PE runs the same deterministic {@link TlsfAllocator}, so PEs need not agree on an offset.
 * An allocation ends with one barrier and a free begins with one. A reallocation does both. In the barrier the PEs
 * compare their calls; if these differ, every PE undoes its own call and throws. When the heap must grow, each PE
 * claims memory for its own heap before the barrier and votes against the allocation if that fails. With one vote
 * against, all PEs give the memory back and throw. Before a large growth, the first PE of each node checks whether the
 * machine has memory for all of its PEs, so that the claims do not exhaust it. This check costs one more barrier.
 *
 * <p>The calls are collective, so only one thread of a PE may make them at a time. Threads that break this rule wait
 * for each other, and the order of their calls is undefined. Any thread may call {@link #offsetOf}.
 */
final class CollectiveAllocator {
    private static final long DEFAULT_ALIGNMENT = TlsfAllocator.GRANULE;

    /** Growth in bytes, over all PEs, up to which nobody checks the memory of the machine. */
    private static final long SMALL_GROWTH = 64L << 20;

    /** Bytes that a large growth leaves to other processes. */
    private static final long RESERVE = 64L << 20;

    private static final int YES = 0;
    private static final int NO = 1;

    private final SymmetricHeap heap;
    private final TeamBarrier barrier;
    private final LockOwners locks;
    private final int pe;
    private final int pes;

    /** The number of PEs on this node. */
    private final int neighbours;

    /** Whether this PE is the first of its node, which checks the memory of the machine. */
    private final boolean asks;

    private final boolean debug;
    private final TlsfAllocator allocator;
    private final LiveAllocations live;

    CollectiveAllocator(
            SymmetricHeap heap, TeamBarrier barrier, LockOwners locks, Topology topology, int pe, boolean debug) {
        this.heap = heap;
        this.barrier = barrier;
        this.locks = locks;
        this.pe = pe;
        this.pes = topology.pes();
        this.neighbours = topology.local().length;
        this.asks = topology.local()[0] == pe;
        this.debug = debug;
        this.allocator = new TlsfAllocator(heap.bytes());
        this.live = new LiveAllocations(debug);
    }

    synchronized Allocation allocate(CollectiveCall call, long bytes, long alignment, long hints) {
        barrier.begin();
        barrier.settle(); // other PEs may still use a block that this PE freed while an exception unwound its stack
        final Block block = allocator.allocate(bytes, Math.max(alignment, DEFAULT_ALIGNMENT));
        int outcome = block == null ? YES : askForGrowth(block.end(), call, bytes, alignment, hints);
        if (outcome == YES) {
            final int vote = block == null || !heap.claim(block.end()) ? NO : YES;
            if (vote == YES && call == CollectiveCall.CALLOC) {
                Memory.clear(heap.base() + block.offset(), bytes);
            }
            outcome = barrier.exchange(call, bytes, alignment, hints, vote);
        }
        if (outcome != YES) {
            if (block != null) {
                allocator.free(block);
            }
            throw refusal(outcome, bytes, block == null);
        }
        return record(block, bytes, alignment, hints);
    }

    synchronized Allocation reallocate(Allocation old, long bytes) {
        barrier.begin();
        awaitUnlocked(CollectiveCall.REALLOC, bytes, old.offset, old);
        final Block block = (Block) old.record;
        final long oldBytes = block.bytes();
        final boolean inPlace = allocator.resize(block, bytes);
        final Block target = inPlace ? block : allocator.allocate(bytes, Math.max(old.alignment, DEFAULT_ALIGNMENT));
        int outcome = target == null ? YES : askForGrowth(target.end(), CollectiveCall.REALLOC, bytes, old.offset, 0);
        if (outcome == YES) {
            final int vote = target == null || !heap.claim(target.end()) ? NO : YES;
            if (vote == YES && !inPlace) {
                Memory.copy(heap.base() + old.offset, heap.base() + target.offset(), Math.min(old.bytes, bytes));
            }
            outcome = barrier.exchange(CollectiveCall.REALLOC, bytes, old.offset, 0, vote);
        }
        if (outcome != YES) {
            if (inPlace) {
                allocator.resize(block, oldBytes);
            } else if (target != null) {
                allocator.free(target);
            }
            throw refusal(outcome, bytes, target == null);
        }
        live.remove(old);
        if (!inPlace) {
            allocator.free(block);
        }
        return record(target, bytes, old.alignment, old.hints);
    }

    /**
     * Frees a block. If an exception unwinds the stack of this thread while other PEs have not called {@code free} yet,
     * this returns at once; the block is allocated again only after all PEs have called it.
     */
    synchronized void free(Allocation allocation) {
        barrier.begin();
        final int vote = vote(allocation);
        final int outcome = barrier.releases().release(CollectiveCall.FREE, allocation.offset, 0, vote);
        if (outcome == NO) {
            throw locked(allocation, vote);
        }
        if (outcome != ReleaseBarrier.REFUSED) {
            allocator.free((Block) allocation.record);
            live.remove(allocation);
            barrier.end();
        }
    }

    /** Executes the first barrier of a reallocation, and throws if a PE holds a lock in the block. */
    private void awaitUnlocked(CollectiveCall call, long first, long second, Allocation block) {
        final int vote = vote(block);
        final int outcome = barrier.exchange(call, first, second, 0, vote);
        if (outcome == NO) {
            throw locked(block, vote);
        }
        if (outcome != YES) {
            throw barrier.mismatch();
        }
    }

    /** This PE's vote on the end of a block: against it if this PE holds or waits for a lock in the block. */
    private int vote(Allocation block) {
        return locks.anyIn(block.offset, block.bytes) ? NO : YES;
    }

    private IllegalStateException locked(Allocation block, int vote) {
        barrier.end();
        return new IllegalStateException("the " + block + " has a lock that "
                + (vote == NO ? "this PE holds or waits for" : "another PE holds or waits for")
                + "; clear it before the block is freed or reallocated");
    }

    /** The heap offset of a range that lies in one live block, or −1. */
    long offsetOf(long address, long bytes) {
        final long offset = address - heap.base();
        return live.holding(offset, bytes) == null ? -1 : offset;
    }

    /** Ends all allocations, reporting those that were not freed. */
    void end() {
        if (live.size() > 0 && (debug || pe == 0)) {
            System.err.print(leaked());
        }
        live.end();
    }

    private String leaked() {
        final String all = "jshmem: PE " + pe + " shuts down with " + live.size() + " allocations not freed, "
                + allocator.usedBytes() + " bytes";
        return debug
                ? all + ":" + System.lineSeparator() + live.origins()
                : all + "; SHMEM_DEBUG=1 tells where they were made" + System.lineSeparator();
    }

    /**
     * Checks before a large growth whether the machine has memory for all PEs of this node; the first PE of the node
     * checks, and all PEs vote. All PEs make the same calls, so all of them grow in the same call.
     */
    private int askForGrowth(long end, CollectiveCall call, long first, long second, long third) {
        final long growth = heap.unclaimed(end);
        if (growth <= SMALL_GROWTH / pes) {
            return YES;
        }
        final boolean room = !asks || growth <= (AvailableMemory.bytes() - RESERVE) / neighbours;
        return barrier.exchange(call, first, second, third, room ? YES : NO);
    }

    private RuntimeException refusal(int outcome, long bytes, boolean heapFull) {
        heap.unclaim(highestUse());
        if (outcome != NO) {
            return barrier.mismatch();
        }
        barrier.end();
        if (heapFull) {
            return new ShmemOutOfMemoryException(
                    "no room for " + bytes + " bytes in the symmetric heap of " + heap.bytes() + " bytes, of which "
                            + allocator.usedBytes() + " are in use; set SHMEM_SYMMETRIC_SIZE to more");
        }
        return new ShmemOutOfMemoryException(
                "the machine has no memory for " + bytes + " bytes more in the heap of each of " + pes + " PEs; "
                        + AvailableMemory.bytes() + " bytes are available");
    }

    private long highestUse() {
        final Allocation last = live.last();
        return last == null ? 0 : ((Block) last.record).end();
    }

    private Allocation record(Block block, long bytes, long alignment, long hints) {
        final Allocation allocation =
                new Allocation(block.offset(), heap.base() + block.offset(), bytes, alignment, hints, block);
        live.add(allocation);
        barrier.end();
        return allocation;
    }
}
