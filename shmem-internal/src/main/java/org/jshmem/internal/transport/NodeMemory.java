package org.jshmem.internal.transport;

import org.jshmem.heap.SymmetricHeap;

/** The memory that the PEs of a node share: control memory and, if they can be mapped, the heaps. */
public abstract class NodeMemory {
    /** For implementers. */
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
     * The transport to heaps of the node that are not mapped here; it takes a PE's index on the node.
     *
     * @return null if all are mapped
     */
    public abstract Transport transport();

    /**
     * Whether the node has more PEs than CPUs.
     *
     * @return the same on all its PEs
     */
    public abstract boolean isCrowded();

    /** Releases all memory; no operation may be under way. */
    public abstract void detach();
}
