package org.jshmem;

import org.agrona.UnsafeApi;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ShmemProvider;

/**
 * Waiting for and testing elements of this PE's own symmetric memory (spec: Point-To-Point Synchronization).
 *
 * <p>The element is read with acquire semantics: once the comparison holds, all operations that the writer ordered
 * before this write with fence or quiet are visible. Any PE and any thread may write the element, with puts, atomics or
 * signals. A waiting thread first spins, then yields, then sleeps. When it has spun for long enough, it creates one
 * object that describes what it waits for ({@link AwaitedElements}). If a test fails and there are other nodes, it
 * makes progress and tests once more, so a program that loops over tests also serves other PEs.
 */
final class PointToPoint implements Awaited {
    private final ShmemProvider provider;

    /** 2^64 divided by the golden ratio: a period of calls never meets the same few elements. */
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

    /** Where the next search for any element starts, so that none is passed over for ever; a race does no harm. */
    long turns;

    /** Whether there are other nodes; kept here so that a test needs no call to know. */
    private boolean needsProgress;

    PointToPoint(ShmemProvider provider) {
        this.provider = provider;
    }

    /** The library was started. */
    void started() {
        needsProgress = provider.needsProgress();
    }

    /** After a look in vain: whether progress was made, so that another look may see more. */
    private boolean hasProgressed() {
        return needsProgress && provider.progress();
    }

    // operations:begin
    // typed:begin int long
    // forms:begin
    /**
     * Waits until an element of this PE's memory satisfies a comparison (spec: shmem_wait_until).
     *
     * @param ivar symmetric array that holds the element
     * @param index which element
     * @param cmp how to compare
     * @param value what with
     */
    public void waitUntil(SymmetricDoubles ivar, long index, Cmp cmp, double value) {
        await64(ivar, index, Check.own("ivar", ivar, index, 1, Double.BYTES), required(cmp), value);
    }

    /**
     * Returns whether an element of this PE's memory satisfies a comparison (spec: shmem_test); does not wait.
     *
     * @param ivar symmetric array that holds the element
     * @param index which element
     * @param cmp how to compare
     * @param value the value to compare with
     * @return true if it does
     */
    public boolean test(SymmetricDoubles ivar, long index, Cmp cmp, double value) {
        final long word = Check.own("ivar", ivar, index, 1, Double.BYTES);
        long seen = read64(word);
        boolean holds = required(cmp).holds(seen, value);
        if (!holds && hasProgressed()) {
            seen = read64(word);
            holds = cmp.holds(seen, value);
        }
        provider.tested(word, holds ? word : 0, seen);
        return holds;
    }

    // forms:end
    /**
     * Waits until each element has satisfied the comparison (spec: shmem_wait_until_all).
     *
     * @param ivars symmetric array that holds the elements
     * @param nelems how many elements, from the first on
     * @param status one entry for each element; an entry other than 0 leaves the element out; null leaves out none
     * @param cmp how to compare
     * @param value what with
     */
    public void waitUntilAll(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double value) {
        all(ivars, nelems, status, cmp, value, null, true);
    }

    /**
     * Waits until an element satisfies the comparison (spec: shmem_wait_until_any). Repeated calls report every such
     * element in turn.
     *
     * @param ivars symmetric array that holds the elements
     * @param nelems how many elements, from the first on
     * @param status one entry for each element; an entry other than 0 leaves the element out; null leaves out none
     * @param cmp how to compare
     * @param value the value to compare with
     * @return the element's index, or −1 if there is no element to wait for
     */
    public long waitUntilAny(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double value) {
        return any(ivars, nelems, status, cmp, value, null, true);
    }

    /**
     * Waits until one or more elements satisfy the comparison (spec: shmem_wait_until_some).
     *
     * @param ivars symmetric array that holds the elements
     * @param nelems how many elements, from the first on
     * @param indices filled with the indices of these elements; has room for {@code nelems}
     * @param status one entry for each element; an entry other than 0 leaves the element out; null leaves out none
     * @param cmp how to compare
     * @param value the value to compare with
     * @return the number of these elements; 0 only if there is no element to wait for
     */
    public long waitUntilSome(
            SymmetricDoubles ivars, long nelems, long[] indices, int[] status, Cmp cmp, double value) {
        return some(ivars, nelems, indices, status, cmp, value, null, true);
    }

