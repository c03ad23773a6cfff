// types: int long
package org.jshmem.tck.amo;

import org.jshmem.SymmetricDoubles;

/**
 * The atomic operations of the API that compute with {@code double}, as the cases call them by any
 * {@link org.jshmem.tck.Route}.
 */
interface DoublesStandardAtomicRoutines {
    // forms:begin
    double atomicCompareSwap(SymmetricDoubles word, long index, double cond, double value, int pe);

    void atomicInc(SymmetricDoubles word, long index, int pe);

    double atomicFetchInc(SymmetricDoubles word, long index, int pe);

    // named:begin Add And Or Xor
    void atomicAdd(SymmetricDoubles word, long index, double value, int pe);

    double atomicFetchAdd(SymmetricDoubles word, long index, double value, int pe);

    // named:end
    // forms:end
    // forms:begin fetch
    void atomicCompareSwapNbi(
            SymmetricDoubles fetch,
            long fetchIndex,
            SymmetricDoubles word,
            long index,
            double cond,
            double value,
            int pe);

    void atomicFetchIncNbi(SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles word, long index, int pe);

    // named:begin Add And Or Xor
    void atomicFetchAddNbi(
            SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles word, long index, double value, int pe);

    // named:end
    // forms:end

    void quiet();
}
