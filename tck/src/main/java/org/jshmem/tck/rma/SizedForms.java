package org.jshmem.tck.rma;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymmetricArray;

/** The three forms of one byte or sized operation. */
final class SizedForms {
    private SizedForms() {}

    /** A call of one form. */
    @FunctionalInterface
    interface Call<D, S> {
        void run(SizedRmaRoutines via, D dest, S source, Shape shape, int pe);
    }

    /** The forms of a put. */
    record Put(
            Call<SymmetricArray, SymmetricArray> symmetric,
            Call<SymmetricArray, MemorySegment> segment,
            Call<MemorySegment, MemorySegment> raw) {}

    /** The forms of a get. */
    record Get(
            Call<SymmetricArray, SymmetricArray> symmetric,
            Call<MemorySegment, SymmetricArray> segment,
            Call<MemorySegment, MemorySegment> raw) {}
}