    /**
     * Returns whether all elements satisfy the comparison; does not wait (spec: shmem_test_all). True if there are no
     * elements.
     *
     * @param ivars symmetric array that holds the elements
     * @param nelems how many elements, from the first on
     * @param status one entry for each element; an entry other than 0 leaves the element out; null leaves out none
     * @param cmp how to compare
     * @param value the value to compare with
     * @return true if it does
     */
    public boolean testAll(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double value) {
        return all(ivars, nelems, status, cmp, value, null, false)
                || hasProgressed() && all(ivars, nelems, status, cmp, value, null, false);
    }

    /**
     * Looks for an element that satisfies the comparison; does not wait (spec: shmem_test_any). Repeated calls report
     * every such element in turn.
     *
     * @param ivars symmetric array that holds the elements
     * @param nelems how many elements, from the first on
     * @param status one entry for each element; an entry other than 0 leaves the element out; null leaves out none
     * @param cmp how to compare
     * @param value the value to compare with
     * @return the element's index, or −1 if there is none
     */
    public long testAny(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double value) {
        final long found = any(ivars, nelems, status, cmp, value, null, false);
        return found >= 0 || !hasProgressed() ? found : any(ivars, nelems, status, cmp, value, null, false);
    }

    /**
     * Looks for elements that satisfy the comparison; does not wait (spec: shmem_test_some).
     *
     * @param ivars symmetric array that holds the elements
     * @param nelems how many elements, from the first on
     * @param indices filled with the indices of these elements; has room for {@code nelems}
     * @param status one entry for each element; an entry other than 0 leaves the element out; null leaves out none
     * @param cmp how to compare
     * @param value the value to compare with
     * @return the number of these elements
     */
    public long testSome(SymmetricDoubles ivars, long nelems, long[] indices, int[] status, Cmp cmp, double value) {
        final long found = some(ivars, nelems, indices, status, cmp, value, null, false);
        return found > 0 || !hasProgressed() ? found : some(ivars, nelems, indices, status, cmp, value, null, false);
    }

    /**
     * Waits until each element has satisfied the comparison (spec: shmem_wait_until_all_vector).
     *
     * @param ivars symmetric array that holds the elements
     * @param nelems how many elements, from the first on
     * @param status one entry for each element; an entry other than 0 leaves the element out; null leaves out none
     * @param cmp how to compare
     * @param values the values to compare with, one for each element
     */
    public void waitUntilAllVector(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double[] values) {
        values(values, nelems);
        all(ivars, nelems, status, cmp, 0, values, true);
    }

    /**
     * Waits until an element satisfies the comparison (spec: shmem_wait_until_any_vector). Repeated calls report every
     * such element in turn.
     *
     * @param ivars symmetric array that holds the elements
     * @param nelems how many elements, from the first on
     * @param status one entry for each element; an entry other than 0 leaves the element out; null leaves out none
     * @param cmp how to compare
     * @param values the values to compare with, one for each element
     * @return the element's index, or −1 if there is no element to wait for
     */
    public long waitUntilAnyVector(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double[] values) {
        values(values, nelems);
        return any(ivars, nelems, status, cmp, 0, values, true);
    }

    /**
     * Waits until one or more elements satisfy the comparison (spec: shmem_wait_until_some_vector).
     *
     * @param ivars symmetric array that holds the elements
     * @param nelems how many elements, from the first on
     * @param indices filled with the indices of these elements; has room for {@code nelems}
     * @param status one entry for each element; an entry other than 0 leaves the element out; null leaves out none
     * @param cmp how to compare
     * @param values the values to compare with, one for each element
     * @return the number of these elements; 0 only if there is no element to wait for
     */
    public long waitUntilSomeVector(
            SymmetricDoubles ivars, long nelems, long[] indices, int[] status, Cmp cmp, double[] values) {
        values(values, nelems);
        return some(ivars, nelems, indices, status, cmp, 0, values, true);
    }

