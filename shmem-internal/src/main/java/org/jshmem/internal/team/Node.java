package org.jshmem.internal.team;

import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.sync.Meeting;
import org.jshmem.internal.sync.Patience;
import org.jshmem.internal.sync.Spots;

/**
 * The control memory that the PEs of a node share, as one of them sees it.
 *
 * @param control its address
 * @param layout how it is laid out
 * @param pe this PE
 * @param spots where threads sleep
 * @param patience how they wait
 */
public record Node(long control, NodeLayout layout, int pe, Spots spots, Patience patience) {
    /** The address of a slot of a PE. */
    long slot(int of, int slot) {
        return control + layout.slotOffset(of, slot);
    }

    Meeting meeting(int slot, Members members) {
        return new Meeting(control, layout, slot, members.pes(), members.me(), spots, patience);
    }
}
