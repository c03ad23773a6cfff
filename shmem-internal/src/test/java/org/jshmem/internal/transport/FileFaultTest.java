package org.jshmem.internal.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FileFaultTest {
    private final InternalError fault = new InternalError("a fault occurred");

    private static MemorySegment map(Path directory, Arena arena) throws IOException {
        try (FileChannel file = FileChannel.open(
                directory.resolve("file"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return file.map(MapMode.READ_WRITE, 0, 12_345, arena);
        }
    }

    @Test
    void shouldExplainAFaultOfAMappedFile(@TempDir Path directory) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment segment = map(directory, arena);
            FileFault.raise(segment);
            final ShmemException explained = FileFault.explain("source", segment, fault);
            assertEquals(
                    "source is a MemorySegment over a mapped file of which 12345 bytes are no longer all there: the"
                            + " file was truncated after it was mapped, or its file system is full or failed; keep it"
                            + " as long as its segments are used. Some of the transfer may have been done",
                    explained.getMessage());
            assertSame(fault, explained.getCause());
            assertEquals(
                    explained.getMessage(),
                    LocalMemory.failure("source", segment, fault).getMessage());
            final Exception other = new IllegalStateException("closed");
            assertSame(other, LocalMemory.failure("source", segment, other));
        }
    }

    /** What is wrong with the JVM itself stays as it is. */
    @Test
    void shouldNotExplainAFaultWithoutAFile() {
        final MemorySegment array = MemorySegment.ofArray(new byte[8]);
        FileFault.raise(array);
        assertSame(fault, assertThrows(InternalError.class, () -> FileFault.explain("source", array, fault)));
        assertSame(fault, LocalMemory.failure("source", array, fault));
        assertSame(fault, LocalMemory.failure("source", new byte[8], fault));
    }
}
