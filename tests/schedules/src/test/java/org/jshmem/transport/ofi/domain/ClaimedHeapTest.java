package org.jshmem.transport.ofi.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.heap.HeapException;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.Domain;
import org.jshmem.libfabric.Endpoint;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.MemoryRegion;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.transport.ofi.provider.ProviderTraits;
import org.junit.jupiter.api.Test;

/** Memory that is registered as it is claimed, or as others ask for it; no memory is touched. */
class ClaimedHeapTest {
    private static final long BASE = 1L << 40;
    private static final long UNIT = SymmetricHeap.UNIT;
    private static final int UNITS = 8;

    private final Domain domain = new Domain();
    private final Registrations registrations = new Registrations(
            domain,
            new ProviderTraits("simulated", "", "", 0, 1, 1, true, true, true, true, false, true, true, 8, true),
            new SecureRandom());
    private final List<MemoryRegion> exposed = new ArrayList<>();

    private ClaimedHeap heap(long bytes) {
        final SymmetricHeap heap = new SymmetricHeap(null, 0, BASE, bytes, false);
        registrations.heapIs(heap, UNITS);
        final ClaimedHeap claimed = new ClaimedHeap(heap, Regions.of(bytes), registrations, exposed::add);
        assertTrue(heap.isObserved());
        return claimed;
    }

    /** As address in units and size in bytes. */
    private List<String> registered() {
        return domain.open().stream()
                .map(region -> (region.address() - BASE) / UNIT + ":" + region.bytes())
                .toList();
    }

    @Test
    void shouldRegisterRegionByRegion() {
        final ClaimedHeap heap = heap(UNITS * UNIT);
        heap.claimed(0, UNIT);
        heap.claimed(UNIT, 2 * UNIT);
        assertEquals(List.of("0:" + UNIT, "1:" + UNIT, "2:" + UNIT), registered());
        assertEquals(domain.open(), exposed);
        for (int i = 0; i < 3; i++) {
            assertEquals(domain.open().get(i).key(), heap.key(i * UNIT));
            assertEquals(domain.open().get(i).key(), heap.key((i + 1) * UNIT - 1));
            assertEquals(domain.open().get(i).descriptor(), heap.descriptor(i * UNIT));
            assertEquals(domain.open().get(i).descriptor(), heap.descriptor((i + 1) * UNIT - 1));
            assertEquals(registrations.keyOf(registrations.firstHeapKey(), i), heap.key(i * UNIT));
        }
    }

    @Test
    void shouldHaveNoKeyOfWhatIsNotClaimed() {
        final ClaimedHeap heap = heap(UNITS * UNIT);
        heap.claimed(0, UNIT);
        for (long offset : new long[] {UNIT, UNITS * UNIT - 1, UNITS * UNIT}) {
            final String message = assertThrows(IllegalStateException.class, () -> heap.key(offset))
                    .getMessage();
            assertEquals("offset=" + offset + " of the heap is not claimed", message);
        }
    }

    /** What was registered before stays. */
    @Test
    void shouldRegisterAllOrNothing() {
        final ClaimedHeap heap = heap(UNITS * UNIT);
        heap.claimed(0, UNIT);
        domain.limitTo(3);
        final String message = assertThrows(HeapException.class, () -> heap.claimed(UNIT, 3 * UNIT))
                .getMessage();
        assertTrue(
                message.startsWith("cannot register " + 3 * UNIT + " bytes more of its heap with the network: "
                        + "there is no memory to pin; "),
                message);
        assertEquals(List.of("0:" + UNIT), registered());
        heap.claimed(UNIT, 2 * UNIT);
        assertEquals(3, registered().size());
    }

    @Test
    void shouldTakeWhatIsReleasedFromTheProvider() {
        final ClaimedHeap heap = heap(UNITS * UNIT);
        heap.claimed(0, 5 * UNIT);
        assertTrue(heap.releases(2 * UNIT, 2 * UNIT));
        assertEquals(List.of("0:" + UNIT, "1:" + UNIT, "4:" + UNIT), registered());
        assertThrows(IllegalStateException.class, () -> heap.key(2 * UNIT));
        assertThrows(IllegalStateException.class, () -> heap.key(4 * UNIT - 1));
        heap.claimed(2 * UNIT, UNIT);
        assertEquals(List.of("0:" + UNIT, "1:" + UNIT, "2:" + UNIT, "4:" + UNIT), registered());
    }

