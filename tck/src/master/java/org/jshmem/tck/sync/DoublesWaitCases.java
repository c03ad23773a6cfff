// types: int long
package org.jshmem.tck.sync;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymmetricDoubles;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/**
 * The cases of waiting for and testing {@code double}s. Every PE writes to its right neighbour, in each of the ways
 * that there are, and waits for its left one.
 */
final class DoublesWaitCases {
    private static final int COUNT = 9;
    private static final int MASKED = 4;
    private static final int ROUNDS = 300;

    /** So many calls find each element, also if the library chooses at random. */
    private static final int ENOUGH = 1000;

    /**
     * The kit for C takes another function at each call: so many rounds of 7 calls use all 4 functions in each place.
     */
    private static final int FUNCTIONS = 4;

    /** Any of these leaves an element out. */
    private static final int[] LEFT_OUT = {2, -1, Integer.MIN_VALUE, 1};

    private static final double[] PROBES = {0, 1, -1, 7, -7, Double.MAX_VALUE, Double.MIN_VALUE};

    private static int right() {
        return (myPe() + 1) % nPes();
    }

    /** Writes by whatever way it is the turn of; complete on return. */
    private static void write(SymmetricDoubles ivars, int index, double value, int way) {
        switch (way % 4) {
            case 0 -> p(ivars, index, value, right());
            case 1 -> CTX_DEFAULT.atomicSet(ivars, index, value, right());
            case 2 -> CTX_DEFAULT.atomicAdd(ivars, index, value - g(ivars, index, right()), right());
            default -> Shmem.put(ivars, index, new double[] {value}, 0, 1, right());
        }
        quiet();
    }

    private static boolean holds(Cmp cmp, double a, double b) {
        return switch (cmp) {
            case EQ -> a == b;
            case NE -> a != b;
            case GT -> a > b;
            case GE -> a >= b;
            case LT -> a < b;
            case LE -> a <= b;
            case GT_UNSIGNED -> Double.compareUnsigned(a, b) > 0;
            case GE_UNSIGNED -> Double.compareUnsigned(a, b) >= 0;
            case LT_UNSIGNED -> Double.compareUnsigned(a, b) < 0;
            case LE_UNSIGNED -> Double.compareUnsigned(a, b) <= 0;
        };
    }

    @Case
    void test(Checks checks) {
        final SymmetricDoubles ivar = callocDoubles(3);
        for (double element : PROBES) {
            for (double value : PROBES) {
                ivar.setVolatile(1, element);
                for (Cmp cmp : Cmp.values()) {
                    final String what = element + " " + cmp + " " + value;
                    checks.that(Shmem.test(ivar, 1, cmp, value) == holds(cmp, element, value), what);
                    checks.that(Shmem.test(ivar.at(1), cmp, value) == holds(cmp, element, value), what);
                }
            }
        }
        barrierAll();
        ivar.fill(0);
        barrierAll();
        write(ivar, 2, 5, 1);
        while (!Shmem.test(ivar, 2, Cmp.EQ, 5)) {
            Thread.onSpinWait();
        }
        checks.that(ivar.get(2) == 5, "what was waited for");
        barrierAll();
        free(ivar);
    }

