package org.jshmem.bootstrap;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/**
 * The numbers of some PEs, in ascending order, as ranges: for each int32 first PE, int32 count. PEs that were placed in
 * blocks take eight bytes. Any thread may call.
 */
final class PeRanges {
    private PeRanges() {}

    static byte[] encode(int[] pes) {
        final ByteBuffer ranges = ByteBuffer.allocate(2 * Integer.BYTES * pes.length);
        int first = 0;
        while (first < pes.length) {
            int end = first + 1;
            while (end < pes.length && pes[end] == pes[end - 1] + 1) {
                end++;
            }
            ranges.putInt(pes[first]).putInt(end - first);
            first = end;
        }
        final byte[] bytes = new byte[ranges.flip().remaining()];
        ranges.get(bytes);
        return bytes;
    }

    static IntStream decode(byte[] bytes) {
        final ByteBuffer ranges = ByteBuffer.wrap(bytes);
        final IntStream.Builder pes = IntStream.builder();
        while (ranges.hasRemaining()) {
            final int first = ranges.getInt();
            IntStream.range(first, first + ranges.getInt()).forEach(pes);
        }
        return pes.build();
    }
}
