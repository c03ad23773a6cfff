package org.jshmem.tck.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jshmem.Shmem;
import org.jshmem.SymmetricBytes;

/** One segment of every kind that the local side of an operation may be. Made and closed by all PEs together. */
public final class LocalMemory implements AutoCloseable {
    private static final int MISALIGNED = 1;

    private final Map<String, MemorySegment> segments = new LinkedHashMap<>();
    private final Arena confined = Arena.ofConfined();
    private final Arena shared = Arena.ofShared();
    private final SymmetricBytes symmetric;

    public LocalMemory(long bytes) {
        symmetric = Shmem.mallocBytes(bytes);
        segments.put("confined native", confined.allocate(bytes, 64));
        segments.put("byte[]", MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]));
        segments.put("shared native", shared.allocate(bytes, 8));
        segments.put(
                "automatic, misaligned", Arena.ofAuto().allocate(bytes + 8, 8).asSlice(MISALIGNED, bytes));
        segments.put(
                "byte[], misaligned",
                MemorySegment.ofArray(new byte[Math.toIntExact(bytes) + 8]).asSlice(MISALIGNED, bytes));
        segments.put("direct buffer", MemorySegment.ofBuffer(ByteBuffer.allocateDirect(Math.toIntExact(bytes))));
        segments.put("mapped file", mapped(bytes));
        segments.put("own heap", symmetric.segment());
    }

    private MemorySegment mapped(long bytes) {
        try {
            final Path file = Files.createTempFile("jshmem-tck", ".bin");
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, shared);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Map<String, MemorySegment> segments() {
        return segments;
    }

    /** Two kinds that stand for the rest. */
    public Map<String, MemorySegment> few() {
        final Map<String, MemorySegment> few = new LinkedHashMap<>(segments);
        few.keySet().retainAll(java.util.Set.of("confined native", "byte[]"));
        return few;
    }

    @Override
    public void close() {
        symmetric.close();
        confined.close();
        shared.close();
    }
}
