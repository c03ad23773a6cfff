package org.jshmem;

import org.jshmem.spi.FetchingAtomic;

/**
 * The atomic operations of a {@link ShmemContext} (spec: Atomic Memory Operations).
 *
 * <p>The operations are atomic with each other on elements of the same type, from all PEs and threads, also on a PE's
 * own memory. They are atomic with waiting and testing, but not with puts or plain stores to the same element.
 *
 * <p>All operations exist for {@code int} and {@code long}; pass an unsigned number as the same bits. {@code float} and
 * {@code double} can be fetched, set and swapped, without a change of their bits. Sums wrap around. An operation
 * without a result may return before it is done; {@link ShmemContext#quiet()} completes it. {@link ShmemContext}
 * describes arguments, errors and threads.
 */
public abstract class AtomicOperations extends RemoteOperands {
    /** For the runtime. */
    AtomicOperations() {}

    // operations:begin
    // typed:begin float double int long
    // forms:begin
    /**
     * Writes an element on a PE atomically; the write is complete after {@link ShmemContext#quiet()} (spec:
     * shmem_atomic_set).
     *
     * @param dest symmetric array to update on {@code pe}
     * @param index which element
     * @param value the new value
     * @param pe the PE to update
     */
    public final void atomicSet(SymmetricDoubles dest, long index, double value, int pe) {
        updateSet64(remote("dest", dest, index, 1, Double.BYTES, pe), Bits.raw(value), pe);
    }

    /**
     * Reads an element of a PE atomically (spec: shmem_atomic_fetch).
     *
     * @param source symmetric array to read on {@code pe}
     * @param index which element
     * @param pe the PE to read from
     * @return the element
     */
    public final double atomicFetch(SymmetricDoubles source, long index, int pe) {
        return Bits.toDouble(atomicLoad64(remote("source", source, index, 1, Double.BYTES, pe), pe));
    }

    /**
     * Replaces an element on a PE atomically (spec: shmem_atomic_swap).
     *
     * @param dest symmetric array to update on {@code pe}
     * @param index which element
     * @param value the new value
     * @param pe the PE to update
     * @return the previous value
     */
    public final double atomicSwap(SymmetricDoubles dest, long index, double value, int pe) {
        return Bits.toDouble(fetchSet64(remote("dest", dest, index, 1, Double.BYTES, pe), Bits.raw(value), pe));
    }

    // forms:end
    // forms:begin fetch
    /**
     * Reads an element of a PE atomically; the value is in {@code fetch} after {@link ShmemContext#quiet()} (spec:
     * shmem_atomic_fetch_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of {@code fetch}
     * @param source symmetric array to read on {@code pe}
     * @param index which element
     * @param pe the PE to read from
     */
    public final void atomicFetchNbi(
            SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles source, long index, int pe) {
        final long to = writable("fetch", fetch, fetchIndex, 1, Double.BYTES);
        final long word = remote("source", source, index, 1, Double.BYTES, pe);
        fetchNbi(fetch, to, FetchingAtomic.LOAD, Double.BYTES, word, 0, 0, pe);
    }

    /**
     * Replaces an element on a PE atomically; the previous value is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of {@code fetch}
     * @param dest symmetric array to update on {@code pe}
     * @param index which element
     * @param value the new value
     * @param pe the PE to update
     */
    public final void atomicSwapNbi(
            SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles dest, long index, double value, int pe) {
        final long to = writable("fetch", fetch, fetchIndex, 1, Double.BYTES);
        final long word = remote("dest", dest, index, 1, Double.BYTES, pe);
        fetchNbi(fetch, to, FetchingAtomic.SET, Double.BYTES, word, Bits.raw(value), 0, pe);
    }
    // forms:end
    // typed:end

    // typed:begin int long
    // forms:begin
    /**
     * Replaces an element on a PE atomically if it equals {@code cond} (spec: shmem_atomic_compare_swap).
     *
     * @param dest symmetric array to update on {@code pe}
     * @param index which element
     * @param cond the value to compare with
     * @param value the new value
     * @param pe the PE to update
     * @return the previous value, whether or not it was replaced
     */
    public final double atomicCompareSwap(SymmetricDoubles dest, long index, double cond, double value, int pe) {
        final long word = remote("dest", dest, index, 1, Double.BYTES, pe);
        return Bits.toDouble(compareSwap64(word, Bits.raw(cond), Bits.raw(value), pe));
    }

