package org.jshmem.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is seen of the library in a process. */
@Timeout(60)
class ProcessUseTest {
    @Test
    void shouldCountThreadsOfTheLibraryByName() throws Exception {
        final CountDownLatch end = new CountDownLatch(1);
        final Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofPlatform().daemon().name("jshmem-some-" + i).start(() -> await(end));
        }
        assertEquals(3, ProcessUse.ofThreadsAndFiles().get("threads jshmem-some"));
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(null, ProcessUse.ofThreadsAndFiles().get("threads jshmem-some"));
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldCountDescriptorsByKind() throws Exception {
        SocketChannel.open().close(); // the JVM then keeps a socket of its own
        final Map<String, Long> before = ProcessUse.ofThreadsAndFiles();
        final Path name = Files.createTempFile("jshmem-tck", ".bin");
        try (FileChannel _ = FileChannel.open(name);
                Selector _ = Selector.open();
                SocketChannel _ = SocketChannel.open()) {
            Files.delete(name);
            for (String kind : new String[] {"socket:", "[eventpoll]", "[eventfd]", "(deleted)"}) {
                assertEquals(1, grown(before, "files " + kind), kind);
            }
        }
    }

    @Test
    void shouldCountMapsOfSharedMemory() throws Exception {
        final Path name = Files.createTempFile(Path.of("/dev/shm"), "jshmem-tck", ".bin");
        try (FileChannel file = FileChannel.open(name, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final long before = ProcessUse.withMaps().get("maps");
            assertTrue(file.map(MapMode.READ_WRITE, 0, 8).isDirect());
            assertEquals(before + 1, ProcessUse.withMaps().get("maps"));
        } finally {
            Files.delete(name);
        }
    }

    private static long grown(Map<String, Long> before, String kind) {
        return ProcessUse.ofThreadsAndFiles().getOrDefault(kind, 0L) - before.getOrDefault(kind, 0L);
    }
}