    /**
     * Returns whether all elements satisfy the comparison; does not wait (spec: shmem_test_all_vector). True if there
     * are no elements.
     *
     * @param ivars symmetric array that holds the elements
     * @param nelems how many elements, from the first on
     * @param status one entry for each element; an entry other than 0 leaves the element out; null leaves out none
     * @param cmp how to compare
     * @param values the values to compare with, one for each element
     * @return true if it does
     */
    public boolean testAllVector(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double[] values) {
        values(values, nelems);
        return all(ivars, nelems, status, cmp, 0, values, false)
                || hasProgressed() && all(ivars, nelems, status, cmp, 0, values, false);
    }

    /**
     * Looks for an element that satisfies the comparison; does not wait (spec: shmem_test_any_vector). Repeated calls
     * report every such element in turn.
     *
     * @param ivars symmetric array that holds the elements
     * @param nelems how many elements, from the first on
     * @param status one entry for each element; an entry other than 0 leaves the element out; null leaves out none
     * @param cmp how to compare
     * @param values the values to compare with, one for each element
     * @return the element's index, or −1 if there is none
     */
    public long testAnyVector(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double[] values) {
        values(values, nelems);
        final long found = any(ivars, nelems, status, cmp, 0, values, false);
        return found >= 0 || !hasProgressed() ? found : any(ivars, nelems, status, cmp, 0, values, false);
    }

    /**
     * Looks for elements that satisfy the comparison; does not wait (spec: shmem_test_some_vector).
     *
     * @param ivars symmetric array that holds the elements
     * @param nelems how many elements, from the first on
     * @param indices filled with the indices of these elements; has room for {@code nelems}
     * @param status one entry for each element; an entry other than 0 leaves the element out; null leaves out none
     * @param cmp how to compare
     * @param values the values to compare with, one for each element
     * @return the number of these elements
     */
    public long testSomeVector(
            SymmetricDoubles ivars, long nelems, long[] indices, int[] status, Cmp cmp, double[] values) {
        values(values, nelems);
        final long found = some(ivars, nelems, indices, status, cmp, 0, values, false);
        return found > 0 || !hasProgressed() ? found : some(ivars, nelems, indices, status, cmp, 0, values, false);
    }
    // typed:end

    // forms:begin
    /**
     * Reads a signal of this PE atomically (spec: shmem_signal_fetch).
     *
     * @param sig symmetric array that holds the signal
     * @param index which element
     * @return the signal
     */
    public long signalFetch(SymmetricLongs sig, long index) {
        final long word = Check.own("sig", sig, index, 1, Long.BYTES);
        hasProgressed();
        return read64(word);
    }

    /**
     * Waits until a signal of this PE satisfies a comparison (spec: shmem_signal_wait_until). Signals are compared as
     * unsigned numbers, whichever comparator is passed.
     *
     * @param sig symmetric array that holds the signal
     * @param index which element
     * @param cmp how to compare
     * @param value the value to compare with
     * @return the value of the signal that satisfies it
     */
    public long signalWaitUntil(SymmetricLongs sig, long index, Cmp cmp, long value) {
        return await64(
                sig,
                index,
                Check.own("sig", sig, index, 1, Long.BYTES),
                required(cmp).unsigned(),
                value);
    }
    // forms:end
    // operations:end

    // typed:begin int long
    private long await64(SymmetricArray array, long index, long word, Cmp cmp, long value) {
        long seen = read64(word);
        if (!cmp.holds(seen, value)) {
            Awaited what = this;
            long turn = 0;
            do {
                turn = provider.pause(turn, what, word);
                if (turn >= ShmemProvider.LATE && what == this) {
                    what = new AwaitedElements(array, index, cmp, value);
                }
                seen = read64(word);
            } while (!cmp.holds(seen, value));
            provider.waited(word, seen);
        }
        return seen;
    }

    static long read64(long word) {
        return Local.UNSAFE
                ? UnsafeApi.getDoubleAcquire(null, word)
                : (double) Local.DOUBLE_ORDERED.getAcquire(Local.MEMORY, word);
    }

    private static void values(double[] values, long nelems) {
        if (nelems != 0 && values == null) {
            throw Check.isNull("values");
        }
        if (nelems != 0) {
            Check.array("values", values, values.length, 0, nelems);
        }
    }

