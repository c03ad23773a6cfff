package org.jshmem;

import java.lang.foreign.MemorySegment;

/**
 * The atomic operations of a {@link ShmemContext} (spec: Atomic Memory Operations).
 *
 * <p>They are atomic with each other on elements of the same type, from all PEs and threads and on a PE's own memory,
 * and with waiting and testing; not with puts or plain stores to the same element. {@code int} and {@code long} have
 * all of them, unsigned numbers are the same bits; {@code float} and {@code double} are read, written and swapped bit
 * by bit. Sums wrap around. An operation without a result may return before it is done; {@link ShmemContext#quiet()}
 * completes it. {@link ShmemContext} says what holds for arguments, errors and threads.
 */
public abstract class AtomicOperations extends ContextKernel {
    /** For the runtime. */
    AtomicOperations() {}

    // operations:begin
    // typed:begin float double int long
    /**
     * Writes an element on a PE atomically; complete after {@link ShmemContext#quiet()} (spec: shmem_atomic_set).
     *
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param value the new value
     * @param pe the target
     */
    public final void atomicSet(SymmetricDoubles dest, double value, int pe) {
        atomicSet(dest, 0, value, pe);
    }

    /**
     * Writes an element on a PE atomically; complete after {@link ShmemContext#quiet()} (spec: shmem_atomic_set).
     *
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param value the new value
     * @param pe the target
     */
    public final void atomicSet(SymmetricDoubles dest, long index, double value, int pe) {
        atomicStore64(Check.remote("dest", dest, index, 1, Double.BYTES), Bits.raw(value), pe);
    }

    /**
     * Reads an element of a PE atomically (spec: shmem_atomic_fetch).
     *
     * @param source symmetric array whose first element to read on {@code pe}
     * @param pe the PE to read from
     * @return the element
     */
    public final double atomicFetch(SymmetricDoubles source, int pe) {
        return atomicFetch(source, 0, pe);
    }

    /**
     * Reads an element of a PE atomically (spec: shmem_atomic_fetch).
     *
     * @param source symmetric array whose element to read on {@code pe}
     * @param index which element
     * @param pe the PE to read from
     * @return the element
     */
    public final double atomicFetch(SymmetricDoubles source, long index, int pe) {
        return Bits.toDouble(atomicLoad64(Check.remote("source", source, index, 1, Double.BYTES), pe));
    }

    /**
     * Replaces an element on a PE atomically (spec: shmem_atomic_swap).
     *
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param value the new value
     * @param pe the target
     * @return the value before
     */
    public final double atomicSwap(SymmetricDoubles dest, double value, int pe) {
        return atomicSwap(dest, 0, value, pe);
    }

    /**
     * Replaces an element on a PE atomically (spec: shmem_atomic_swap).
     *
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param value the new value
     * @param pe the target
     * @return the value before
     */
    public final double atomicSwap(SymmetricDoubles dest, long index, double value, int pe) {
        return Bits.toDouble(swap64(Check.remote("dest", dest, index, 1, Double.BYTES), Bits.raw(value), pe));
    }

    /**
     * Reads an element of a PE atomically; it is in {@code fetch} after {@link ShmemContext#quiet()} (spec:
     * shmem_atomic_fetch_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param source symmetric array whose first element to read on {@code pe}
     * @param pe the PE to read from
     */
    public final void atomicFetchNbi(SymmetricDoubles fetch, SymmetricDoubles source, int pe) {
        atomicFetchNbi(fetch, 0, source, 0, pe);
    }

    /**
     * Reads an element of a PE atomically; it is in {@code fetch} after {@link ShmemContext#quiet()} (spec:
     * shmem_atomic_fetch_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param source symmetric array whose element to read on {@code pe}
     * @param index which element
     * @param pe the PE to read from
     */
    public final void atomicFetchNbi(
            SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles source, long index, int pe) {
        Check.local("fetch", fetch, fetchIndex, 1, Double.BYTES);
        fetch.set(fetchIndex, atomicFetch(source, index, pe));
    }

