package org.jshmem.tck.cases;

import java.lang.foreign.MemorySegment;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/** The puts with signal of {@code double}, as the cases call them by any {@link org.jshmem.tck.Route}. */
interface DoublesSignalRoutines {
    void putSignal(
            SymmetricDoubles dest,
            SymmetricDoubles source,
            long nelems,
            SymmetricLongs sig,
            long signal,
            SignalOp op,
            int pe);

    void putSignal(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long nelems,
            SymmetricLongs sig,
            long sigIndex,
            long signal,
            SignalOp op,
            int pe);

    void putSignal(
            SymmetricDoubles dest, double[] source, long nelems, SymmetricLongs sig, long signal, SignalOp op, int pe);

    void putSignal(
            SymmetricDoubles dest,
            long destIndex,
            double[] source,
            long sourceIndex,
            long nelems,
            SymmetricLongs sig,
            long sigIndex,
            long signal,
            SignalOp op,
            int pe);

    void putSignal(
            SymmetricDoubles dest,
            MemorySegment source,
            long nelems,
            SymmetricLongs sig,
            long signal,
            SignalOp op,
            int pe);

    void putSignal(
            SymmetricDoubles dest,
            long destIndex,
            MemorySegment source,
            long sourceIndex,
            long nelems,
            SymmetricLongs sig,
            long sigIndex,
            long signal,
            SignalOp op,
            int pe);

    void putSignalNbi(
            SymmetricDoubles dest,
            SymmetricDoubles source,
            long nelems,
            SymmetricLongs sig,
            long signal,
            SignalOp op,
            int pe);

    void putSignalNbi(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long nelems,
            SymmetricLongs sig,
            long sigIndex,
            long signal,
            SignalOp op,
            int pe);

    void putSignalNbi(
            SymmetricDoubles dest, double[] source, long nelems, SymmetricLongs sig, long signal, SignalOp op, int pe);

    void putSignalNbi(
            SymmetricDoubles dest,
            long destIndex,
            double[] source,
            long sourceIndex,
            long nelems,
            SymmetricLongs sig,
            long sigIndex,
            long signal,
            SignalOp op,
            int pe);

    void putSignalNbi(
            SymmetricDoubles dest,
            MemorySegment source,
            long nelems,
            SymmetricLongs sig,
            long signal,
            SignalOp op,
            int pe);

    void putSignalNbi(
            SymmetricDoubles dest,
            long destIndex,
            MemorySegment source,
            long sourceIndex,
            long nelems,
            SymmetricLongs sig,
            long sigIndex,
            long signal,
            SignalOp op,
            int pe);

    void quiet();
}
