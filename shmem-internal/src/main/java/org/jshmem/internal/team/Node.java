package org.jshmem.internal.team;

import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.sync.Meeting;
import org.jshmem.internal.sync.Spots;
import org.jshmem.internal.sync.Waiting;

/**
 * The control memory that the PEs of a node share, as one of them sees it.
 *
 * @param control its address
 * @param layout how it is laid out
 * @param pe this PE
 * @param spots where threads sleep
 * @param waiting how to wait in meetings
 */
public record Node(long control, NodeLayout layout, int pe, Spots spots, Waiting waiting) {
    /** The address of a slot of a PE. */
    long slot(int of, int slot) {
        return control + layout.slotOffset(of, slot);
    }

    Meeting meeting(int slot, Members members) {
        return new Meeting(control, layout, slot, members.pes(), members.me(), spots, waiting);
    }
}
