package org.jshmem.internal.messages;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.heap.ElementLayouts;
import org.jshmem.internal.transport.Transport;

/** Copies from the symmetric heap of a PE of another node to the program's memory. */
final class FetchedMemory {
    private FetchedMemory() {}

    /** Fetches bytes; the program's memory is given as in {@link UserMemory}. */
    static void get(Transport transport, int pe, long offset, Object memory, long start, long bytes) {
        if (memory == null) {
            transport.get(pe, start, offset, bytes);
        } else if (memory instanceof MemorySegment segment) {
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment staging = arena.allocate(bytes, Long.BYTES);
                transport.get(pe, staging.address(), offset, bytes);
                MemorySegment.copy(staging, 0, segment, start, bytes);
            }
        } else {
            final ValueLayout element = layout(memory);
            transport.getArray(pe, memory, (int) start, offset, (int) (bytes / element.byteSize()), element);
        }
    }

    private static ValueLayout layout(Object array) {
        return switch (array) {
            case double[] _ -> ElementLayouts.DOUBLE;
            case long[] _ -> ElementLayouts.LONG;
            case int[] _ -> ElementLayouts.INT;
            case float[] _ -> ElementLayouts.FLOAT;
            case short[] _ -> ElementLayouts.SHORT;
            default -> ElementLayouts.BYTE;
        };
    }
}
