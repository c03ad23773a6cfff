package org.jshmem.transport.ofi.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.security.SecureRandom;
import org.jshmem.transport.ofi.provider.ProviderTraits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Buffers that need no registration. */
@Timeout(10)
class BufferPoolTest {
    private final Registrations registrations = new Registrations(
            null,
            new ProviderTraits("tcp", "", "", 0, 1, 1, true, true, false, false, false, false, false, 8, true),
            new SecureRandom());

    @ParameterizedTest
    @CsvSource({"1, 64", "64, 64", "65, 128", "2048, 2048"})
    void shouldHaveBuffersOfWholeCacheLines(long bytes, long size) {
        final BufferPool pool = new BufferPool(registrations, 3, bytes);
        assertEquals(size, pool.bytes());
        assertEquals(0, pool.descriptor());
        assertEquals(0, pool.address(0) % 64);
        assertEquals(size, pool.address(1) - pool.address(0));
        assertEquals(2 * size, pool.address(2) - pool.address(0));
    }

    @Test
    void shouldGiveEachBufferOnce() {
        final BufferPool pool = new BufferPool(registrations, 3, 64);
        assertEquals(0, pool.take());
        assertEquals(1, pool.take());
        assertEquals(2, pool.take());
        assertEquals(-1, pool.take());
        pool.give(1);
        assertEquals(1, pool.take());
        assertEquals(-1, pool.take());
    }

    /** Its memory is likely to be in the cache. */
    @Test
    void shouldReuseTheBufferThatWasUsedLast() {
        final BufferPool pool = new BufferPool(registrations, 4, 64);
        assertEquals(0, pool.take());
        assertEquals(1, pool.take());
        assertEquals(2, pool.take());
        pool.give(0);
        pool.give(2);
        assertEquals(2, pool.take());
        assertEquals(3, pool.take(), "the next one");
        assertEquals(0, pool.take(), "from the start again");
        pool.taken[3] = false;
        assertEquals(3, pool.take());
    }
}