    /**
     * Reads an element of a PE atomically; it is in {@code fetch} after {@link ShmemContext#quiet()} (spec:
     * shmem_atomic_fetch_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param source symmetric array whose first element to read on {@code pe}
     * @param pe the PE to read from
     */
    public final void atomicFetchNbi(double[] fetch, SymmetricDoubles source, int pe) {
        atomicFetchNbi(fetch, 0, source, 0, pe);
    }

    /**
     * Reads an element of a PE atomically; it is in {@code fetch} after {@link ShmemContext#quiet()} (spec:
     * shmem_atomic_fetch_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param source symmetric array whose element to read on {@code pe}
     * @param index which element
     * @param pe the PE to read from
     */
    public final void atomicFetchNbi(double[] fetch, long fetchIndex, SymmetricDoubles source, long index, int pe) {
        Check.array("fetch", fetch, lengthOf("fetch", fetch), fetchIndex, 1);
        fetch[(int) fetchIndex] = atomicFetch(source, index, pe);
    }

    /**
     * Reads an element of a PE atomically; it is in {@code fetch} after {@link ShmemContext#quiet()} (spec:
     * shmem_atomic_fetch_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param source symmetric array whose first element to read on {@code pe}
     * @param pe the PE to read from
     */
    public final void atomicFetchNbi(MemorySegment fetch, SymmetricDoubles source, int pe) {
        atomicFetchNbi(fetch, 0, source, 0, pe);
    }

    /**
     * Reads an element of a PE atomically; it is in {@code fetch} after {@link ShmemContext#quiet()} (spec:
     * shmem_atomic_fetch_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param source symmetric array whose element to read on {@code pe}
     * @param index which element
     * @param pe the PE to read from
     */
    public final void atomicFetchNbi(
            MemorySegment fetch, long fetchIndex, SymmetricDoubles source, long index, int pe) {
        final long at = Check.writable("fetch", fetch, fetchIndex, 1, Double.BYTES);
        fetch.set(Local.DOUBLE, at, atomicFetch(source, index, pe));
    }

    /**
     * Replaces an element on a PE atomically; the value before is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param value the new value
     * @param pe the target
     */
    public final void atomicSwapNbi(SymmetricDoubles fetch, SymmetricDoubles dest, double value, int pe) {
        atomicSwapNbi(fetch, 0, dest, 0, value, pe);
    }

    /**
     * Replaces an element on a PE atomically; the value before is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param value the new value
     * @param pe the target
     */
    public final void atomicSwapNbi(
            SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles dest, long index, double value, int pe) {
        Check.local("fetch", fetch, fetchIndex, 1, Double.BYTES);
        fetch.set(fetchIndex, atomicSwap(dest, index, value, pe));
    }

    /**
     * Replaces an element on a PE atomically; the value before is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param value the new value
     * @param pe the target
     */
    public final void atomicSwapNbi(double[] fetch, SymmetricDoubles dest, double value, int pe) {
        atomicSwapNbi(fetch, 0, dest, 0, value, pe);
    }

    /**
     * Replaces an element on a PE atomically; the value before is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param value the new value
     * @param pe the target
     */
    public final void atomicSwapNbi(
            double[] fetch, long fetchIndex, SymmetricDoubles dest, long index, double value, int pe) {
        Check.array("fetch", fetch, lengthOf("fetch", fetch), fetchIndex, 1);
        fetch[(int) fetchIndex] = atomicSwap(dest, index, value, pe);
    }

    /**
     * Replaces an element on a PE atomically; the value before is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param value the new value
     * @param pe the target
     */
    public final void atomicSwapNbi(MemorySegment fetch, SymmetricDoubles dest, double value, int pe) {
        atomicSwapNbi(fetch, 0, dest, 0, value, pe);
    }

    /**
     * Replaces an element on a PE atomically; the value before is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param value the new value
     * @param pe the target
     */
    public final void atomicSwapNbi(
            MemorySegment fetch, long fetchIndex, SymmetricDoubles dest, long index, double value, int pe) {
        final long at = Check.writable("fetch", fetch, fetchIndex, 1, Double.BYTES);
        fetch.set(Local.DOUBLE, at, atomicSwap(dest, index, value, pe));
    }
    // typed:end