    @Case
    void waitUntil(Checks checks) {
        final SymmetricDoubles ivar = callocDoubles(3);
        final SymmetricDoubles data = callocDoubles(1);
        for (int round = 1; round <= ROUNDS; round++) {
            p(data, round, right());
            fence();
            write(ivar, 1, round, round);
            if (round % 2 == 0) {
                Shmem.waitUntil(ivar, 1, round % 3 == 0 ? Cmp.EQ : Cmp.GE_UNSIGNED, round);
            } else {
                Shmem.waitUntil(ivar.at(1), round % 3 == 0 ? Cmp.NE : Cmp.GT, round - 1);
            }
            checks.that(data.get() == round, "data " + data.get() + " in round " + round);
            barrierAll();
        }
        write(ivar, 2, -3, 1);
        for (int each = 0; each < FUNCTIONS; each++) {
            Shmem.waitUntil(ivar, 2, Cmp.LT, 0);
            Shmem.waitUntil(ivar, 2, Cmp.LE, -3);
            Shmem.waitUntil(ivar, 2, Cmp.GE, -3);
            Shmem.waitUntil(ivar, 2, Cmp.GT_UNSIGNED, 3);
            Shmem.waitUntil(ivar, 2, Cmp.GE_UNSIGNED, 4);
            Shmem.waitUntil(ivar, 2, Cmp.LT_UNSIGNED, -1);
            Shmem.waitUntil(ivar, 2, Cmp.LE_UNSIGNED, -2);
        }
        checks.that(ivar.get(0) == 0, "the neighbour");
        barrierAll();
        free(data);
        free(ivar);
    }

    /** One of the forms on a set of elements. */
    private interface Form {
        boolean call(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double[] values);
    }

    /** One of the forms that say which or how many. */
    private interface Search {
        long call(SymmetricDoubles ivars, long nelems, int[] status, Cmp cmp, double[] values);
    }

    /** What is waited for in element {@code i}; with one value for all, the last that is written. */
    private static double[] values(boolean vector) {
        final double[] values = new double[COUNT];
        for (int i = 0; i < COUNT; i++) {
            values[i] = vector ? i % 2 == 0 ? 100 + i : -100 - i : 77;
        }
        return values;
    }

    private static int leftOut(int turn) {
        return LEFT_OUT[turn % LEFT_OUT.length];
    }

    /** Leaves out one element, by whatever number it is the turn of. */
    private static int[] mask(int turn) {
        final int[] status = new int[COUNT];
        status[MASKED] = leftOut(turn);
        return status;
    }

    /** Leaves out all elements, by each of the numbers. */
    private static int[] everything() {
        final int[] status = new int[COUNT];
        for (int i = 0; i < COUNT; i++) {
            status[i] = leftOut(i);
        }
        return status;
    }

    private static void writeAll(SymmetricDoubles ivars, double[] values) {
        for (int k = 0; k < COUNT; k++) {
            final int i = (k * 5 + 2) % COUNT;
            if (i != MASKED) {
                write(ivars, i, values[i], k);
            }
        }
    }

    private void all(Checks checks, boolean vector, boolean block, Form form) {
        final double[] values = values(vector);
        checks.that(form.call(null, 0, null, Cmp.EQ, values), "all of none");
        final SymmetricDoubles ivars = callocDoubles(COUNT);
        checks.that(form.call(ivars, COUNT, everything(), Cmp.EQ, values), "all of none but masked");
        checks.that(form.call(ivars, COUNT, null, Cmp.EQ, new double[COUNT]), "all, already so");
        if (!block) {
            checks.that(!form.call(ivars, COUNT, null, Cmp.EQ, values), "not yet");
        }
        barrierAll();
        writeAll(ivars, values);
        for (int turn = 0; turn < LEFT_OUT.length; turn++) {
            while (!form.call(ivars, COUNT, mask(turn), Cmp.EQ, values)) {
                Thread.onSpinWait();
            }
        }
        for (int i = 0; i < COUNT; i++) {
            final double expected = i == MASKED ? 0 : values[i];
            checks.that(ivars.get(i) == expected, "element " + i + " is " + ivars.get(i) + ", not " + expected);
        }
        if (!block) {
            checks.that(!form.call(ivars, COUNT, null, Cmp.EQ, values), "the masked one is not");
            allButOne(checks, ivars, values, form);
        }
        barrierAll();
        free(ivars);
        comparisons(
                checks,
                block,
                (elements, status, cmp, bounds, index, holds) ->
                        form.call(elements, COUNT, status, cmp, bounds) == holds);
    }

    /** Whether a form finds what it should, where all elements but one are masked. */
    private interface OfOne {
        boolean isRight(SymmetricDoubles ivars, int[] status, Cmp cmp, double[] values, int index, boolean holds);
    }

