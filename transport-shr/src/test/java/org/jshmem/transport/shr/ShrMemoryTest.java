package org.jshmem.transport.shr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.BlockHandle;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.ClaimProgress;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.SharedHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.testing.Descriptors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PE 0 of a node, alone in its process. */
@Timeout(60)
class ShrMemoryTest {
    private static final long HEAP_BYTES = 4 << 20;

    private static ShrMemory attach(int pes, String shr, UnaryOperator<Peer> other) {
        final Configuration configuration = Configuration.of(Map.of("SHMEM_SHR", shr), new Properties());
        return ShrMemory.attach(
                new Job(pes, other),
                new NodeLayout(pes, HEAP_BYTES, 64 << 20),
                configuration,
                WaitPolicy.endless(false));
    }

    private static List<Thread> mailboxThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("jshmem-mailboxes"))
                .toList();
    }

    @Test
    void shouldServeOtherPesUntilItDetaches() {
        final List<Thread> before = mailboxThreads();
        final ShrMemory memory = attach(1, "cma", peer -> peer);
        final Thread thread = mailboxThreads().stream()
                .filter(one -> !before.contains(one))
                .findFirst()
                .orElseThrow();
        assertTrue(memory.name().startsWith("shr cma ("), memory.name());
        assertEquals(memory.heap().base(), memory.base(0));
        assertTrue(memory.heap().claim(HEAP_BYTES, ClaimProgress.NONE));
        try (Arena arena = Arena.ofConfined()) {
            final long word = arena.allocate(Long.BYTES, Long.BYTES).address();
            Memory.put64(word, 5);
            memory.transport().put(0, HEAP_BYTES - Long.BYTES, word, Long.BYTES);
            assertEquals(5, Memory.get64(memory.base(0) + HEAP_BYTES - Long.BYTES));
        }
        memory.detach();
        assertFalse(thread.isAlive());
    }

    @Test
    void shouldNeedNoTransportForMappedHeaps() {
        final ShrMemory memory = attach(1, "auto", peer -> peer);
        assertTrue(memory.name().startsWith("shr mmap ("), memory.name());
        assertNull(memory.transport());
        assertEquals(memory.heap().base(), memory.base(0));
        assertTrue(memory.claim(memory.base(0) - memory.control(), HEAP_BYTES));
        Memory.put64(memory.base(0) + HEAP_BYTES - Long.BYTES, 5);
        assertEquals(5, Memory.get64(memory.heap().base() + HEAP_BYTES - Long.BYTES));
        memory.detach();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cma", "auto"})
    void shouldLeaveNoDescriptorAndNoData(String shr) throws IOException {
        attach(1, shr, peer -> peer).detach(); // what is loaded for it stays open
        final long files = Descriptors.open(" (deleted)");
        final long sockets = Descriptors.open("socket:");
        final ShrMemory memory = attach(1, shr, peer -> peer);
        assertEquals(files + 1, Descriptors.open(" (deleted)"));
        assertTrue(memory.heap().claim(HEAP_BYTES, ClaimProgress.NONE));
        assertTrue(memory.name().endsWith(", same address on all PEs)"), memory.name());
        assertFalse(memory.isCrowded());
        final long word = memory.base(0);
        Memory.put64(word, 42);
        memory.detach();
        assertEquals(0, Memory.get64(word), "at a stale address");
        assertEquals(files, Descriptors.open(" (deleted)"));
        assertEquals(sockets, Descriptors.open("socket:"));
    }

    /** The only PE of its node, and PE 3 of the job. */
    @Test
    void shouldNameThePeOfTheJobInHandles() {
        final ShrMemory memory = attach(1, "auto", peer -> peer);
        final SharedHeap heap = memory.sharedHeap(3, index -> {}, ClaimObserver.NONE);
        final long handle = heap.allocate(8, 1, 0);
        assertTrue(SharedHeap.isHandle(handle));
        assertEquals(3, BlockHandle.pe(handle));
        assertTrue(heap.free(0, handle));
        memory.detach();
    }

    @Test
    void shouldRefusePesWithOtherSettings() {
        final String message = assertThrows(
                        ShmemException.class,
                        () -> attach(
                                2,
                                "auto",
                                peer -> new Peer(
                                        1,
                                        peer.process(),
                                        2 * peer.heapBytes(),
                                        peer.sharedBytes(),
                                        peer.candidates(),
                                        peer.mode(),
                                        peer.isCrowded(),
                                        peer.ticket())))
                .getMessage();
        assertTrue(message.startsWith("PE 0 and PE 1 have different settings: SHMEM_SYMMETRIC_SIZE"), message);
    }

    @Test
    void shouldRefuseHeapsThatDoNotFitIntoTheAddressSpace() {
        final Configuration configuration = Configuration.of(Map.of(), new Properties());
        final String message = assertThrows(
                        ShmemException.class,
                        () -> ShrMemory.attach(
                                new Job(64, peer -> peer),
                                new NodeLayout(64, 1L << 45),
                                configuration,
                                WaitPolicy.endless(false)))
                .getMessage();
        assertTrue(message.contains(" bytes for 64 PEs are more than the address space holds"), message);
    }

    /** A job whose other PEs have what PE 0 has, changed. */
    static class Job extends Bootstrap {
        private final int pes;
        private final UnaryOperator<Peer> other;

        Job(int pes, UnaryOperator<Peer> other) {
            this.pes = pes;
            this.other = other;
        }

        @Override
        public int pe() {
            return 0;
        }

        @Override
        public int nPes() {
            return pes;
        }

        @Override
        public byte[][] allgather(byte[] mine) {
            final byte[][] all = new byte[pes][];
            for (int pe = 0; pe < pes; pe++) {
                all[pe] = pe == 0 ? mine : other.apply(Peer.decode(mine)).encode();
            }
            return all;
        }

        @Override
        public void finish() {
            // nobody waits
        }

        @Override
        public void leaveEarly(Supplier<String> reason) {
            // nobody is told
        }

        @Override
        public void globalExit(int status) {
            throw new AssertionError("status " + status);
        }

        @Override
        public String describe() {
            return "a test";
        }

        @Override
        public void abort(int status, String message) {
            throw new AssertionError(message);
        }
    }
}