    /**
     * Adds 1 to an element on a PE atomically; the update is complete after {@link ShmemContext#quiet()} (spec:
     * shmem_atomic_inc).
     *
     * @param dest symmetric array to update on {@code pe}
     * @param index which element
     * @param pe the PE to update
     */
    public final void atomicInc(SymmetricDoubles dest, long index, int pe) {
        updateAdd64(remote("dest", dest, index, 1, Double.BYTES, pe), 1, pe);
    }

    /**
     * Adds 1 to an element on a PE atomically (spec: shmem_atomic_fetch_inc).
     *
     * @param dest symmetric array to update on {@code pe}
     * @param index which element
     * @param pe the PE to update
     * @return the previous value
     */
    public final double atomicFetchInc(SymmetricDoubles dest, long index, int pe) {
        return Bits.toDouble(fetchAdd64(remote("dest", dest, index, 1, Double.BYTES, pe), 1, pe));
    }

    // named:begin Add And Or Xor
    /**
     * Sets an element on a PE to {@code element ADD value} atomically; the update is complete after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_add).
     *
     * @param dest symmetric array to update on {@code pe}
     * @param index which element
     * @param value the operand
     * @param pe the PE to update
     */
    public final void atomicAdd(SymmetricDoubles dest, long index, double value, int pe) {
        updateAdd64(remote("dest", dest, index, 1, Double.BYTES, pe), Bits.raw(value), pe);
    }

    /**
     * Sets an element on a PE to {@code element ADD value} atomically (spec: shmem_atomic_fetch_add).
     *
     * @param dest symmetric array to update on {@code pe}
     * @param index which element
     * @param value the operand
     * @param pe the PE to update
     * @return the previous value
     */
    public final double atomicFetchAdd(SymmetricDoubles dest, long index, double value, int pe) {
        return Bits.toDouble(fetchAdd64(remote("dest", dest, index, 1, Double.BYTES, pe), Bits.raw(value), pe));
    }

    // named:end
    // forms:end
    // forms:begin fetch
    /**
     * Replaces an element on a PE atomically if it equals {@code cond}; the previous value is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_compare_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of {@code fetch}
     * @param dest symmetric array to update on {@code pe}
     * @param index which element
     * @param cond the value to compare with
     * @param value the new value
     * @param pe the PE to update
     */
    public final void atomicCompareSwapNbi(
            SymmetricDoubles fetch,
            long fetchIndex,
            SymmetricDoubles dest,
            long index,
            double cond,
            double value,
            int pe) {
        final long to = writable("fetch", fetch, fetchIndex, 1, Double.BYTES);
        final long word = remote("dest", dest, index, 1, Double.BYTES, pe);
        fetchNbi(fetch, to, FetchingAtomic.COMPARE_SWAP, Double.BYTES, word, Bits.raw(value), Bits.raw(cond), pe);
    }

    /**
     * Adds 1 to an element on a PE atomically; the previous value is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_fetch_inc_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of {@code fetch}
     * @param dest symmetric array to update on {@code pe}
     * @param index which element
     * @param pe the PE to update
     */
    public final void atomicFetchIncNbi(
            SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles dest, long index, int pe) {
        final long to = writable("fetch", fetch, fetchIndex, 1, Double.BYTES);
        final long word = remote("dest", dest, index, 1, Double.BYTES, pe);
        fetchNbi(fetch, to, FetchingAtomic.ADD, Double.BYTES, word, 1, 0, pe);
    }

    // named:begin Add And Or Xor
    /**
     * Sets an element on a PE to {@code element ADD value} atomically; the previous value is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_fetch_add_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of {@code fetch}
     * @param dest symmetric array to update on {@code pe}
     * @param index which element
     * @param value the operand
     * @param pe the PE to update
     */
    public final void atomicFetchAddNbi(
            SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles dest, long index, double value, int pe) {
        final long to = writable("fetch", fetch, fetchIndex, 1, Double.BYTES);
        final long word = remote("dest", dest, index, 1, Double.BYTES, pe);
        fetchNbi(fetch, to, FetchingAtomic.ADD, Double.BYTES, word, Bits.raw(value), 0, pe);
    }

    // named:end
    // forms:end
    // typed:end
    // operations:end
}
