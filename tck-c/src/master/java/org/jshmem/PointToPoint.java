package org.jshmem;

import java.util.Arrays;
import org.jshmem.spi.ShmemProvider;
import org.jshmem.tck.c.pe.Waits;

/**
 * Waiting and testing by functions of a C library, in place of the API's class of this name: that one reads memory by
 * itself. It comes first on the class path of a PE that runs on a C library.
 */
@SuppressWarnings("cast") // the master is for double
final class PointToPoint {
    PointToPoint(ShmemProvider provider) {}

    /** The library was started. */
    void started() {}

    // typed:begin int long
    // forms:begin
    /** Waits. */
    public void waitUntil(SymmetricDoubles ivar, long index, Cmp cmp, double value) {
        Waits.call(ivar.address + index * Double.BYTES, 1, null, null, cmp, (long) value);
    }

    /** Tests. */
    public boolean test(SymmetricDoubles ivar, long index, Cmp cmp, double value) {
        return Waits.call(ivar.address + index * Double.BYTES, 1, null, null, cmp, (long) value) != 0;
    }

    // forms:end
    /** Waits. */
    public void waitUntilAll(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double value) {
        Waits.call(address(ivars), nelems, null, status, cmp, (long) value);
    }

    /** Waits. */
    public long waitUntilAny(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double value) {
        return Waits.call(address(ivars), nelems, null, status, cmp, (long) value);
    }

    /** Waits. */
    public long waitUntilSome(
            SymmetricDoubles ivars, long nelems, long[] indices, int[] status, Cmp cmp, double value) {
        return Waits.call(address(ivars), nelems, indices, status, cmp, (long) value);
    }

    /** Tests. */
    public boolean testAll(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double value) {
        return Waits.call(address(ivars), nelems, null, status, cmp, (long) value) != 0;
    }

    /** Tests. */
    public long testAny(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double value) {
        return Waits.call(address(ivars), nelems, null, status, cmp, (long) value);
    }

    /** Tests. */
    public long testSome(SymmetricDoubles ivars, long nelems, long[] indices, int[] status, Cmp cmp, double value) {
        return Waits.call(address(ivars), nelems, indices, status, cmp, (long) value);
    }

    /** Waits. */
    public void waitUntilAllVector(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double[] values) {
        Waits.call(address(ivars), nelems, null, status, cmp, 0, longs(values));
    }

    /** Waits. */
    public long waitUntilAnyVector(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double[] values) {
        return Waits.call(address(ivars), nelems, null, status, cmp, 0, longs(values));
    }

    /** Waits. */
    public long waitUntilSomeVector(
            SymmetricDoubles ivars, long nelems, long[] indices, int[] status, Cmp cmp, double[] values) {
        return Waits.call(address(ivars), nelems, indices, status, cmp, 0, longs(values));
    }

    /** Tests. */
    public boolean testAllVector(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double[] values) {
        return Waits.call(address(ivars), nelems, null, status, cmp, 0, longs(values)) != 0;
    }

    /** Tests. */
    public long testAnyVector(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double[] values) {
        return Waits.call(address(ivars), nelems, null, status, cmp, 0, longs(values));
    }

    /** Tests. */
    public long testSomeVector(
            SymmetricDoubles ivars, long nelems, long[] indices, int[] status, Cmp cmp, double[] values) {
        return Waits.call(address(ivars), nelems, indices, status, cmp, 0, longs(values));
    }
    // typed:end

    // forms:begin
    /** Reads. */
    public long signalFetch(SymmetricLongs sig, long index) {
        return Waits.call(sig.address + index * Long.BYTES, 1, null, null, null, 0);
    }

    /** Waits. */
    public long signalWaitUntil(SymmetricLongs sig, long index, Cmp cmp, long value) {
        return Waits.call(sig.address + index * Long.BYTES, 1, null, null, cmp, value);
    }
    // forms:end

    private static long address(SymmetricArray array) {
        return array == null ? 0 : array.address;
    }

    private static long[] longs(int... values) {
        return values == null ? null : Arrays.stream(values).asLongStream().toArray();
    }

    private static long[] longs(long... values) {
        return values;
    }

    static int read32(long word) {
        return (int) Local.INT_ORDERED.getAcquire(Local.MEMORY, word);
    }

    static long read64(long word) {
        return (long) Local.LONG_ORDERED.getAcquire(Local.MEMORY, word);
    }
}