    /** Every comparison, element by element; a form that blocks is not asked about what does not hold. */
    private static void comparisons(Checks checks, boolean block, OfOne form) {
        final SymmetricDoubles ivars = callocDoubles(COUNT);
        final double[] values = new double[COUNT];
        for (int i = 0; i < COUNT; i++) {
            ivars.setVolatile(i, PROBES[i % PROBES.length]);
        }
        for (Cmp cmp : Cmp.values()) {
            for (double value : PROBES) {
                Arrays.fill(values, value);
                for (int i = 0; i < COUNT; i++) {
                    final double element = PROBES[i % PROBES.length];
                    final boolean holds = holds(cmp, element, value);
                    final int[] status = new int[COUNT];
                    Arrays.fill(status, leftOut(i));
                    status[i] = 0;
                    checks.that(
                            block && !holds || form.isRight(ivars, status, cmp, values, i, holds),
                            element + " " + cmp + " " + value + ", element " + i);
                }
            }
        }
        free(ivars);
    }

    /** Each element counts. */
    private static void allButOne(Checks checks, SymmetricDoubles ivars, double[] values, Form form) {
        for (int i = 0; i < COUNT; i++) {
            if (i != MASKED) {
                ivars.setVolatile(i, 0);
                checks.that(!form.call(ivars, COUNT, mask(i), Cmp.EQ, values), "all but element " + i);
                ivars.setVolatile(i, values[i]);
            }
        }
    }

    private void any(Checks checks, boolean vector, boolean block, Search form) {
        final double[] values = values(vector);
        checks.equal(-1, form.call(null, 0, null, Cmp.EQ, values), "any of none");
        final SymmetricDoubles ivars = callocDoubles(COUNT);
        checks.equal(-1, form.call(ivars, COUNT, everything(), Cmp.EQ, values), "any of none but masked");
        if (!block) {
            checks.equal(-1, form.call(ivars, COUNT, null, Cmp.EQ, values), "not yet");
        }
        barrierAll();
        writeAll(ivars, values);
        final int[] left = mask(0);
        for (int k = 1; k < COUNT; k++) {
            long found = form.call(ivars, COUNT, left, Cmp.EQ, values);
            while (!block && found < 0) {
                found = form.call(ivars, COUNT, left, Cmp.EQ, values);
            }
            checks.that(left[(int) found] == 0, "found " + found + " twice, or masked");
            checks.that(ivars.get(found) == values[(int) found], "element " + found + " is " + ivars.get(found));
            left[(int) found] = leftOut(k);
        }
        checks.equal(-1, form.call(ivars, COUNT, left, Cmp.EQ, values), "all were found");
        final int[] found = new int[COUNT];
        for (int k = 0; k < ENOUGH; k++) {
            found[(int) form.call(ivars, COUNT, mask(k), Cmp.EQ, values)]++;
        }
        for (int i = 0; i < COUNT; i++) {
            checks.that((found[i] > 0) == (i != MASKED), "s38: element " + i + " found " + found[i] + " times");
        }
        barrierAll();
        free(ivars);
        comparisons(
                checks,
                block,
                (elements, status, cmp, bounds, index, holds) ->
                        form.call(elements, COUNT, status, cmp, bounds) == (holds ? index : -1));
    }

