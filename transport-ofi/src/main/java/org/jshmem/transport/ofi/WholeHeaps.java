package org.jshmem.transport.ofi;

import java.lang.invoke.VarHandle;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Transport;
import org.jshmem.libfabric.MemoryRegion;
import org.jshmem.transport.ofi.domain.Registrations;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/**
 * Each heap is one region, registered at the start, before its memory is claimed: for providers that do not pin. A PE
 * registers its node's shared heap when it is first asked for the key.
 */
final class WholeHeaps extends HeapAccess {
    private final Peers peers;
    private final NetworkSetup setup;
    private final Registrations registrations;
    private final ProviderTraits traits;
    private Channel main;

    /**
     * That of the heap; 0 where the provider needs none, because transfers then use memory outside of the heap as well.
     */
    private long descriptor;

    /** This PE's registration of its node's shared heap, when it is exposed; null before it is asked for. */
    private MemoryRegion shared;

    WholeHeaps(Peers peers, NetworkSetup setup, Registrations registrations, ProviderTraits traits) {
        this.peers = peers;
        this.setup = setup;
        this.registrations = registrations;
        this.traits = traits;
        registrations.heapIs(setup.heap(), 1);
    }

    @Override
    long open(Channel exposing) {
        main = exposing;
        final MemoryRegion heap =
                registrations.heap(setup.heap().base(), setup.heap().bytes(), 0);
        main.expose(heap);
        descriptor = traits.localRegistration() ? heap.descriptor() : 0;
        return heap.key();
    }

    @Override
    long keyOfOwn(long offset) {
        if (shared == null) {
            final MemoryRegion region = registrations.shared(setup.sharedBase(), setup.sharedBytes());
            main.expose(region);
            shared = region;
        }
        return shared.key();
    }

    @Override
    void openSharedHeap(int pe, OfiTransport transport) {
        final Peer peer = peers.of(pe);
        final boolean isOpen = peer.isSharedOpen;
        VarHandle.acquireFence();
        if (!isOpen) {
            peer.sharedKey = transport.askKey(pe, SharedOffset.of(pe, 0));
            VarHandle.releaseFence();
            peer.isSharedOpen = true;
        }
    }

    @Override
    ClaimObserver sharedHeapObserver() {
        return ClaimObserver.NONE;
    }

    @Override
    Transport over(OfiTransport transport) {
        return transport;
    }

    @Override
    long target(Peer peer, long offset) {
        return SharedOffset.isShared(offset) ? peer.sharedBase + SharedOffset.place(offset) : peer.base + offset;
    }

    @Override
    long key(Peer peer, long offset) {
        return SharedOffset.isShared(offset) ? peer.sharedKey : peer.key;
    }

    @Override
    long descriptor(long address) {
        return descriptor;
    }

    @Override
    long piece(long offset, long address, long bytes) {
        return bytes;
    }
}
