package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Properties;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.PublishedTable;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.transport.ofi.domain.Registrations;
import org.jshmem.transport.ofi.failure.FailureReporter;
import org.jshmem.transport.ofi.provider.ProviderTraits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a place in another PE's heap is for the provider, and by which key; no memory is touched. */
@Timeout(10)
class HeapAccessTest {
    private static final long UNIT = SymmetricHeap.UNIT;
    private static final long HEAP = 1L << 40;
    private static final long HEAP_BYTES = 8 * UNIT;
    private static final long SHARED = 1L << 41;

    /** As the other PE has told. */
    private static final long BASE = 1L << 42;

    private static final long KEY = 1L << 43;
    private static final long SHARED_BASE = 1L << 44;
    private static final long SHARED_KEY = 77;

    private static final long AT = 3 * UNIT + 5;
    private static final long SHARED_AT = SharedOffset.of(1, 5 * UNIT + 9);

    private final LoneJob job = new LoneJob(2);
    private final Peer peer = peer();

    private Peer peer() {
        final MemorySegment memory = Arena.ofAuto().allocate(200, Long.BYTES);
        PeerTable.begin(new PublishedTable(memory.address(), 200, true, _ -> true), 2, 8, 1);
        final PeerTable table = new PeerTable(memory.address());
        table.put(1, new PeerAddress("tcp", new byte[8], BASE, KEY, SHARED_BASE, 1, 2, 0, true));
        final Peer made = new Peer(1, 0, table, new FailureReporter(job, null, "tcp", 60));
        made.sharedKey = SHARED_KEY;
        return made;
    }

    private NetworkSetup setup() {
        return new NetworkSetup(
                job,
                Topology.of(0, new byte[][] {{0}, {1}}),
                null,
                null,
                Configuration.of(Map.of(), new Properties()),
                new SymmetricHeap(null, 0, HEAP, HEAP_BYTES, false),
                SHARED,
                HEAP_BYTES,
                null,
                null,
                0,
                WaitPolicy.endless(true),
                (address, bytes) -> {});
    }

    private static ProviderTraits traits(boolean isLocal, boolean choosesKeys, boolean isVirtual) {
        return new ProviderTraits(
                "tcp", "", "", 0, 1, 1, true, true, isLocal, true, choosesKeys, isVirtual, false, 8, true);
    }

    private HeapRegions regions(boolean isLocal, boolean choosesKeys, boolean isVirtual) {
        final ProviderTraits traits = traits(isLocal, choosesKeys, isVirtual);
        return new HeapRegions(null, setup(), new Registrations(null, traits, new SecureRandom()), traits);
    }

    @Test
    void shouldNamePlacesOfRegionsByAddressOrOffset() {
        final HeapRegions virtual = regions(true, true, true);
        assertEquals(BASE + AT, virtual.target(peer, AT));
        assertEquals(SHARED_BASE + 5 * UNIT + 9, virtual.target(peer, SHARED_AT));
        assertInstanceOf(RegionTransport.class, virtual.over(null));
        final HeapRegions offsets = regions(true, true, false);
        assertEquals(5, offsets.target(peer, AT));
        assertEquals(9, offsets.target(peer, SHARED_AT));
    }

    @Test
    void shouldDeriveKeysThatTheUserChooses() {
        final HeapRegions derived = regions(true, false, true);
        derived.require(1, AT, UNIT, null); // asks nobody
        assertEquals(KEY, derived.key(peer, UNIT - 1));
        assertEquals(KEY + 3, derived.key(peer, AT));
        assertEquals(KEY + 7, derived.key(peer, HEAP_BYTES - 1));
    }

    /** The keys of units of the shared heap are behind those of the heap's eight regions. */
    @Test
    void shouldKnowTheKeysThatTheProviderChooses() {
        peer.keys = KeyTable.with(KeyTable.with(KeyTable.with(null, 3, 33), 7, 44), 8 + 5, 55);
        final HeapRegions chosen = regions(true, true, true);
        assertEquals(33, chosen.key(peer, AT));
        assertEquals(44, chosen.key(peer, HEAP_BYTES - 1));
        assertEquals(55, chosen.key(peer, SHARED_AT));
        assertEquals(55, regions(true, false, true).key(peer, SHARED_AT));
    }

    @Test
    void shouldEndPiecesWhereRegionsEnd() {
        final HeapRegions regions = regions(true, true, true);
        assertEquals(UNIT - 5, regions.leftThere(AT));
        assertEquals(UNIT - 9, regions.leftThere(SHARED_AT));
        assertEquals(UNIT, regions.leftHere(HEAP));
        assertEquals(1, regions.leftHere(HEAP + HEAP_BYTES - 1));
        assertEquals(Long.MAX_VALUE, regions.leftHere(HEAP - 1));
        assertEquals(Long.MAX_VALUE, regions.leftHere(HEAP + HEAP_BYTES));
        assertEquals(Long.MAX_VALUE, regions(false, true, true).leftHere(HEAP));
        assertEquals(0, regions.descriptor(HEAP + HEAP_BYTES));
        assertEquals(0, regions.descriptor(HEAP - 1));
        assertEquals(0, regions(false, true, true).descriptor(HEAP));
        assertEquals(UNIT - 5, regions.piece(AT, HEAP, 2 * UNIT));
        assertEquals(3, regions.piece(AT, HEAP + UNIT - 3, 2 * UNIT));
        assertEquals(2, regions.piece(AT, HEAP + UNIT - 3, 2));
        assertEquals(UNIT - 5, regions.piece(AT, SHARED, 2 * UNIT));
    }

    @Test
    void shouldHaveOneKeyForAWholeHeap() {
        final ProviderTraits traits = traits(false, true, true);
        final WholeHeaps heaps =
                new WholeHeaps(null, setup(), new Registrations(null, traits, new SecureRandom()), traits);
        assertEquals(BASE + AT, heaps.target(peer, AT));
        assertEquals(SHARED_BASE + 5 * UNIT + 9, heaps.target(peer, SHARED_AT));
        assertEquals(KEY, heaps.key(peer, AT));
        assertEquals(SHARED_KEY, heaps.key(peer, SHARED_AT));
        assertEquals(0, heaps.descriptor(HEAP));
        assertEquals(HEAP_BYTES + 1, heaps.piece(AT, HEAP, HEAP_BYTES + 1));
        assertEquals(ClaimObserver.NONE, heaps.sharedHeapObserver());
    }
}
