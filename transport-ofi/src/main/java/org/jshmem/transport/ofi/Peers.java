package org.jshmem.transport.ofi;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jshmem.libfabric.AddressVector;
import org.jshmem.libfabric.FabricException;
import org.jshmem.transport.ofi.failure.FailureReporter;

/**
 * The PEs that this one communicates with. A {@link Peer} is made when one is first met, from the {@link PeerTable};
 * the PEs that this one never meets take no memory but a reference for each {@value #CHUNK} of them.
 *
 * <p>Any thread may call.
 */
final class Peers {
    private static final int SHIFT = 6;
    private static final int CHUNK = 1 << SHIFT;

    private final PeerTable table;
    private final AddressVector addresses;
    private final FailureReporter failures;

    /** Null where no PE of the chunk was met; new peers and chunks are added under this object's monitor. */
    private final AtomicReferenceArray<AtomicReferenceArray<Peer>> chunks;

    Peers(int pes, PeerTable table, AddressVector addresses, FailureReporter failures) {
        this.table = table;
        this.addresses = addresses;
        this.failures = failures;
        this.chunks = new AtomicReferenceArray<>((pes - 1 >>> SHIFT) + 1);
    }

    /** A PE of another node. */
    Peer of(int pe) {
        final AtomicReferenceArray<Peer> chunk = chunks.getAcquire(pe >>> SHIFT);
        final Peer peer = chunk == null ? null : chunk.getAcquire(pe & CHUNK - 1);
        return peer == null ? meet(pe) : peer;
    }

    private synchronized Peer meet(int pe) {
        AtomicReferenceArray<Peer> chunk = chunks.get(pe >>> SHIFT);
        if (chunk == null) {
            chunk = new AtomicReferenceArray<>(CHUNK);
            chunks.setRelease(pe >>> SHIFT, chunk);
        }
        final Peer known = chunk.get(pe & CHUNK - 1);
        if (known != null) {
            return known;
        }
        final Peer peer = new Peer(pe, insert(pe), table, failures);
        chunk.setRelease(pe & CHUNK - 1, peer);
        return peer;
    }

    private long insert(int pe) {
        try {
            return addresses.insert(table.name(pe));
        } catch (FabricException e) {
            failures.fail("the address", pe, e.getMessage());
            throw e;
        }
    }

    /** Does something with each PE that was met. */
    void forEachMet(Consumer<Peer> action) {
        for (int i = 0; i < chunks.length(); i++) {
            final AtomicReferenceArray<Peer> chunk = chunks.getAcquire(i);
            for (int j = 0; chunk != null && j < CHUNK; j++) {
                final Peer peer = chunk.getAcquire(j);
                if (peer != null) {
                    action.accept(peer);
                }
            }
        }
    }
}
