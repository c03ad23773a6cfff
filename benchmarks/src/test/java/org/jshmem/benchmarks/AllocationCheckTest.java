package org.jshmem.benchmarks;

import static org.jshmem.Shmem.init;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AllocationCheckTest {
    @Test
    @Tag(QuickFilter.FULL)
    void shouldAllocateNothingOnTheJavaHeapPerOperation() {
        try (var _ = init()) {
            assertEquals(List.of(), AllocationCheck.offenders());
        }
    }
}
