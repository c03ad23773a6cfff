package org.jshmem.oshmem;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class FreeMemoryTest {
    @Test
    void shouldCountTheHeapsOfAllPes() {
        assertNull(FreeMemory.lack(250, 4, 1000));
        final String text = FreeMemory.lack(251, 4, 1000);
        assertTrue(text.contains("251 bytes for each of 4 PEs"), text);
        assertTrue(text.contains("1000 bytes of memory are available"), text);
        assertTrue(text.contains("SHMEM_SYMMETRIC_SIZE"), text);
        assertTrue(FreeMemory.lack(Long.MAX_VALUE, 3, 1000).contains("for each of 3"));
    }

    @Test
    void shouldKnowThePesOfTheMachine() {
        assertEquals(4, FreeMemory.localPes(Map.of("OMPI_COMM_WORLD_LOCAL_SIZE", "4")));
        assertEquals(12, FreeMemory.localPes(Map.of("MPI_LOCALNRANKS", "12")));
        assertEquals(1, FreeMemory.localPes(Map.of()));
        assertEquals(1, FreeMemory.localPes(Map.of("MPI_LOCALNRANKS", "many")));
    }

    @Test
    void shouldAskThisMachine() {
        assertDoesNotThrow(() -> FreeMemory.require(1 << 20, true));
        assertThrows(IllegalStateException.class, () -> FreeMemory.require(1L << 60, false));
    }
}
