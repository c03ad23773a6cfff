// types: int long
package org.jshmem.tck.cases;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymmetricDoubles;

/**
 * The atomic operations of the API that compute with {@code double}, as the cases call them by any
 * {@link org.jshmem.tck.Route}.
 */
interface DoublesWordRoutines {
    double atomicCompareSwap(SymmetricDoubles word, double cond, double value, int pe);

    double atomicCompareSwap(SymmetricDoubles word, long index, double cond, double value, int pe);

    void atomicCompareSwapNbi(SymmetricDoubles fetch, SymmetricDoubles word, double cond, double value, int pe);

    void atomicCompareSwapNbi(
            SymmetricDoubles fetch,
            long fetchIndex,
            SymmetricDoubles word,
            long index,
            double cond,
            double value,
            int pe);

    void atomicCompareSwapNbi(double[] fetch, SymmetricDoubles word, double cond, double value, int pe);

    void atomicCompareSwapNbi(
            double[] fetch, long fetchIndex, SymmetricDoubles word, long index, double cond, double value, int pe);

    void atomicCompareSwapNbi(MemorySegment fetch, SymmetricDoubles word, double cond, double value, int pe);

    void atomicCompareSwapNbi(
            MemorySegment fetch, long fetchIndex, SymmetricDoubles word, long index, double cond, double value, int pe);

    void atomicInc(SymmetricDoubles word, int pe);

    void atomicInc(SymmetricDoubles word, long index, int pe);

    double atomicFetchInc(SymmetricDoubles word, int pe);

    double atomicFetchInc(SymmetricDoubles word, long index, int pe);

    void atomicFetchIncNbi(SymmetricDoubles fetch, SymmetricDoubles word, int pe);

    void atomicFetchIncNbi(SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles word, long index, int pe);

    void atomicFetchIncNbi(double[] fetch, SymmetricDoubles word, int pe);

    void atomicFetchIncNbi(double[] fetch, long fetchIndex, SymmetricDoubles word, long index, int pe);

    void atomicFetchIncNbi(MemorySegment fetch, SymmetricDoubles word, int pe);

    void atomicFetchIncNbi(MemorySegment fetch, long fetchIndex, SymmetricDoubles word, long index, int pe);

    // named:begin Add And Or Xor
    void atomicAdd(SymmetricDoubles word, double value, int pe);

    void atomicAdd(SymmetricDoubles word, long index, double value, int pe);

    double atomicFetchAdd(SymmetricDoubles word, double value, int pe);

    double atomicFetchAdd(SymmetricDoubles word, long index, double value, int pe);

    void atomicFetchAddNbi(SymmetricDoubles fetch, SymmetricDoubles word, double value, int pe);

    void atomicFetchAddNbi(
            SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles word, long index, double value, int pe);

    void atomicFetchAddNbi(double[] fetch, SymmetricDoubles word, double value, int pe);

    void atomicFetchAddNbi(double[] fetch, long fetchIndex, SymmetricDoubles word, long index, double value, int pe);

    void atomicFetchAddNbi(MemorySegment fetch, SymmetricDoubles word, double value, int pe);

    void atomicFetchAddNbi(
            MemorySegment fetch, long fetchIndex, SymmetricDoubles word, long index, double value, int pe);

    // named:end

    void quiet();
}
