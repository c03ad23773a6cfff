package org.jshmem.transport.none;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import org.jshmem.ShmemException;
import org.jshmem.heap.BlockHandle;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.ClaimProgress;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.SharedHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.testing.Descriptors;
import org.junit.jupiter.api.Test;

class NoneMemoryTest {
    private static final long MIB = 1 << 20;

    private static NoneMemory attach() {
        return new NoneMemory(new NodeLayout(1, 4 * MIB, 64 * MIB), Configuration.of(Map.of(), new Properties()));
    }

    @Test
    void shouldLeaveNoDescriptorAndNoData() throws IOException {
        attach().detach(); // what is loaded for it stays open
        final long before = Descriptors.open(" (deleted)");
        final NoneMemory memory = attach();
        assertTrue(memory.heap().claim(MIB, ClaimProgress.NONE));
        final long word = memory.base(0);
        Memory.put64(word, 42);
        memory.detach();
        assertEquals(0, Memory.get64(word), "at a stale address");
        assertEquals(before, Descriptors.open(" (deleted)"));
    }

    /** The only PE of its node, and PE 3 of the job. */
    @Test
    void shouldNameThePeOfTheJobInHandles() {
        final NoneMemory memory = attach();
        final SharedHeap heap = memory.sharedHeap(3, index -> {}, ClaimObserver.NONE);
        final long handle = heap.allocate(8, 1, 0);
        assertTrue(SharedHeap.isHandle(handle));
        assertEquals(3, BlockHandle.pe(handle));
        assertTrue(heap.free(0, handle));
        memory.detach();
    }

    @Test
    void shouldHaveOneHeap() {
        final NoneMemory memory = attach();
        assertTrue(memory.name().matches("none \\(.+\\)"), memory.name());
        assertNull(memory.transport());
        assertFalse(memory.isCrowded());
        assertEquals(memory.heap().base(), memory.base(0));
        assertEquals(4 * MIB, memory.heap().bytes());
        final NodeLayout layout = new NodeLayout(1, 4 * MIB, 64 * MIB);
        assertEquals(memory.control() + layout.heapOffset(0), memory.base(0));
        assertTrue(memory.claim(0, 4096));
        Memory.put64(memory.control(), 5);
        assertEquals(5, Memory.get64(memory.control()));
        memory.detach();
    }

    @Test
    void shouldRefuseWhatDoesNotFitIntoTheAddressSpace() {
        final Configuration configuration =
                Configuration.of(Map.of("SHMEM_SYMMETRIC_SIZE", "5G", "SHMEM_SHARED_SIZE", "3M"), new Properties());
        assertEquals(
                "SHMEM_SYMMETRIC_SIZE=5368709120 and SHMEM_SHARED_SIZE=3145728 bytes are more than the address space"
                        + " holds; set them to less",
                assertThrows(
                                ShmemException.class,
                                () -> new NoneMemory(new NodeLayout(1, 1L << 61, MIB), configuration))
                        .getMessage());
    }

    @Test
    void shouldServeNodesOfOnePeOnly() {
        final NoneProvider provider = new NoneProvider();
        assertFalse(provider.serves(0));
        assertTrue(provider.serves(1));
        assertFalse(provider.serves(2));
    }
}
