package org.jshmem.internal;

import java.util.HashMap;
import java.util.Map;
import org.jshmem.heap.BlockHandle;
import org.jshmem.heap.Memory;
import org.jshmem.heap.SharedTable;
import org.jshmem.internal.transport.BouncedTransfers;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.transport.Transport;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;

/**
 * The blocks of shared heaps of other nodes that this PE has found by their handles.
 *
 * <p>A handle is looked up by reads from the owner's table ({@link SharedTable}), which the owner has no part in,
 * except that the first one asks it to register its node's shared heap with the network. Every look-up reads, since the
 * block may have been freed. As long as it was not, all arrays of this PE over it share one {@link Allocation}.
 *
 * <p>Any thread may call.
 */
final class RemoteBlocks {
    private final Network network;
    private final Transport transport;
    private final Topology topology;

    /** By what names the entry in a handle; guarded by this object's monitor. */
    private final Map<Long, Allocation> known = new HashMap<>();

    /** None yet. */
    RemoteBlocks(Network network, Topology topology) {
        this.network = network;
        this.transport = network.transport();
        this.topology = topology;
    }

    /** The block that a handle of a PE of another node names. */
    Allocation find(ElementKind type, long handle) {
        final int owner = BlockHandle.pe(handle);
        network.openSharedHeap(owner);
        final long copy = BouncedTransfers.scratch();
        final long chunk = chunk(owner, handle, copy);
        if (chunk == 0) {
            throw SharedBlocks.stale(handle);
        }
        read(owner, SharedTable.entryOffset(chunk, handle), copy, SharedTable.ENTRY_BYTES);
        final long state = SharedTable.state(copy, handle);
        if (state == 0) {
            forget(handle);
        }
        SharedBlocks.requireType(type, state, handle);
        return remember(handle, owner, SharedTable.blockOffset(copy), SharedTable.blockBytes(copy));
    }

    private long chunk(int owner, long handle, long copy) {
        read(owner, SharedTable.chunkOffset(topology.indexOnItsNode(owner), handle), copy, Long.BYTES);
        return Memory.get64(copy);
    }

    private void read(int owner, long offset, long copy, int bytes) {
        transport.get(owner, copy, SharedOffset.of(owner, offset), bytes);
    }

    private synchronized Allocation remember(long handle, int owner, long offset, long bytes) {
        final Allocation seen = known.get(BlockHandle.entryName(handle));
        if (seen != null && seen.handle == handle) {
            return seen;
        }
        if (offset + bytes > SharedOffset.MOST_BYTES) {
            throw new IllegalArgumentException(SharedBlocks.named(handle) + " names memory that no other node reaches: "
                    + bytes + " bytes at " + offset + " in a shared heap, of which that is the first "
                    + SharedOffset.MOST_BYTES + " bytes");
        }
        final Allocation found = new Allocation(SharedOffset.of(owner, offset), bytes, handle, owner);
        known.put(BlockHandle.entryName(handle), found);
        if (seen != null) {
            seen.liveElsewhere = false;
        }
        return found;
    }

    private synchronized void forget(long handle) {
        final Allocation seen = known.get(BlockHandle.entryName(handle));
        if (seen != null && seen.handle == handle) {
            known.remove(BlockHandle.entryName(handle));
            seen.liveElsewhere = false;
        }
    }

    /** Ends all of them. */
    synchronized void end() {
        known.values().forEach(block -> block.liveElsewhere = false);
    }
}
