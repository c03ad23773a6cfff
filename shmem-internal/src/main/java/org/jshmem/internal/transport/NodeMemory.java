package org.jshmem.internal.transport;

import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.SharedHeap;
import org.jshmem.heap.SymmetricHeap;

/** The memory that the PEs of a node share: control memory and, if they can be mapped, the heaps. */
public abstract class NodeMemory {
    /** For subclasses. */
    protected NodeMemory() {}

    /**
     * A description for messages to the user.
     *
     * @return a few words
     */
    public abstract String name();

    /**
     * This PE's own heap, always mapped.
     *
     * @return the heap
     */
    public abstract SymmetricHeap heap();

    /**
     * The address at which a PE's heap is mapped here.
     *
     * @param index a PE's index on the node
     * @return an address, or 0 if it is not mapped
     */
    public abstract long base(int index);

    /**
     * The control memory: its layout is {@link org.jshmem.heap.NodeLayout}, its initial content zeros.
     *
     * @return an address
     */
    public abstract long control();

    /**
     * Claims memory for a part of the node's memory that is mapped here and that nobody has used yet.
     *
     * @param offset bytes from the start of the control memory
     * @param bytes how many
     * @return false if the machine has not enough
     */
    public abstract boolean claim(long offset, long bytes);

    /**
     * The transport to heaps of the node that are not mapped here; it takes a PE's index on the node.
     *
     * @return null if all are mapped
     */
    public abstract Transport transport();

    /**
     * The memory from which each PE of the node allocates alone; made by the first call, once.
     *
     * @param pe this PE's number in the job
     * @param listener told of what happens in it
     * @param observer told of the memory that this PE claims there
     * @return this PE's view of it, mapped at the same address as on the other PEs where heaps are
     */
    public abstract SharedHeap sharedHeap(int pe, SharedHeap.Listener listener, ClaimObserver observer);

    /**
     * Whether PEs yield at once when they wait, as the first PE of the node finds it: the machine runs more PEs than it
     * has CPUs, or {@code SHMEM_SPIN} is {@code off}. Barriers within the node then count arrivals.
     *
     * @return the same on all PEs of the node
     */
    public abstract boolean isCrowded();

    /** Releases all memory; no operation may be under way. */
    public abstract void detach();
}
