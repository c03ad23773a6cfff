package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Properties;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.MemoryRegion;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.transport.ofi.domain.OpenDomain;
import org.jshmem.transport.ofi.provider.ProviderTraits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heaps that are registered at once, with a provider that binds what is registered to an endpoint. */
@Timeout(20)
class WholeHeapsTest {
    private static final long HEAP = 1L << 40;
    private static final long SHARED = 1L << 41;
    private static final long HEAP_BYTES = 1 << 20;
    private static final ChannelBuffers LIMITS = new ChannelBuffers(9, 2, 64, 2, 64, 3, 2, 1);

    private OpenDomain domain;
    private long key;

    private WholeHeaps open(boolean isLocal) {
        final SymmetricHeap heap = SymmetricHeap.ofMemory(HEAP, HEAP_BYTES);
        final ProviderTraits traits = new ProviderTraits(
                "simulated", "", "", 40, 1500, 2, true, true, isLocal, false, false, true, true, 8, true);
        domain = new OpenDomain(new SimulatedFabric(true), traits, heap);
        final NetworkSetup setup = new NetworkSetup(
                new ScheduledNetwork.Job(0, 2),
                Topology.of(0, new byte[][] {{0}, {1}}),
                null,
                null,
                Configuration.of(Map.of(), new Properties()),
                heap,
                SHARED,
                2 * HEAP_BYTES,
                null,
                null,
                0,
                WaitPolicy.endless(true),
                (address, bytes) -> {});
        final WholeHeaps heaps = new WholeHeaps(null, setup, domain.registrations(), traits);
        key = heaps.open(new Channel(domain, null, null, null, LIMITS));
        return heaps;
    }

    private MemoryRegion region(long address) {
        return domain.domain().open().stream()
                .filter(region -> region.address() == address)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRegisterTheHeapAtOnce(boolean isLocal) {
        final WholeHeaps heaps = open(isLocal);
        final MemoryRegion region = region(HEAP);
        assertEquals(HEAP_BYTES, region.bytes());
        assertEquals(region.key(), key);
        assertNotNull(region.enabledFor());
        assertEquals(isLocal ? region.descriptor() : 0, heaps.descriptor(HEAP));
    }

    @Test
    void shouldRegisterTheSharedHeapWhenItIsAskedForIt() {
        final WholeHeaps heaps = open(false);
        assertEquals(1, domain.domain().open().size());
        final long shared = heaps.keyOfOwn(SharedOffset.of(0, 5));
        final MemoryRegion region = region(SHARED);
        assertEquals(2 * HEAP_BYTES, region.bytes());
        assertEquals(region.key(), shared);
        assertSame(region(HEAP).enabledFor(), region.enabledFor());
        assertEquals(shared, heaps.keyOfOwn(SharedOffset.of(0, HEAP_BYTES)));
        assertEquals(2, domain.domain().open().size());
    }

    /** Who asks again may be lucky. */
    @Test
    void shouldHaveNoKeyOfASharedHeapThatCannotBeBound() {
        final WholeHeaps heaps = open(false);
        domain.domain().refuseToBind(true);
        for (int i = 0; i < 2; i++) {
            assertThrows(FabricException.class, () -> heaps.keyOfOwn(SharedOffset.of(0, 0)));
            assertEquals(1, domain.domain().open().size());
        }
        domain.domain().refuseToBind(false);
        assertEquals(heaps.keyOfOwn(SharedOffset.of(0, 0)), region(SHARED).key());
        assertNotNull(region(SHARED).enabledFor());
    }
}
