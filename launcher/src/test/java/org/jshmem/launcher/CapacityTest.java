package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.jshmem.launcher.Capacity.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class CapacityTest {
    private static final Limit NONE = new Limit(Long.MAX_VALUE, "nothing");

    @Test
    void shouldNameWhatThereIsTooLittleOf() {
        assertRefused(new Capacity(new Limit(64L << 20, "memory available"), NONE, NONE), 4, "(memory available)");
        assertRefused(new Capacity(NONE, new Limit(40, "ulimit -u"), NONE), 4, "(ulimit -u)");
        assertRefused(new Capacity(NONE, NONE, new Limit(12, "ulimit -n, 40")), 4, "raise ulimit -n");
    }

    @Test
    void shouldHoldSomePesAndNotTwoBillion() {
        assertDoesNotThrow(() -> Capacity.ofMachine().require(2));
        assertThrows(UsageException.class, () -> Capacity.ofMachine().require(2_000_000_000));
    }

    @Test
    void shouldNameTheLimitThatAnErrorSpeaksOf() {
        assertTrue(Capacity.remedy(new IOException("error=24, Too many open files"))
                .contains("raise ulimit -n"));
        assertTrue(Capacity.remedy(new OutOfMemoryError("unable to create native thread"))
                .contains("threads"));
        assertTrue(Capacity.remedy(new OutOfMemoryError("Java heap space")).contains("JSHMEM_LAUNCHER_OPTIONS"));
        assertEquals("", Capacity.remedy(new IOException("Broken pipe")));
    }

    private static void assertRefused(Capacity capacity, int most, String part) {
        assertDoesNotThrow(() -> capacity.require(most));
        final UsageException e = assertThrows(UsageException.class, () -> capacity.require(most + 1));
        assertTrue(e.getMessage().contains("-np=" + (most + 1) + " is more PEs"), e.getMessage());
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }
}