    // typed:begin int long
    /**
     * Replaces an element on a PE atomically if it equals {@code cond} (spec: shmem_atomic_compare_swap).
     *
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param cond what must be there
     * @param value what replaces it
     * @param pe the target
     * @return the value before, whether or not it was replaced
     */
    public final double atomicCompareSwap(SymmetricDoubles dest, double cond, double value, int pe) {
        return atomicCompareSwap(dest, 0, cond, value, pe);
    }

    /**
     * Replaces an element on a PE atomically if it equals {@code cond} (spec: shmem_atomic_compare_swap).
     *
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param cond what must be there
     * @param value what replaces it
     * @param pe the target
     * @return the value before, whether or not it was replaced
     */
    public final double atomicCompareSwap(SymmetricDoubles dest, long index, double cond, double value, int pe) {
        return compareSwap64(Check.remote("dest", dest, index, 1, Double.BYTES), cond, value, pe);
    }

    /**
     * Replaces an element on a PE atomically if it equals {@code cond}; the value before is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_compare_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param cond what must be there
     * @param value what replaces it
     * @param pe the target
     */
    public final void atomicCompareSwapNbi(
            SymmetricDoubles fetch, SymmetricDoubles dest, double cond, double value, int pe) {
        atomicCompareSwapNbi(fetch, 0, dest, 0, cond, value, pe);
    }

    /**
     * Replaces an element on a PE atomically if it equals {@code cond}; the value before is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_compare_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param cond what must be there
     * @param value what replaces it
     * @param pe the target
     */
    public final void atomicCompareSwapNbi(
            SymmetricDoubles fetch,
            long fetchIndex,
            SymmetricDoubles dest,
            long index,
            double cond,
            double value,
            int pe) {
        Check.local("fetch", fetch, fetchIndex, 1, Double.BYTES);
        fetch.set(fetchIndex, atomicCompareSwap(dest, index, cond, value, pe));
    }

    /**
     * Replaces an element on a PE atomically if it equals {@code cond}; the value before is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_compare_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param cond what must be there
     * @param value what replaces it
     * @param pe the target
     */
    public final void atomicCompareSwapNbi(double[] fetch, SymmetricDoubles dest, double cond, double value, int pe) {
        atomicCompareSwapNbi(fetch, 0, dest, 0, cond, value, pe);
    }

    /**
     * Replaces an element on a PE atomically if it equals {@code cond}; the value before is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_compare_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param cond what must be there
     * @param value what replaces it
     * @param pe the target
     */
    public final void atomicCompareSwapNbi(
            double[] fetch, long fetchIndex, SymmetricDoubles dest, long index, double cond, double value, int pe) {
        Check.array("fetch", fetch, lengthOf("fetch", fetch), fetchIndex, 1);
        fetch[(int) fetchIndex] = atomicCompareSwap(dest, index, cond, value, pe);
    }

    /**
     * Replaces an element on a PE atomically if it equals {@code cond}; the value before is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_compare_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param cond what must be there
     * @param value what replaces it
     * @param pe the target
     */
    public final void atomicCompareSwapNbi(
            MemorySegment fetch, SymmetricDoubles dest, double cond, double value, int pe) {
        atomicCompareSwapNbi(fetch, 0, dest, 0, cond, value, pe);
    }

    /**
     * Replaces an element on a PE atomically if it equals {@code cond}; the value before is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_compare_swap_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param cond what must be there
     * @param value what replaces it
     * @param pe the target
     */
    public final void atomicCompareSwapNbi(
            MemorySegment fetch,
            long fetchIndex,
            SymmetricDoubles dest,
            long index,
            double cond,
            double value,
            int pe) {
        final long at = Check.writable("fetch", fetch, fetchIndex, 1, Double.BYTES);
        fetch.set(Local.DOUBLE, at, atomicCompareSwap(dest, index, cond, value, pe));
    }

