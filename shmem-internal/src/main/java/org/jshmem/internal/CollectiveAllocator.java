package org.jshmem.internal;

import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.AvailableMemory;
import org.jshmem.heap.Block;
import org.jshmem.heap.ClaimProgress;
import org.jshmem.heap.HeapException;
import org.jshmem.heap.Memory;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.heap.TlsfAllocator;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.LeavableBarrier;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.lock.LockOwners;
import org.jshmem.internal.transport.Topology;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;

/**
 * Executes the collective calls malloc, calloc, realloc and free.
 *
 * <p><b>Protocol.</b> Every PE runs the same deterministic {@link TlsfAllocator}, so the PEs need not agree on an
 * offset. An allocation ends with one barrier, a free begins with one, a realloc does both. At each barrier the PEs
 * compare their calls and arguments; on a difference every PE undoes its own call and throws. Before the barrier of an
 * allocation every PE claims the memory that its heap needs, which a network that pins memory registers then, and votes
 * with the outcome: after one vote against, all PEs give the memory back and throw. Before a large growth the lowest PE
 * of each node checks whether the machine has memory for all PEs of the node, because single claims could succeed until
 * the out-of-memory killer acts. The check costs one more barrier.
 *
 * <p>Calls that differed and were undone may leave the free blocks of each PE in another order, so that a later call
 * finds different blocks. The PEs therefore compare the offset of a new block, too.
 *
 * <p><b>Threads.</b> Collective calls must come from one thread at a time. Calls of two threads are serialized by the
 * lock of this object, so that only their order is undefined. Any thread may call {@link #offsetOf}.
 */
final class CollectiveAllocator {
    private static final long DEFAULT_ALIGNMENT = TlsfAllocator.GRANULE;

    /** Bytes, over all PEs of the job, up to which a growth is claimed without the check of the machine's memory. */
    private static final long SMALL_GROWTH = 64L << 20;

    private static final int YES = 0;
    private static final int NO = 1;

    private final SymmetricHeap heap;
    private final TeamBarrier barrier;
    private final LockOwners locks;
    private final int pe;
    private final int pes;

    /** The number of PEs on this node, including this one. */
    private final int neighbours;

    /** Whether this PE is the lowest of its node and checks the machine's memory for all of them. */
    private final boolean asks;

    /** One PE speaks for all, which claim the same. */
    private final ClaimProgress progress;

    private final boolean debug;
    private final TlsfAllocator allocator;
    private final LiveAllocations live;

    /** Where the block ends for which the heap has grown last. */
    private long grownEnd;

    /** Bytes that were claimed when the current allocation began. */
    private long claimedBefore;

    /** Bytes that the current allocation has to claim. */
    private long growth;

    /** Why this PE votes against the current allocation; null if it does not. */
    private String objection;

    CollectiveAllocator(
            SymmetricHeap heap, TeamBarrier barrier, LockOwners locks, Topology topology, int pe, boolean debug) {
        this.heap = heap;
        this.barrier = barrier;
        this.locks = locks;
        this.pe = pe;
        this.pes = topology.pes();
        this.neighbours = topology.local().length;
        this.asks = topology.local()[0] == pe;
        this.progress = pe == 0 ? new ClaimReport(pe, "its symmetric heap") : ClaimProgress.NONE;
        this.debug = debug;
        this.allocator = new TlsfAllocator(heap.bytes());
        this.live = new LiveAllocations(debug);
    }

    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    synchronized Allocation allocate(CollectiveCall call, ElementKind type, long bytes, long alignment, long hints) {
        barrier.begin();
        claimedBefore = heap.claimed();
        barrier.settle(); // other PEs may still use a block that this PE freed while an exception unwound its stack
        final Block block = allocator.allocate(bytes, Math.max(alignment, DEFAULT_ALIGNMENT));
        final long place = CollectiveCall.place(block) | type.ordinal();
        int outcome = block == null ? YES : askForGrowth(block.end(), call, bytes, alignment, hints, place);
        if (outcome == YES) {
            objection = claim(block, bytes);
            if (objection == null && call == CollectiveCall.CALLOC) {
                Memory.clear(heap.base() + block.offset(), bytes);
            }
            outcome = barrier.exchange(call, bytes, alignment, hints, place, objection == null ? YES : NO);
        }
        if (outcome != YES) {
            if (block != null) {
                allocator.free(block);
            }
            throw refusal(outcome);
        }
        return record(block, bytes, alignment, hints);
    }

    synchronized Allocation reallocate(Allocation old, long bytes) {
        barrier.begin();
        claimedBefore = heap.claimed();
        awaitUnlocked(CollectiveCall.REALLOC, bytes, old.offset, old);
        final Block block = (Block) old.record;
        final long oldBytes = block.bytes();
        final boolean inPlace = allocator.resize(block, bytes);
        final Block target = inPlace ? block : allocator.allocate(bytes, Math.max(old.alignment, DEFAULT_ALIGNMENT));
        final long place = CollectiveCall.place(target);
        int outcome =
                target == null ? YES : askForGrowth(target.end(), CollectiveCall.REALLOC, bytes, old.offset, 0, place);
        if (outcome == YES) {
            objection = claim(target, bytes);
            if (objection == null && !inPlace) {
                Memory.copy(heap.base() + old.offset, heap.base() + target.offset(), Math.min(old.bytes, bytes));
            }
            final int vote = objection == null ? YES : NO;
            outcome = barrier.exchange(CollectiveCall.REALLOC, bytes, old.offset, 0, place, vote);
        }
        if (outcome != YES) {
            if (inPlace) {
                allocator.resize(block, oldBytes);
            } else if (target != null) {
                allocator.free(target);
            }
            throw refusal(outcome);
        }
        live.remove(old);
        if (!inPlace) {
            allocator.free(block);
        }
        return record(target, bytes, old.alignment, old.hints);
    }

