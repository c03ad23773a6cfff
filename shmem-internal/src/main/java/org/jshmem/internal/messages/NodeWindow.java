package org.jshmem.internal.messages;

import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;

/** The memory that the PEs of this node share, as messages use it. PEs are numbered as in the job. */
final class NodeWindow {
    private final long control;
    private final NodeLayout layout;
    private final Topology topology;
    private final boolean heapsAreMapped;
    private final WaitPoints waitPoints;
    private final long sharedStart;
    private final long sharedEnd;

    NodeWindow(long control, NodeLayout layout, Topology topology, boolean heapsAreMapped, WaitPoints waitPoints) {
        this.control = control;
        this.layout = layout;
        this.topology = topology;
        this.heapsAreMapped = heapsAreMapped;
        this.waitPoints = waitPoints;
        this.sharedStart = control + layout.sharedOffset();
        this.sharedEnd = control + layout.messagesOffset(0);
    }

    /** Whether all PEs of the node can reach an address. */
    boolean isShared(long address) {
        return address >= sharedStart && address < sharedEnd
                || heapsAreMapped && address >= control && address < sharedStart;
    }

    /** Where the shared heap is. */
    long sharedStart() {
        return sharedStart;
    }

    /** Its size. */
    long sharedBytes() {
        return sharedEnd - sharedStart;
    }

    /** The PEs of this node. */
    int[] local() {
        return topology.local();
    }

    /** The index of a PE of this node. */
    int index(int pe) {
        return topology.indexOf(pe);
    }

    /** The memory for the messages of a PE of this node. */
    long area(int pe) {
        return control + layout.messagesOffset(index(pe));
    }

    /** Where the threads of a PE of this node sleep. */
    long waitPoint(int pe) {
        return waitPoints.of(pe);
    }

    /** An address as all PEs of the node understand it: bytes from the start of the node's memory. */
    long offset(long address) {
        return address - control;
    }

    /** The address here of what another PE names by its {@link #offset}. */
    long address(long offset) {
        return control + offset;
    }
}