    private void some(Checks checks, boolean vector, boolean block, long[] indices, Search form) {
        final double[] values = values(vector);
        checks.equal(0, form.call(null, 0, null, Cmp.EQ, values), "some of none");
        final SymmetricDoubles ivars = callocDoubles(COUNT);
        checks.equal(0, form.call(ivars, COUNT, everything(), Cmp.EQ, values), "some of none but masked");
        if (!block) {
            checks.equal(0, form.call(ivars, COUNT, null, Cmp.EQ, values), "not yet");
        }
        barrierAll();
        writeAll(ivars, values);
        final int[] left = mask(0);
        int all = 1;
        while (all < COUNT) {
            final long found = form.call(ivars, COUNT, left, Cmp.EQ, values);
            checks.that(!block || found > 0, "found " + found);
            for (int k = 0; k < found; k++) {
                final int i = (int) indices[k];
                checks.that(left[i] == 0, "found " + i + " twice, or masked");
                checks.that(ivars.get(i) == values[i], "element " + i + " is " + ivars.get(i));
                left[i] = leftOut(all);
                all++;
            }
        }
        checks.equal(0, form.call(ivars, COUNT, left, Cmp.EQ, values), "all were found");
        barrierAll();
        free(ivars);
        comparisons(
                checks,
                block,
                (elements, status, cmp, bounds, index, holds) -> holds
                        ? form.call(elements, COUNT, status, cmp, bounds) == 1 && indices[0] == index
                        : form.call(elements, COUNT, status, cmp, bounds) == 0);
    }

    @Case
    void waitUntilAll(Checks checks) {
        all(checks, false, true, (ivars, nelems, status, cmp, values) -> {
            Shmem.waitUntilAll(ivars, nelems, status, cmp, values[0]);
            return true;
        });
    }

    @Case
    void waitUntilAny(Checks checks) {
        any(
                checks,
                false,
                true,
                (ivars, nelems, status, cmp, values) -> Shmem.waitUntilAny(ivars, nelems, status, cmp, values[0]));
    }

    @Case
    void waitUntilSome(Checks checks) {
        final long[] indices = new long[COUNT];
        some(
                checks,
                false,
                true,
                indices,
                (ivars, nelems, status, cmp, values) ->
                        Shmem.waitUntilSome(ivars, nelems, indices, status, cmp, values[0]));
    }

    @Case
    void waitUntilAllVector(Checks checks) {
        all(checks, true, true, (ivars, nelems, status, cmp, values) -> {
            Shmem.waitUntilAllVector(ivars, nelems, status, cmp, values);
            return true;
        });
    }

    @Case
    void waitUntilAnyVector(Checks checks) {
        any(
                checks,
                true,
                true,
                (ivars, nelems, status, cmp, values) -> Shmem.waitUntilAnyVector(ivars, nelems, status, cmp, values));
    }

    @Case
    void waitUntilSomeVector(Checks checks) {
        final long[] indices = new long[COUNT];
        some(
                checks,
                true,
                true,
                indices,
                (ivars, nelems, status, cmp, values) ->
                        Shmem.waitUntilSomeVector(ivars, nelems, indices, status, cmp, values));
    }

    @Case
    void testAll(Checks checks) {
        all(
                checks,
                false,
                false,
                (ivars, nelems, status, cmp, values) -> Shmem.testAll(ivars, nelems, status, cmp, values[0]));
    }

    @Case
    void testAny(Checks checks) {
        any(
                checks,
                false,
                false,
                (ivars, nelems, status, cmp, values) -> Shmem.testAny(ivars, nelems, status, cmp, values[0]));
    }

    @Case
    void testSome(Checks checks) {
        final long[] indices = new long[COUNT];
        some(
                checks,
                false,
                false,
                indices,
                (ivars, nelems, status, cmp, values) -> Shmem.testSome(ivars, nelems, indices, status, cmp, values[0]));
    }

    @Case
    void testAllVector(Checks checks) {
        all(
                checks,
                true,
                false,
                (ivars, nelems, status, cmp, values) -> Shmem.testAllVector(ivars, nelems, status, cmp, values));
    }

    @Case
    void testAnyVector(Checks checks) {
        any(
                checks,
                true,
                false,
                (ivars, nelems, status, cmp, values) -> Shmem.testAnyVector(ivars, nelems, status, cmp, values));
    }

    @Case
    void testSomeVector(Checks checks) {
        final long[] indices = new long[COUNT];
        some(
                checks,
                true,
                false,
                indices,
                (ivars, nelems, status, cmp, values) ->
                        Shmem.testSomeVector(ivars, nelems, indices, status, cmp, values));
    }
}
