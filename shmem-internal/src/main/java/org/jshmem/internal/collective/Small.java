package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;

/** Copies of a few bytes, where the general copy costs more than the data. */
final class Small {
    private Small() {}

    static void copy(long from, long to, long bytes) {
        if (bytes == Long.BYTES) {
            Memory.put64(to, Memory.get64(from));
        } else if (bytes != 0) {
            Memory.copy(from, to, bytes);
        }
    }
}
