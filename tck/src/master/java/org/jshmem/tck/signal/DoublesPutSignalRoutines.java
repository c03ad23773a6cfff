package org.jshmem.tck.signal;

import org.jshmem.SignalOp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/** The puts with signal of {@code double}, as the cases call them by any {@link org.jshmem.tck.Route}. */
interface DoublesPutSignalRoutines {
    // forms:begin source
    // named:begin putSignal putSignalNbi
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

    // named:end
    // forms:end
    void quiet();
}