    /**
     * Adds 1 to an element on a PE atomically; complete after {@link ShmemContext#quiet()} (spec: shmem_atomic_inc).
     *
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param pe the target
     */
    public final void atomicInc(SymmetricDoubles dest, int pe) {
        atomicInc(dest, 0, pe);
    }

    /**
     * Adds 1 to an element on a PE atomically; complete after {@link ShmemContext#quiet()} (spec: shmem_atomic_inc).
     *
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param pe the target
     */
    public final void atomicInc(SymmetricDoubles dest, long index, int pe) {
        updateAdd64(Check.remote("dest", dest, index, 1, Double.BYTES), 1, pe);
    }

    /**
     * Adds 1 to an element on a PE atomically (spec: shmem_atomic_fetch_inc).
     *
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param pe the target
     * @return the value before
     */
    public final double atomicFetchInc(SymmetricDoubles dest, int pe) {
        return atomicFetchInc(dest, 0, pe);
    }

    /**
     * Adds 1 to an element on a PE atomically (spec: shmem_atomic_fetch_inc).
     *
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param pe the target
     * @return the value before
     */
    public final double atomicFetchInc(SymmetricDoubles dest, long index, int pe) {
        return fetchAdd64(Check.remote("dest", dest, index, 1, Double.BYTES), 1, pe);
    }

    /**
     * Adds 1 to an element on a PE atomically; the value before is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_fetch_inc_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param pe the target
     */
    public final void atomicFetchIncNbi(SymmetricDoubles fetch, SymmetricDoubles dest, int pe) {
        atomicFetchIncNbi(fetch, 0, dest, 0, pe);
    }

    /**
     * Adds 1 to an element on a PE atomically; the value before is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_fetch_inc_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param pe the target
     */
    public final void atomicFetchIncNbi(
            SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles dest, long index, int pe) {
        Check.local("fetch", fetch, fetchIndex, 1, Double.BYTES);
        fetch.set(fetchIndex, atomicFetchInc(dest, index, pe));
    }

    /**
     * Adds 1 to an element on a PE atomically; the value before is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_fetch_inc_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param pe the target
     */
    public final void atomicFetchIncNbi(double[] fetch, SymmetricDoubles dest, int pe) {
        atomicFetchIncNbi(fetch, 0, dest, 0, pe);
    }

    /**
     * Adds 1 to an element on a PE atomically; the value before is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_fetch_inc_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param pe the target
     */
    public final void atomicFetchIncNbi(double[] fetch, long fetchIndex, SymmetricDoubles dest, long index, int pe) {
        Check.array("fetch", fetch, lengthOf("fetch", fetch), fetchIndex, 1);
        fetch[(int) fetchIndex] = atomicFetchInc(dest, index, pe);
    }

    /**
     * Adds 1 to an element on a PE atomically; the value before is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_fetch_inc_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param pe the target
     */
    public final void atomicFetchIncNbi(MemorySegment fetch, SymmetricDoubles dest, int pe) {
        atomicFetchIncNbi(fetch, 0, dest, 0, pe);
    }

    /**
     * Adds 1 to an element on a PE atomically; the value before is in {@code fetch} after {@link ShmemContext#quiet()}
     * (spec: shmem_atomic_fetch_inc_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param pe the target
     */
    public final void atomicFetchIncNbi(
            MemorySegment fetch, long fetchIndex, SymmetricDoubles dest, long index, int pe) {
        final long at = Check.writable("fetch", fetch, fetchIndex, 1, Double.BYTES);
        fetch.set(Local.DOUBLE, at, atomicFetchInc(dest, index, pe));
    }

    // named:begin Add And Or Xor
    /**
     * Applies ADD with a value to an element on a PE atomically; complete after {@link ShmemContext#quiet()} (spec:
     * shmem_atomic_add).
     *
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param value the operand
     * @param pe the target
     */
    public final void atomicAdd(SymmetricDoubles dest, double value, int pe) {
        atomicAdd(dest, 0, value, pe);
    }

