package org.jshmem.oshmem;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** Slurm names the PEs of all nodes, and the number of this one. */
    @ParameterizedTest
    @CsvSource({
        "'2(x3),1', 0, 2",
        "'2(x3),1', 2, 2",
        "'2(x3),1', 3, 1",
        "'2(x3),1', 4, 1",
        "'1,16(x2),3', 1, 16",
        "'1,16(x2),3', 3, 3",
        "4, 0, 4",
        "4, '', 1",
        "'', 0, 1",
        "'0,4', 1, 1",
        "'4(x)', 0, 1"
    })
    void shouldKnowThePesOfTheNodeOfAStep(String pes, String node, int here) {
        final Map<String, String> slurm = Map.of("SLURM_STEP_TASKS_PER_NODE", pes, "SLURM_NODEID", node);
        assertEquals(here, FreeMemory.localPes(slurm));
        final Map<String, String> both = new HashMap<>(slurm);
        both.put("OMPI_COMM_WORLD_LOCAL_SIZE", "7");
        assertEquals(7, FreeMemory.localPes(both), "that of mpirun in a step");
    }

    @Test
    void shouldAskThisMachine() {
        assertDoesNotThrow(() -> FreeMemory.require(1 << 20, true));
        assertThrows(IllegalStateException.class, () -> FreeMemory.require(1L << 60, false));
    }

    @Test
    void shouldSayHowMuchIsLacking() {
        assertNull(FreeMemory.lack(1000, 1, 1000));
        assertEquals(
                "the symmetric heap of a C library needs 1001 bytes for this PE, and 1000 bytes of memory are"
                        + " available, by /proc/meminfo and the limits of its cgroup; set SHMEM_SYMMETRIC_SIZE to less",
                FreeMemory.lack(1001, 1, 1000));
        assertNull(FreeMemory.lack(1L << 40, 3, 3L << 40));
    }

    /** The first one that says it. */
    @Test
    void shouldTakeNothingButNumbersOfPes() {
        assertEquals(2, FreeMemory.localPes(Map.of("OMPI_COMM_WORLD_LOCAL_SIZE", "2", "MPI_LOCALNRANKS", "3")));
        assertEquals(3, FreeMemory.localPes(Map.of("OMPI_COMM_WORLD_LOCAL_SIZE", "0", "MPI_LOCALNRANKS", "3")));
        assertEquals(999_999, FreeMemory.localPes(Map.of("MPI_LOCALNRANKS", "999999")));
        assertEquals(1, FreeMemory.localPes(Map.of("MPI_LOCALNRANKS", "1000000")));
    }

    /** The kernel tells it in KiB. */
    @Test
    void shouldTellTheMemoryOfThisMachineInBytes() throws Exception {
        final long totalKib = Files.readAllLines(Path.of("/proc/meminfo")).stream()
                .filter(line -> line.startsWith("MemTotal:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
        final String text = assertThrows(IllegalStateException.class, () -> FreeMemory.require(1L << 60, false))
                .getMessage();
        assertTrue(text.contains(" bytes for this PE, and "), text);
        final long available = Long.parseLong(text.replaceAll(".* and (\\d+) bytes of memory are .*", "$1"));
        assertTrue(available <= totalKib * 1024 && available % 1024 == 0, text);
        assertTrue(available > totalKib, text);
    }
}
