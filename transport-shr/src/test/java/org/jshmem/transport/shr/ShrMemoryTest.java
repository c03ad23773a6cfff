package org.jshmem.transport.shr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.waiting.WaitPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PE 0 of two; what the other one publishes is made of what PE 0 does. */
@Timeout(60)
class ShrMemoryTest {
    private static final long MIB = 1 << 20;

    private static ShrMemory attach(String mode, UnaryOperator<Peer> other) {
        return ShrMemory.attach(
                new Job(other),
                new NodeLayout(2, 0, 4 * MIB, 16 * MIB),
                Configuration.of(Map.of("SHMEM_SHR", mode), new Properties()),
                WaitPolicy.endless(true));
    }

    private static UnaryOperator<Peer> with(long heapBytes, long sharedBytes, int mode) {
        return peer -> new Peer(
                peer.pid(), -1, peer.heapBytes() + heapBytes, peer.sharedBytes() + sharedBytes, -1, mode, false);
    }

    @Test
    void shouldRefusePesWithOtherSettings() {
        assertRefused(with(1L << 32, 0, 0), "SHMEM_SYMMETRIC_SIZE is 4194304 and 4299161600");
        assertRefused(with(MIB, 0, 0), "SHMEM_SYMMETRIC_SIZE is 4194304 and 5242880");
        assertRefused(with(0, 2 * MIB, 0), "SHMEM_SHARED_SIZE is 8388608 and 9437184");
        assertRefused(with(0, 0, 1), "SHMEM_SHR=cma is false and true");
    }

    private static void assertRefused(UnaryOperator<Peer> other, String reason) {
        final String message =
                assertThrows(ShmemException.class, () -> attach("mmap", other)).getMessage();
        assertTrue(message.contains(reason), message);
    }

    @Test
    void shouldLeaveNoDescriptorThreadOrDataBehind() throws IOException {
        for (String mode : new String[] {"mmap", "cma", "mmap", "cma"}) {
            final UnaryOperator<Peer> other = with(0, 0, mode.equals("cma") ? 1 : 0);
            attach(mode, other).detach(); // what is loaded for it stays open
            final long descriptors = descriptors();
            final ShrMemory memory = attach(mode, other);
            assertTrue(memory.heap().claim(MIB));
            final long word = memory.base(0);
            Memory.put64(word, 42);
            memory.detach();
            assertEquals(0, Memory.get64(word), "at a stale address, " + mode);
            assertEquals(descriptors, descriptors(), mode);
            assertTrue(
                    Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().equals("jshmem-mailboxes")),
                    mode);
        }
    }

    private static long descriptors() throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    private static final class Job extends Bootstrap {
        private final UnaryOperator<Peer> other;

        Job(UnaryOperator<Peer> other) {
            this.other = other;
        }

        @Override
        public int pe() {
            return 0;
        }

        @Override
        public int nPes() {
            return 2;
        }

        @Override
        public byte[][] allgather(byte[] mine) {
            return new byte[][] {mine, other.apply(Peer.decode(mine)).encode()};
        }

        @Override
        public void finish() {}

        @Override
        public void leaveEarly(Supplier<String> reason) {}

        @Override
        public void globalExit(int status) {}

        @Override
        public String describe() {
            return "a test";
        }

        @Override
        public void abort(int status, String message) {
            throw new IllegalStateException(message);
        }
    }
}
