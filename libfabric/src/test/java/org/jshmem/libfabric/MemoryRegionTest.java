package org.jshmem.libfabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Memory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MemoryRegionTest {
    /** As the provider cxi does. */
    @Test
    void shouldHaveTheKeyThatTheProviderChoosesWhenItIsEnabled() {
        try (Memory fid = new Memory(256)) {
            fid.clear();
            final MemoryRegion region = new MemoryRegion(null, fid);
            fid.setLong(Offsets.MR_KEY, 42);
            assertEquals(42, region.key());
        }
    }
}
