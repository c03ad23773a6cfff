// types: float double int long
package org.jshmem.tck.cases;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymmetricDoubles;

/**
 * The atomic operations of the API that move {@code double}, as the cases call them by any
 * {@link org.jshmem.tck.Route}.
 */
interface DoublesSwapRoutines {
    void atomicSet(SymmetricDoubles word, double value, int pe);

    void atomicSet(SymmetricDoubles word, long index, double value, int pe);

    double atomicFetch(SymmetricDoubles word, int pe);

    double atomicFetch(SymmetricDoubles word, long index, int pe);

    void atomicFetchNbi(SymmetricDoubles fetch, SymmetricDoubles word, int pe);

    void atomicFetchNbi(SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles word, long index, int pe);

    void atomicFetchNbi(double[] fetch, SymmetricDoubles word, int pe);

    void atomicFetchNbi(double[] fetch, long fetchIndex, SymmetricDoubles word, long index, int pe);

    void atomicFetchNbi(MemorySegment fetch, SymmetricDoubles word, int pe);

    void atomicFetchNbi(MemorySegment fetch, long fetchIndex, SymmetricDoubles word, long index, int pe);

    double atomicSwap(SymmetricDoubles word, double value, int pe);

    double atomicSwap(SymmetricDoubles word, long index, double value, int pe);

    void atomicSwapNbi(SymmetricDoubles fetch, SymmetricDoubles word, double value, int pe);

    void atomicSwapNbi(
            SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles word, long index, double value, int pe);

    void atomicSwapNbi(double[] fetch, SymmetricDoubles word, double value, int pe);

    void atomicSwapNbi(double[] fetch, long fetchIndex, SymmetricDoubles word, long index, double value, int pe);

    void atomicSwapNbi(MemorySegment fetch, SymmetricDoubles word, double value, int pe);

    void atomicSwapNbi(MemorySegment fetch, long fetchIndex, SymmetricDoubles word, long index, double value, int pe);
}
