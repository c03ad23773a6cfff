package org.jshmem.internal.messages;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.heap.ElementLayouts;
import org.jshmem.internal.transport.BouncedTransfers;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.LocalMemory;
import org.jshmem.internal.transport.Transport;

/** Copies from the symmetric heap of a PE of another node, or its node's shared heap, to the program's memory. */
final class FetchedMemory {
    private FetchedMemory() {}

    /** Fetches bytes; the program's memory is given as in {@link LocalMemory}. */
    static void get(Transport transport, int pe, long offset, Object memory, long start, long bytes) {
        if (memory == null) {
            transport.get(pe, start, offset, bytes);
        } else if (memory instanceof MemorySegment || memory instanceof IndexedMemory) {
            final long scratch = BouncedTransfers.scratch();
            for (long done = 0; done < bytes; done += BouncedTransfers.SCRATCH_BYTES) {
                final long piece = Math.min(BouncedTransfers.SCRATCH_BYTES, bytes - done);
                transport.get(pe, scratch, offset + done, piece);
                LocalMemory.write(memory, start, done, scratch, piece);
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
