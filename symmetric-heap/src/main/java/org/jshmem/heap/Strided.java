package org.jshmem.heap;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Copies equally spaced blocks within this process's memory. Strides and sizes are in bytes. */
public final class Strided {
    private Strided() {}

    /** Copies blocks. */
    public static void copy(long from, long fromStride, long to, long toStride, long blockBytes, long nblocks) {
        if (fromStride == blockBytes && toStride == blockBytes) {
            Memory.copy(from, to, blockBytes * nblocks);
        } else if (blockBytes == Long.BYTES) {
            copy64(from, fromStride, to, toStride, nblocks);
        } else if (blockBytes == Integer.BYTES) {
            copy32(from, fromStride, to, toStride, nblocks);
        } else if (blockBytes == Short.BYTES) {
            copy16(from, fromStride, to, toStride, nblocks);
        } else if (blockBytes == Byte.BYTES) {
            copy8(from, fromStride, to, toStride, nblocks);
        } else {
            for (long i = 0; i < nblocks; i++) {
                Memory.copy(from + i * fromStride, to + i * toStride, blockBytes);
            }
        }
    }

    private static void copy64(long from, long fromStride, long to, long toStride, long nblocks) {
        for (long i = 0; i < nblocks; i++) {
            Memory.put64(to + i * toStride, Memory.get64(from + i * fromStride));
        }
    }

    private static void copy32(long from, long fromStride, long to, long toStride, long nblocks) {
        for (long i = 0; i < nblocks; i++) {
            Memory.put32(to + i * toStride, Memory.get32(from + i * fromStride));
        }
    }

    private static void copy16(long from, long fromStride, long to, long toStride, long nblocks) {
        for (long i = 0; i < nblocks; i++) {
            Memory.put16(to + i * toStride, Memory.get16(from + i * fromStride));
        }
    }

    private static void copy8(long from, long fromStride, long to, long toStride, long nblocks) {
        for (long i = 0; i < nblocks; i++) {
            Memory.put8(to + i * toStride, Memory.get8(from + i * fromStride));
        }
    }

    /** Copies blocks out of a segment. */
    public static void copy(
            MemorySegment from, long start, long fromStride, long to, long toStride, long blockBytes, long nblocks) {
        if (blockBytes == Long.BYTES) {
            for (long i = 0; i < nblocks; i++) {
                Memory.put64(to + i * toStride, from.get(JAVA_LONG_UNALIGNED, start + i * fromStride));
            }
            return;
        }
        for (long i = 0; i < nblocks; i++) {
            Memory.copy(from, start + i * fromStride, to + i * toStride, blockBytes);
        }
    }

    /** Copies blocks into a segment. */
    public static void copy(
            long from, long fromStride, MemorySegment to, long start, long toStride, long blockBytes, long nblocks) {
        if (blockBytes == Long.BYTES) {
            for (long i = 0; i < nblocks; i++) {
                to.set(JAVA_LONG_UNALIGNED, start + i * toStride, Memory.get64(from + i * fromStride));
            }
            return;
        }
        for (long i = 0; i < nblocks; i++) {
            Memory.copy(from + i * fromStride, to, start + i * toStride, blockBytes);
        }
    }
}