    private boolean all(
            SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double value, double[] values, boolean block) {
        if (nelems == 0) {
            return true;
        }
        final long first = elements(ivars, nelems, Double.BYTES, status);
        required(cmp);
        long last = 0;
        long seen = 0;
        for (int i = 0; i < nelems; i++) {
            final long word = first + (long) i * Double.BYTES;
            final double wanted = values == null ? value : values[i];
            if (status != null && status[i] != 0) {
                continue;
            }
            if (block) {
                await64(ivars, i, word, cmp, wanted);
            } else {
                seen = read64(word);
                if (!cmp.holds(seen, wanted)) {
                    provider.tested(first, 0, seen);
                    return false;
                }
                last = word;
            }
        }
        if (last != 0) {
            provider.tested(first, last, seen);
        }
        return true;
    }

    private long any(
            SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double value, double[] values, boolean block) {
        if (nelems == 0) {
            return -1;
        }
        final long first = elements(ivars, nelems, Double.BYTES, status);
        required(cmp);
        final int start = (int) Math.unsignedMultiplyHigh(turns++ * STEP, nelems);
        Awaited what = this;
        long turn = 0;
        while (true) {
            boolean empty = true;
            for (int k = 0; k < nelems; k++) {
                final int i = k < (int) nelems - start ? start + k : k - ((int) nelems - start);
                if (status == null || status[i] == 0) {
                    empty = false;
                    final long word = first + (long) i * Double.BYTES;
                    final long seen = read64(word);
                    if (cmp.holds(seen, values == null ? value : values[i])) {
                        tell(first, word, seen, block, turn);
                        return i;
                    }
                }
            }
            if (empty || !block) {
                provider.tested(first, 0, 0);
                return -1;
            }
            turn = provider.pause(turn, what, first);
            if (turn >= ShmemProvider.LATE && what == this) {
                what = AwaitedElements.anyOf(ivars, nelems, status, cmp, value, values);
            }
        }
    }

    private long some(
            SymmetricDoubles ivars,
            long nelems,
            long[] indices,
            int[] status,
            Cmp cmp,
            double value,
            double[] values,
            boolean block) {
        if (nelems == 0) {
            return 0;
        }
        final long first = elements(ivars, nelems, Double.BYTES, status);
        required(cmp);
        indices(indices, nelems);
        Awaited what = this;
        long turn = 0;
        while (true) {
            boolean empty = true;
            int found = 0;
            for (int i = 0; i < nelems; i++) {
                if (status == null || status[i] == 0) {
                    empty = false;
                    final long word = first + (long) i * Double.BYTES;
                    final long seen = read64(word);
                    if (cmp.holds(seen, values == null ? value : values[i])) {
                        indices[found++] = i;
                        tell(first, word, seen, block, turn);
                    }
                }
            }
            if (found > 0 || empty || !block) {
                if (found == 0) {
                    provider.tested(first, 0, 0);
                }
                return found;
            }
            turn = provider.pause(turn, what, first);
            if (turn >= ShmemProvider.LATE && what == this) {
                what = AwaitedElements.anyOf(ivars, nelems, status, cmp, value, values);
            }
        }
    }
    // typed:end

    /** Tells tools which element has ended a wait or test. */
    private void tell(long first, long word, long value, boolean block, long turn) {
        if (!block) {
            provider.tested(first, word, value);
        } else if (turn > 0) {
            provider.waited(word, value);
        }
    }

    /** Of a wait that has just begun; what a longer one is for, {@link AwaitedElements} say. */
    @Override
    public String describe(long word) {
        return "an element of its own memory, at heap offset " + provider.heapOffset(word, Integer.BYTES);
    }

    private static Cmp required(Cmp cmp) {
        if (cmp == null) {
            throw new NullPointerException("cmp=null; name a comparator");
        }
        return cmp;
    }

    private static long elements(SymmetricArray ivars, long nelems, int elementBytes, int[] status) {
        final long first = Check.own("ivars", ivars, 0, nelems, elementBytes);
        if (nelems > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("nelems=" + nelems + " is more than " + Integer.MAX_VALUE);
        }
        if (status != null) {
            Check.array("status", status, status.length, 0, nelems);
        }
        return first;
    }

    private static void indices(long[] indices, long nelems) {
        if (indices == null) {
            throw Check.isNull("indices");
        }
        Check.array("indices", indices, indices.length, 0, nelems);
    }
}