    /** Regions of a large heap grow, and the last one may lack what the heap lacks. */
    @Test
    void shouldRegisterNoMoreThanIsClaimed() {
        final long bytes = 1000 * UNIT;
        final ClaimedHeap heap = heap(bytes);
        heap.claimed(0, bytes);
        long end = BASE;
        for (MemoryRegion region : domain.open()) {
            assertEquals(end, region.address());
            end += region.bytes();
        }
        assertEquals(BASE + bytes, end);
    }

    @Test
    void shouldRegisterAUnitOfTheSharedHeapWhenItIsAskedFor() {
        registrations.heapIs(SymmetricHeap.ofMemory(BASE, UNIT), 1);
        final ClaimedSharedHeap shared = new ClaimedSharedHeap(BASE, registrations, exposed::add);
        shared.claimed(2 * UNIT, 3 * UNIT);
        assertEquals(List.of(), registered());
        final long key = shared.key(3 * UNIT + 5);
        assertEquals(List.of("3:" + UNIT), registered());
        assertEquals(domain.open(), exposed);
        assertEquals(key, shared.key(4 * UNIT - 1));
        assertEquals(key, exposed.getFirst().key());
        assertEquals(1, exposed.size());
        for (long offset : new long[] {0, 2 * UNIT - 1, 5 * UNIT}) {
            final String message = assertThrows(IllegalStateException.class, () -> shared.key(offset))
                    .getMessage();
            assertEquals("offset=" + offset + " of the shared heap is not this PE's", message);
        }
    }

    /** They are registered when they can be bound, once each. */
    @Test
    void shouldLeaveNothingOfWhatCannotBeBound() {
        final SymmetricHeap whole = new SymmetricHeap(null, 0, BASE, UNITS * UNIT, false);
        registrations.heapIs(whole, UNITS);
        final Endpoint endpoint = new SimulatedFabric(true).endpoint(null, domain);
        final ClaimedHeap heap = new ClaimedHeap(
                whole, Regions.of(UNITS * UNIT), registrations, region -> registrations.bind(region, endpoint));
        final ClaimedSharedHeap shared =
                new ClaimedSharedHeap(BASE, registrations, region -> registrations.bind(region, endpoint));
        shared.claimed(0, UNITS * UNIT);
        domain.refuseToBind(true);
        for (int i = 0; i < 2; i++) {
            assertThrows(HeapException.class, () -> heap.claimed(0, UNIT));
            assertThrows(FabricException.class, () -> shared.key(5 * UNIT));
        }
        assertEquals(List.of(), registered());
        assertEquals(0, registrations.bytes());
        domain.refuseToBind(false);
        heap.claimed(0, UNIT);
        shared.key(5 * UNIT);
        assertEquals(List.of("0:" + UNIT, "5:" + UNIT), registered());
        domain.open().forEach(region -> assertSame(endpoint, region.enabledFor()));
    }

    @Test
    void shouldKeepAUnitOfTheSharedHeapThatOthersKnow() {
        registrations.heapIs(SymmetricHeap.ofMemory(BASE, UNIT), 1);
        final ClaimedSharedHeap shared = new ClaimedSharedHeap(BASE, registrations, exposed::add);
        shared.claimed(0, 4 * UNIT);
        shared.key(UNIT);
        assertFalse(shared.releases(0, 2 * UNIT));
        assertFalse(shared.releases(UNIT, UNIT));
        assertTrue(shared.releases(2 * UNIT, UNIT));
        assertTrue(shared.releases(0, UNIT));
        assertThrows(IllegalStateException.class, () -> shared.key(2 * UNIT));
        assertThrows(IllegalStateException.class, () -> shared.key(0));
        shared.key(3 * UNIT);
        shared.key(UNIT);
        assertEquals(2, exposed.size());
    }
}
