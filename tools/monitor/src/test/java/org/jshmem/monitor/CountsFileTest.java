package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CountsFileTest {
    @Test
    void shouldBeFoundAsLongAsItIsOpen() throws Exception {
        final String text = "name of " + System.nanoTime() + " é";
        try (CountsFile page = new CountsFile()) {
            page.write(text);
            assertTrue(CountsFile.readAll().contains(text));
            page.write("");
            assertFalse(CountsFile.readAll().contains(text));
        }
        assertFalse(CountsFile.readAll().contains(text));
    }

    @Test
    void shouldBeReadWholeWhileItIsWritten() throws Exception {
        final AtomicBoolean isOver = new AtomicBoolean();
        try (CountsFile page = new CountsFile()) {
            final Thread writer = Thread.ofPlatform().start(() -> {
                for (int i = 0; !isOver.get(); i++) {
                    page.write(("torn" + i % 10).repeat(1 + i % 7 * 1000));
                }
            });
            for (int i = 0; i < 50; i++) {
                for (String text : CountsFile.readAll()) {
                    if (text.startsWith("torn")) {
                        final String part = text.substring(0, "torn0".length());
                        assertEquals(part.repeat(text.length() / part.length()), text);
                    }
                }
            }
            isOver.set(true);
            writer.join();
        }
    }

    @Test
    void shouldCutWhatIsTooLong() throws Exception {
        try (CountsFile page = new CountsFile()) {
            page.write("long\n".repeat(100_000));
            assertTrue(CountsFile.readAll().stream()
                    .anyMatch(text ->
                            text.startsWith("long\nlong") && text.endsWith("\nlong") && text.length() < 1 << 16));
        }
    }

    @Test
    void shouldHoldAsMuchAsThereIsRoomFor() throws Exception {
        final int most = (64 << 10) - 8;
        try (CountsFile page = new CountsFile()) {
            for (int length : new int[] {most - 1, most, most + 1}) {
                final String text = "room\n" + "x".repeat(length - 5);
                page.write(text);
                final String kept = length > most ? "room" : text;
                assertTrue(CountsFile.readAll().contains(kept), length + " bytes");
            }
        }
    }

    /** The file system may be full later. */
    @Test
    void shouldHaveItsRoomFromTheBegin(@TempDir Path directory) throws Exception {
        final List<Path> places = List.of(directory.resolve("missing"), directory);
        try (CountsFile page = new CountsFile(places);
                Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            page.write("room");
            final List<Path> descriptors =
                    open.filter(descriptor -> isIn(directory, descriptor)).toList();
            assertEquals(1, descriptors.size());
            final long pid = ProcessHandle.current().pid();
            final String name = "/proc/" + pid + "/fd/" + descriptors.getFirst().getFileName();
            final Process stat = new ProcessBuilder("stat", "-L", "-c", "%b %B", name).start();
            final String[] blocks = stat.inputReader().readLine().split(" ");
            assertTrue(Long.parseLong(blocks[0]) * Long.parseLong(blocks[1]) >= 64 << 10, List.of(blocks)::toString);
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
        final IOException none = assertThrows(IOException.class, () -> new CountsFile(List.of(places.getFirst())));
        assertTrue(none.getMessage().contains("missing"), none.getMessage());
    }

    private static boolean isIn(Path directory, Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(directory);
        } catch (IOException e) {
            return false; // that of the list itself
        }
    }

    /** A process that was killed while it wrote has left an odd version. */
    @Test
    void shouldNotShowWhatIsHalfWritten(@TempDir Path directory) throws Exception {
        final String text = "half of " + System.nanoTime();
        final ByteBuffer bytes = ByteBuffer.allocate(64 << 10).order(ByteOrder.nativeOrder());
        bytes.putInt(0, 1).putInt(4, text.length()).put(8, text.getBytes(StandardCharsets.UTF_8));
        try (FileChannel file = FileChannel.open(
                directory.resolve("jshmem-monitor-1"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            file.write(bytes.rewind(), 0);
            assertFalse(CountsFile.readAll().contains(text));
            file.write(bytes.putInt(0, 2).rewind(), 0);
            assertTrue(CountsFile.readAll().contains(text));
            file.write(bytes.putInt(4, -1).rewind(), 0);
            assertFalse(CountsFile.readAll().contains(text), "its length is nonsense");
        }
    }
}
