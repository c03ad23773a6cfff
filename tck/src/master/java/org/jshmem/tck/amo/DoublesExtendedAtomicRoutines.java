// types: float double int long
package org.jshmem.tck.amo;

import org.jshmem.SymmetricDoubles;

/**
 * The atomic operations of the API that move {@code double}, as the cases call them by any
 * {@link org.jshmem.tck.Route}.
 */
interface DoublesExtendedAtomicRoutines {
    // forms:begin
    void atomicSet(SymmetricDoubles word, long index, double value, int pe);

    double atomicFetch(SymmetricDoubles word, long index, int pe);

    double atomicSwap(SymmetricDoubles word, long index, double value, int pe);

    // forms:end
    // forms:begin fetch
    void atomicFetchNbi(SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles word, long index, int pe);

    void atomicSwapNbi(
            SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles word, long index, double value, int pe);
    // forms:end
}
