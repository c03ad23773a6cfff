package org.jshmem.tck.misuse;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import org.jshmem.SymmetricArray;
import org.jshmem.tck.Checks;

/** An array or a segment that is the argument of a call, and its bytes. */
final class Buffer {
    private static final int BYTES = 256;

    private final Object argument;
    private final MemorySegment bytes;
    private final int elementBytes;

    private Buffer(Object argument, MemorySegment bytes, int elementBytes) {
        this.argument = argument;
        this.bytes = bytes;
        this.elementBytes = elementBytes;
    }

    /** A symmetric array. */
    static Buffer of(SymmetricArray array) {
        return new Buffer(array, array.segment(), (int) (array.byteLength() / array.length()));
    }

    /** A Java array of primitive elements. */
    static Buffer array(Class<?> element, int length) {
        final Object array = Array.newInstance(element, length);
        final MemorySegment bytes = switch (array) {
            case byte[] typed -> MemorySegment.ofArray(typed);
            case short[] typed -> MemorySegment.ofArray(typed);
            case int[] typed -> MemorySegment.ofArray(typed);
            case long[] typed -> MemorySegment.ofArray(typed);
            case float[] typed -> MemorySegment.ofArray(typed);
            case double[] typed -> MemorySegment.ofArray(typed);
            default -> throw new IllegalArgumentException("no array of " + element);
        };
        return new Buffer(array, bytes, (int) (bytes.byteSize() / length));
    }

    /** A segment, whose elements are bytes. */
    static Buffer segment() {
        final MemorySegment segment = Arena.ofAuto().allocate(BYTES, Long.BYTES);
        return new Buffer(segment, segment, 1);
    }

    Object argument() {
        return argument;
    }

    int length() {
        return (int) (bytes.byteSize() / elementBytes);
    }

    int elementBytes() {
        return elementBytes;
    }

    /** Copies all elements of another buffer to a place in this one. */
    void paste(Buffer other, int at) {
        MemorySegment.copy(other.bytes, 0, bytes, (long) at * elementBytes, other.bytes.byteSize());
    }

    void fill(int seed) {
        for (long i = 0; i < bytes.byteSize(); i++) {
            bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (seed + 7 * i));
        }
    }

    void zero() {
        bytes.fill((byte) 0);
    }

    /** Whether some elements are those of another buffer that was filled, and all others 0. */
    void check(Checks checks, int first, int nelems, Buffer filled, int from, String what) {
        final long begin = (long) first * elementBytes;
        final long size = (long) nelems * elementBytes;
        long wrong = 0;
        for (long i = 0; i < bytes.byteSize(); i++) {
            final boolean isInside = i >= begin && i < begin + size;
            final byte expected =
                    isInside ? filled.bytes.get(ValueLayout.JAVA_BYTE, i - begin + (long) from * elementBytes) : 0;
            wrong += bytes.get(ValueLayout.JAVA_BYTE, i) == expected ? 0 : 1;
        }
        checks.equal(0, wrong, what + ": wrong bytes");
    }
}
