package org.jshmem.transport.ofi;

import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Transport;
import org.jshmem.transport.ofi.domain.ClaimedHeap;
import org.jshmem.transport.ofi.domain.ClaimedSharedHeap;
import org.jshmem.transport.ofi.domain.Regions;
import org.jshmem.transport.ofi.domain.Registrations;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/**
 * Heaps are registered in {@link Regions} as they are claimed: for providers that pin what is registered.
 *
 * <p><b>Symmetric heaps.</b> A PE registers a region before the barrier that ends the allocation ({@link ClaimedHeap}),
 * so whoever has the array may access it. Where the user chooses keys, the key of a region is that of the PE's first
 * region plus its number, and no PE has to ask. Where the provider chooses them, a PE asks the owner for the key of a
 * region by a message, when it first accesses it: nothing is exchanged between PEs that do not meet.
 *
 * <p><b>Shared heaps.</b> The PE that a {@link SharedOffset} names has claimed that memory. It registers a unit when it
 * is first asked for its key ({@link ClaimedSharedHeap}).
 *
 * <p>Keys remain valid: what is settled, or registered of a shared heap, is never given back.
 */
final class HeapRegions extends HeapAccess {
    private final Peers peers;
    private final SymmetricHeap heap;
    private final Registrations registrations;
    private final ProviderTraits traits;
    private final Regions regions;
    private final Regions units = Regions.units();
    private final NetworkSetup setup;

    /** A PE's {@link KeyTable} has the keys of its heap's regions, and of units of the shared heap behind those. */
    private final int heapRegions;

    private ClaimedHeap own;
    private ClaimedSharedHeap shared;

    HeapRegions(Peers peers, NetworkSetup setup, Registrations registrations, ProviderTraits traits) {
        this.peers = peers;
        this.setup = setup;
        this.heap = setup.heap();
        this.registrations = registrations;
        this.traits = traits;
        this.regions = Regions.of(heap.bytes());
        this.heapRegions = regions.index(heap.bytes() - 1) + 1;
        registrations.heapIs(heap, heapRegions);
    }

    @Override
    long open(Channel main) {
        own = new ClaimedHeap(heap, regions, registrations, main::expose);
        shared = new ClaimedSharedHeap(setup.sharedBase(), registrations, main::expose);
        return registrations.firstHeapKey();
    }

    @Override
    long keyOfOwn(long offset) {
        return SharedOffset.isShared(offset) ? shared.key(SharedOffset.place(offset)) : own.key(offset);
    }

    /** Nothing to do: each transfer asks for the keys that it needs. */
    @Override
    void openSharedHeap(int pe, OfiTransport transport) {}

    @Override
    ClaimObserver sharedHeapObserver() {
        return shared;
    }

    @Override
    Transport over(OfiTransport transport) {
        return new RegionTransport(transport, this);
    }

    /** Asks for the keys of a range of a PE's memory that are not known here; waits for the answers. */
    void require(int pe, long offset, long bytes, OfiTransport transport) {
        if (isDerived(offset)) {
            return;
        }
        final Peer peer = peers.of(pe);
        for (long done = 0; done < bytes; done += leftThere(offset + done)) {
            final int region = index(offset + done);
            if (!KeyTable.has(peer.keys, region)) {
                add(peer, region, transport.askKey(pe, offset + done));
            }
        }
    }

    private synchronized void add(Peer peer, int region, long key) {
        peer.keys = KeyTable.with(peer.keys, region, key);
    }

    /** Whether keys are calculated. */
    private boolean isDerived(long offset) {
        return !traits.choosesKeys() && !SharedOffset.isShared(offset);
    }

    /** The place of a key in a {@link KeyTable}. */
    private int index(long offset) {
        return SharedOffset.isShared(offset)
                ? heapRegions + units.index(SharedOffset.place(offset))
                : regions.index(offset);
    }

    /** How many bytes of a PE's memory are in the same region as the one at an offset, from there on. */
    long leftThere(long offset) {
        return SharedOffset.isShared(offset) ? units.left(SharedOffset.place(offset)) : regions.left(offset);
    }

    /** The same of this PE's own memory, where the provider has to know in which region it lies. */
    long leftHere(long address) {
        return traits.localRegistration() && isInHeap(address) ? regions.left(address - heap.base()) : Long.MAX_VALUE;
    }

    private boolean isInHeap(long address) {
        return address >= heap.base() && address < heap.base() + heap.bytes();
    }

    @Override
    long target(Peer peer, long offset) {
        if (SharedOffset.isShared(offset)) {
            final long place = SharedOffset.place(offset);
            return traits.virtualAddresses() ? peer.sharedBase + place : units.within(place);
        }
        return traits.virtualAddresses() ? peer.base + offset : regions.within(offset);
    }

    @Override
    long key(Peer peer, long offset) {
        return isDerived(offset) ? registrations.keyOf(peer.key, regions.index(offset)) : peer.keys.key(index(offset));
    }

    @Override
    long descriptor(long address) {
        return traits.localRegistration() && isInHeap(address) ? own.descriptor(address - heap.base()) : 0;
    }

    @Override
    long piece(long offset, long address, long bytes) {
        return Math.min(bytes, Math.min(leftThere(offset), leftHere(address)));
    }
}
