package org.jshmem.system;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/** Makes one call of an operation in each of its methods, three times; before the third time it calls {@code ready}. */
final class OneCallEach {
    private static final SymmetricLongs[] ARRAYS = new SymmetricLongs[2];
    private static final long[] ELEMENTS = new long[4];

    private OneCallEach() {}

    public static void main(String[] args) {
        try (var _ = init()) {
            ARRAYS[0] = callocLongs(8);
            ARRAYS[1] = callocLongs(8);
            all();
            all();
            ready();
            all();
        }
    }

    static void ready() {}

    private static void all() {
        callP(ARRAYS[0]);
        callG(ARRAYS[0]);
        callPut1(ARRAYS[0], ELEMENTS);
        callPut4(ARRAYS[0], ELEMENTS);
        callGet1(ARRAYS[0], ELEMENTS);
        callGet4(ARRAYS[0], ELEMENTS);
        callPutSymmetric(ARRAYS[0], ARRAYS[1]);
        callAtomicFetchAdd(ARRAYS[0]);
        callQuiet();
        callBarrierAll();
        callSumReduce(ARRAYS[0], ARRAYS[1]);
        callMalloc();
    }

    static void callP(SymmetricLongs x) {
        p(x, 0, 1L, 0);
    }

    static long callG(SymmetricLongs x) {
        return g(x, 0, 0);
    }

    static void callPut1(SymmetricLongs x, long[] elements) {
        put(x, elements, 1, 0);
    }

    static void callPut4(SymmetricLongs x, long[] elements) {
        put(x, 0, elements, 0, 4, 0);
    }

    static void callGet1(SymmetricLongs x, long[] elements) {
        get(elements, x, 1, 0);
    }

    static void callGet4(SymmetricLongs x, long[] elements) {
        get(elements, 0, x, 0, 4, 0);
    }

    static void callPutSymmetric(SymmetricLongs x, SymmetricLongs y) {
        put(x, y, 2, 0);
    }

    static long callAtomicFetchAdd(SymmetricLongs x) {
        return atomicFetchAdd(x, 0, 1L, 0);
    }

    static void callQuiet() {
        quiet();
    }

    static void callBarrierAll() {
        barrierAll();
    }

    static void callSumReduce(SymmetricLongs x, SymmetricLongs y) {
        sumReduce(TEAM_WORLD, y, x, 1);
    }

    static void callMalloc() {
        mallocLongs(8);
    }
}
