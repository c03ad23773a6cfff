package org.jshmem.flow;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricFloats;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.SymmetricShorts;

/** Streams of the elements of symmetric arrays. They know their size, and split into halves. */
final class LocalStreams {
    private LocalStreams() {}

    private static LongStream indices(SymmetricArray array) {
        return LongStream.range(0, array.length());
    }

    static IntStream of(SymmetricBytes array) {
        return indices(array).mapToInt(array::get);
    }

    static IntStream of(SymmetricShorts array) {
        return indices(array).mapToInt(array::get);
    }

    static IntStream of(SymmetricInts array) {
        return indices(array).mapToInt(array::get);
    }

    static LongStream of(SymmetricLongs array) {
        return indices(array).map(array::get);
    }

    static DoubleStream of(SymmetricFloats array) {
        return indices(array).mapToDouble(array::get);
    }

    static DoubleStream of(SymmetricDoubles array) {
        return indices(array).mapToDouble(array::get);
    }
}
