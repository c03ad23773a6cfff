package org.jshmem.transport.ofi;

import org.jshmem.internal.transport.Transport;
import org.jshmem.libfabric.SimulatedFabric;

/** Stands in for the library's class of this name: heaps in small regions, whose keys a PE has to ask for. */
final class HeapRegions extends HeapsAccess {
    private final long[] heaps;
    private final long heapBytes;
    private final int pe;

    /** By PE and region; 0 for those that are not known. */
    private final long[][] keys;

    HeapRegions(long[] heaps, long heapBytes, int pe) {
        super(heaps);
        this.heaps = heaps;
        this.heapBytes = heapBytes;
        this.pe = pe;
        this.keys = new long[heaps.length][(int) (heapBytes / SimulatedFabric.REGION_BYTES)];
    }

    @Override
    long keyOfOwn(long offset) {
        return SimulatedFabric.keyOf(heaps[pe] + offset);
    }

    @Override
    Transport over(OfiTransport transport) {
        return new RegionTransport(transport, this);
    }

    void require(int owner, long offset, long bytes, OfiTransport transport) {
        for (long done = 0; done < bytes; done += leftThere(offset + done)) {
            final int region = region(offset + done);
            if (keys[owner][region] == 0) {
                keys[owner][region] = transport.askKey(owner, offset + done);
            }
        }
    }

    private static int region(long offset) {
        return (int) (offset / SimulatedFabric.REGION_BYTES);
    }

    long leftThere(long offset) {
        return SimulatedFabric.REGION_BYTES - offset % SimulatedFabric.REGION_BYTES;
    }

    long leftHere(long address) {
        return isInHeap(address) ? leftThere(address - heaps[pe]) : Long.MAX_VALUE;
    }

    private boolean isInHeap(long address) {
        return address >= heaps[pe] && address < heaps[pe] + heapBytes;
    }

    @Override
    long key(Peer peer, long offset) {
        final long key = keys[peer.pe][region(offset)];
        if (key == 0) {
            throw new AssertionError("nobody has asked for the key of offset " + offset);
        }
        return key;
    }

    @Override
    long descriptor(long address) {
        return isInHeap(address) ? SimulatedFabric.keyOf(address) : 0;
    }

    @Override
    long piece(long offset, long address, long bytes) {
        return Math.min(bytes, Math.min(leftThere(offset), leftHere(address)));
    }
}
