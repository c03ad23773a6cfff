package org.jshmem.transport.ofi.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.Domain;
import org.jshmem.libfabric.Endpoint;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.MemoryRegion;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.transport.ofi.provider.ProviderTraits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of registered memory, and what is left of it. */
class RegistrationsTest {
    private static final long HEAP = 1 << 20;
    private static final long HEAP_BYTES = 1 << 16;
    private static final long BUFFER = 1 << 10;

    private final Domain domain = new Domain();

    /** Registrations of a heap of three regions; the numbers come before random ones. */
    private Registrations registrations(boolean areNeeded, int keyBytes, long... numbers) {
        final Deque<Long> next = new ArrayDeque<>();
        Arrays.stream(numbers).forEach(next::add);
        final SecureRandom random = new SecureRandom() {
            private static final long serialVersionUID = 1;

            @Override
            public long nextLong() {
                return next.isEmpty() ? super.nextLong() : next.remove();
            }
        };
        final Registrations made = new Registrations(domain, traits(areNeeded, keyBytes), random);
        made.heapIs(SymmetricHeap.ofMemory(HEAP, HEAP_BYTES), 3);
        return made;
    }

    private static ProviderTraits traits(boolean areNeeded, int keyBytes) {
        return new ProviderTraits(
                "simulated", "", "", 0, 1, 1, true, true, areNeeded, true, false, true, areNeeded, keyBytes, true);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8})
    void shouldGiveRegionsOfTheHeapKeysInARow(int keyBytes) {
        final Registrations registrations = registrations(true, keyBytes, -2, -2, -1, 0, 1, 1, 1);
        final long first = registrations.firstHeapKey();
        assertEquals(keyBytes == Long.BYTES ? -2 : (1L << keyBytes * Byte.SIZE) - 2, first);
        final long second = registrations.keyOf(first, 1);
        assertEquals(first + 1, second);
        assertEquals(0, registrations.keyOf(first, 2));
        assertEquals(second, registrations.heap(HEAP + 8, 8, 1).key());
        assertEquals(1, registrations.word(BUFFER).key(), "those of the heap are not for others");
    }

    /** Of a byte, most keys are soon in use. */
    @Test
    void shouldTryOtherKeysForAWhile() {
        final Registrations registrations =
                registrations(true, 1, 0, 5, 5, 5, 5, 5, 5, 5, 5, 6, 5, 5, 5, 5, 5, 5, 5, 5);
        assertEquals(5, registrations.shared(BUFFER, 8).key());
        assertEquals(6, registrations.shared(BUFFER + 8, 8).key());
        final FabricException used = assertThrows(FabricException.class, () -> registrations.shared(BUFFER + 16, 8));
        assertEquals(Fi.ENOKEY, used.errno());
        domain.limitTo(2);
        assertEquals(
                0,
                assertThrows(FabricException.class, () -> registrations.word(BUFFER))
                        .errno());
    }

    /** A thread that registers for seconds keeps no other one waiting. */
    @Test
    @Timeout(20)
    void shouldRegisterWhileAnotherThreadDoes() {
        final Registrations registrations = registrations(true, 8);
        domain.during(() -> {
            try {
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> registrations.shared(BUFFER, 8))
                        .join();
            } catch (InterruptedException e) {
                throw new AssertionError("it waits", e);
            }
        });
        registrations.heap(HEAP, 8, 0);
        assertEquals(2, domain.open().size());
        assertEquals(16, registrations.bytes());
    }

    @Test
    void shouldPermitWhatItIsFor() {
        final Registrations registrations = registrations(true, 8);
        assertEquals(
                Fi.REMOTE_READ | Fi.REMOTE_WRITE | Fi.READ | Fi.WRITE,
                registrations.heap(HEAP, 8, 0).access());
        assertEquals(
                Fi.REMOTE_READ | Fi.REMOTE_WRITE, registrations.shared(HEAP, 8).access());
        assertEquals(Fi.REMOTE_READ, registrations.word(HEAP).access());
        final long descriptor = registrations.local(BUFFER, 64);
        final MemoryRegion local = domain.open().getFirst();
        assertEquals(Fi.READ | Fi.WRITE | Fi.SEND | Fi.RECV, local.access());
        assertEquals(local.descriptor(), descriptor);
        assertNotEquals(0, descriptor);
    }

    @Test
    void shouldCountBytes() {
        final Registrations registrations = registrations(true, 8);
        final MemoryRegion first = registrations.heap(HEAP, 1000, 0);
        registrations.shared(BUFFER, 200);
        registrations.word(BUFFER + 500);
        registrations.local(BUFFER + 600, 3);
        assertEquals(1211, registrations.bytes());
        registrations.close(first);
        assertTrue(first.isClosed());
        assertEquals(211, registrations.bytes());
        assertEquals(3, domain.open().size());
        registrations.close();
        assertEquals(List.of(), domain.open());
    }

    @Test
    void shouldRegisterOnlyWhereTheProviderRequiresIt() {
        final Registrations registrations = registrations(false, 8);
        assertEquals(0, registrations.local(BUFFER, 64));
        assertEquals(List.of(), domain.open());
        assertTrue(registrations.isUsable(BUFFER, 1 << 20));
    }

    @Test
    void shouldUseNothingButTheHeapDirectly() {
        final Registrations registrations = registrations(true, 8);
        assertTrue(registrations.isUsable(HEAP, HEAP_BYTES));
        assertTrue(registrations.isUsable(HEAP + HEAP_BYTES - 1, 1));
        assertFalse(registrations.isUsable(HEAP, HEAP_BYTES + 1));
        assertFalse(registrations.isUsable(HEAP - 1, 2));
        assertFalse(registrations.isUsable(HEAP + HEAP_BYTES, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldBindWhereTheProviderRequiresIt(boolean areNeeded) {
        final Registrations registrations = registrations(areNeeded, 8);
        final Endpoint endpoint = new SimulatedFabric(true).endpoint(null, domain);
        final MemoryRegion region = registrations.heap(HEAP, 8, 0);
        registrations.bind(region, endpoint);
        assertSame(areNeeded ? endpoint : null, region.enabledFor());
        registrations.closeBound();
        assertEquals(areNeeded, region.isClosed(), "before the endpoint");
        registrations.close();
        assertTrue(region.isClosed());
    }
}