    /**
     * Applies ADD with a value to an element on a PE atomically; complete after {@link ShmemContext#quiet()} (spec:
     * shmem_atomic_add).
     *
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param value the operand
     * @param pe the target
     */
    public final void atomicAdd(SymmetricDoubles dest, long index, double value, int pe) {
        updateAdd64(Check.remote("dest", dest, index, 1, Double.BYTES), value, pe);
    }

    /**
     * Applies ADD with a value to an element on a PE atomically (spec: shmem_atomic_fetch_add).
     *
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param value the operand
     * @param pe the target
     * @return the value before
     */
    public final double atomicFetchAdd(SymmetricDoubles dest, double value, int pe) {
        return atomicFetchAdd(dest, 0, value, pe);
    }

    /**
     * Applies ADD with a value to an element on a PE atomically (spec: shmem_atomic_fetch_add).
     *
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param value the operand
     * @param pe the target
     * @return the value before
     */
    public final double atomicFetchAdd(SymmetricDoubles dest, long index, double value, int pe) {
        return fetchAdd64(Check.remote("dest", dest, index, 1, Double.BYTES), value, pe);
    }

    /**
     * Applies ADD with a value to an element on a PE atomically; the value before is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_fetch_add_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param value the operand
     * @param pe the target
     */
    public final void atomicFetchAddNbi(SymmetricDoubles fetch, SymmetricDoubles dest, double value, int pe) {
        atomicFetchAddNbi(fetch, 0, dest, 0, value, pe);
    }

    /**
     * Applies ADD with a value to an element on a PE atomically; the value before is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_fetch_add_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param value the operand
     * @param pe the target
     */
    public final void atomicFetchAddNbi(
            SymmetricDoubles fetch, long fetchIndex, SymmetricDoubles dest, long index, double value, int pe) {
        Check.local("fetch", fetch, fetchIndex, 1, Double.BYTES);
        fetch.set(fetchIndex, atomicFetchAdd(dest, index, value, pe));
    }

    /**
     * Applies ADD with a value to an element on a PE atomically; the value before is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_fetch_add_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param value the operand
     * @param pe the target
     */
    public final void atomicFetchAddNbi(double[] fetch, SymmetricDoubles dest, double value, int pe) {
        atomicFetchAddNbi(fetch, 0, dest, 0, value, pe);
    }

    /**
     * Applies ADD with a value to an element on a PE atomically; the value before is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_fetch_add_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param value the operand
     * @param pe the target
     */
    public final void atomicFetchAddNbi(
            double[] fetch, long fetchIndex, SymmetricDoubles dest, long index, double value, int pe) {
        Check.array("fetch", fetch, lengthOf("fetch", fetch), fetchIndex, 1);
        fetch[(int) fetchIndex] = atomicFetchAdd(dest, index, value, pe);
    }

    /**
     * Applies ADD with a value to an element on a PE atomically; the value before is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_fetch_add_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param dest symmetric array whose first element to update on {@code pe}
     * @param value the operand
     * @param pe the target
     */
    public final void atomicFetchAddNbi(MemorySegment fetch, SymmetricDoubles dest, double value, int pe) {
        atomicFetchAddNbi(fetch, 0, dest, 0, value, pe);
    }

    /**
     * Applies ADD with a value to an element on a PE atomically; the value before is in {@code fetch} after
     * {@link ShmemContext#quiet()} (spec: shmem_atomic_fetch_add_nbi).
     *
     * @param fetch where the value goes; not to be read before the quiet
     * @param fetchIndex which element of it
     * @param dest symmetric array whose element to update on {@code pe}
     * @param index which element
     * @param value the operand
     * @param pe the target
     */
    public final void atomicFetchAddNbi(
            MemorySegment fetch, long fetchIndex, SymmetricDoubles dest, long index, double value, int pe) {
        final long at = Check.writable("fetch", fetch, fetchIndex, 1, Double.BYTES);
        fetch.set(Local.DOUBLE, at, atomicFetchAdd(dest, index, value, pe));
    }

    // named:end
    // typed:end
    // operations:end
}