    /**
     * Frees a block. If an exception unwinds the calling thread's stack, the call does not wait for the other PEs; the
     * next allocation waits for them, so the block is not reused before they have come.
     */
    synchronized void free(Allocation allocation) {
        barrier.begin();
        final int vote = vote(allocation);
        final int outcome = barrier.releases().release(CollectiveCall.FREE, allocation.offset, 0, vote);
        if (outcome == NO) {
            throw locked(allocation, vote);
        }
        if (outcome != LeavableBarrier.REFUSED) {
            allocator.free((Block) allocation.record);
            live.remove(allocation);
            barrier.end();
        }
    }

    /** The first barrier of a realloc; throws if a PE holds a lock in the block, or if the calls differ. */
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

    /** This PE's vote on ending a block: {@link #NO} if it holds or waits for a lock in it. */
    private int vote(Allocation block) {
        return locks.anyIn(block.offset, block.bytes) ? NO : YES;
    }

    private IllegalStateException locked(Allocation block, int vote) {
        barrier.end();
        return new IllegalStateException("the " + block + " has a lock that "
                + (vote == NO ? "this PE holds or waits for" : "another PE holds or waits for")
                + "; clear it before the block is freed or reallocated");
    }

    /** The heap offset of an address range; −1 unless the range lies in one live block. */
    long offsetOf(long address, long bytes) {
        final long offset = address - heap.base();
        return live.holding(offset, bytes) == null ? -1 : offset;
    }

    /** The live block that an address is in; null for none. */
    Allocation holding(long address) {
        return live.holding(address - heap.base(), 0);
    }

    /** Allocations that are not freed. */
    long liveBlocks() {
        return live.size();
    }

    /** The part of the heap that they take. */
    long usedBytes() {
        return allocator.usedBytes();
    }

    /** Memory that is claimed, and that no block has needed so far. */
    synchronized long spareBytes() {
        return heap.spare(grownEnd);
    }

    /**
     * Ends all allocations; reports those that were not freed, to those who have asked. Programs in C leave the heap to
     * finalize, and so do their ports.
     */
    void end() {
        if (debug && live.size() > 0) {
            System.err.print("jshmem: PE " + pe + " shuts down with " + live.size() + " allocations not freed, "
                    + allocator.usedBytes() + " bytes:" + System.lineSeparator() + live.origins());
        }
        live.end();
    }

    /**
     * Before a large growth, exchanges whether each machine has memory for all PEs of the node, which the lowest PE of
     * the node checks. Growth is the same on all PEs, so all of them enter this barrier or none.
     */
    private int askForGrowth(long end, CollectiveCall call, long first, long second, long third, long fourth) {
        objection = null;
        growth = heap.unclaimed(end);
        if (growth <= SMALL_GROWTH / pes) {
            return YES;
        }
        if (asks) {
            final AvailableMemory available = heap.available();
            objection = isEnough(available) ? null : noMemory(available);
        }
        return barrier.exchange(call, first, second, third, fourth, objection == null ? YES : NO);
    }

    /** Claims the memory of a block, null if there is no room for one; returns why this PE votes against, or null. */
    private String claim(Block block, long bytes) {
        if (block == null) {
            return "no room for " + bytes + " bytes in the symmetric heap of " + heap.bytes() + " bytes, of which "
                    + allocator.usedBytes() + " are in use; set SHMEM_SYMMETRIC_SIZE to more";
        }
        try {
            return heap.claim(block.end(), progress) ? null : noMemory(heap.available());
        } catch (HeapException e) {
            return "PE " + pe + " " + e.getMessage();
        }
    }

    /** Whether there is enough for all PEs of the node. */
    private boolean isEnough(AvailableMemory available) {
        return growth <= available.bytes() / neighbours;
    }

    private String noMemory(AvailableMemory available) {
        return "no memory for " + growth + " bytes more in the symmetric heap of each of the " + neighbours
                + " PEs on the node of PE " + pe + ": " + available.reason(growth * neighbours);
    }

    /**
     * Undoes a growth after its barrier. If the calls differ, other PEs undo nothing but their growth, or have not
     * grown; so this one gives back no more, or later calls would grow differently.
     */
    private RuntimeException refusal(int outcome) {
        if (outcome != NO) {
            heap.unclaim(claimedBefore);
            return barrier.mismatch();
        }
        heap.unclaim(highestUse());
        barrier.end();
        if (objection != null) {
            return new ShmemOutOfMemoryException(objection);
        }
        final AvailableMemory available = heap.available();
        return new ShmemOutOfMemoryException(
                isEnough(available)
                        ? "no memory for " + growth
                                + " bytes more in the symmetric heap of another PE, whose exception has"
                                + " the reason"
                                + (heap.isObserved()
                                        ? "; it may be that the PE may not lock so much, as the network pins what it"
                                                + " registers: raise the limit of locked memory (ulimit -l) on all"
                                                + " nodes"
                                        : "")
                        : noMemory(available));
    }

    private long highestUse() {
        final Allocation last = live.last();
        return last == null ? 0 : ((Block) last.record).end();
    }

    private Allocation record(Block block, long bytes, long alignment, long hints) {
        final Allocation allocation =
                new Allocation(block.offset(), heap.base() + block.offset(), bytes, alignment, hints, block);
        live.add(allocation);
        if (growth > 0) {
            grownEnd = block.end();
        }
        heap.settle();
        barrier.end();
        return allocation;
    }
}
