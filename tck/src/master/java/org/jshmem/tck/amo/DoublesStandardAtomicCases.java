// types: int long
package org.jshmem.tck.amo;

import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jshmem.SymmetricDoubles;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;

/**
 * The cases of the atomic operations that compute with {@code double}: results against Java's own arithmetic, and under
 * contention.
 */
final class DoublesStandardAtomicCases {
    private static final int CALLS = 500;

    private static final double[] OPERANDS = {
        0, 1, -1, 2, 0x0f0f0f0f, 0x55555555, Double.MAX_VALUE, Double.MIN_VALUE, Double.MAX_VALUE - 1, 12345
    };

    /** What an operation makes of a word and an operand. */
    private interface Model {
        double apply(double word, double operand);
    }

    /** Calls an operation; what it returns is the value before, if it returns one. */
    private interface Form {
        double call(DoublesStandardAtomicRoutines via, SymmetricDoubles word, double operand, int pe);
    }

    /** Reads where a result went. */
    private interface Fetched {
        double get();
    }

    /** Each PE has a word of its own on every PE, in the middle of three. */
    private static void compute(Checks checks, Model model, boolean fetches, Form... forms) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final SymmetricDoubles words = callocDoubles(3L * nPes());
                final SymmetricDoubles mine = words.at(3L * myPe());
                for (int pe = 0; pe < nPes(); pe++) {
                    for (double start : OPERANDS) {
                        compute(checks, route, model, fetches, mine, start, pe, forms);
                    }
                }
                barrierAll();
                for (int i = 0; i < words.length(); i++) {
                    checks.that(i % 3 == 1 || words.get(i) == 0, "neighbour " + i + " is " + words.get(i));
                }
                free(words);
            }
        }
    }

    private static void compute(
            Checks checks,
            Route route,
            Model model,
            boolean fetches,
            SymmetricDoubles mine,
            double start,
            int pe,
            Form... forms) {
        final DoublesStandardAtomicRoutines via = route.as(DoublesStandardAtomicRoutines.class);
        for (double operand : OPERANDS) {
            for (Form form : forms) {
                atomicSet(mine, 1, start, pe);
                quiet();
                final double before = form.call(via, mine, operand, pe);
                route.quiet();
                final double expected = model.apply(start, operand);
                checks.that(!fetches || before == start, "before: " + before + ", not " + start);
                final double after = CTX_DEFAULT.atomicFetch(mine, 1, pe);
                checks.that(after == expected, "after: " + after + ", not " + expected);
            }
        }
    }

    /** Every PE adds 1 to one word many times; what it saw before is nobody else's. */
    private static void everyValueOnce(Checks checks, Form form) {
        final SymmetricDoubles word = callocDoubles(2);
        final SymmetricDoubles seen = callocDoubles((long) CALLS * nPes());
        final DoublesStandardAtomicRoutines via = Route.facade().as(DoublesStandardAtomicRoutines.class);
        for (int i = 0; i < CALLS; i++) {
            p(seen, (long) myPe() * CALLS + i, form.call(via, word, 1, nPes() - 1), 0);
        }
        barrierAll();
        if (myPe() == 0) {
            final double[] values = seen.toArray();
            Arrays.sort(values);
            for (int i = 0; i < values.length; i++) {
                checks.that(values[i] == i, "value " + i + " is " + values[i]);
            }
        }
        double sum = CALLS;
        sum *= nPes();
        checks.that(g(word, 1, nPes() - 1) == sum, "the sum");
        free(seen);
        free(word);
    }

    /** Every PE adds to one word many times without asking for results. */
    private static void nothingIsLost(Checks checks, Form form) {
        final SymmetricDoubles word = callocDoubles(2);
        final DoublesStandardAtomicRoutines via = Route.facade().as(DoublesStandardAtomicRoutines.class);
        for (int i = 0; i < CALLS; i++) {
            form.call(via, word, 1, 0);
        }
        barrierAll();
        double sum = CALLS;
        sum *= nPes();
        checks.that(g(word, 1, 0) == sum, "the sum");
        free(word);
    }

    @Case
    void atomicCompareSwap(Checks checks) {
        compute(
                checks,
                (word, operand) -> operand,
                true,
                (via, word, operand, pe) -> via.atomicCompareSwap(word, 1, atomicFetch(word, 1, pe), operand, pe),
                (via, word, operand, pe) -> via.atomicCompareSwap(word.at(1), atomicFetch(word, 1, pe), operand, pe));
        compute(
                checks,
                (word, operand) -> word,
                true,
                (via, word, operand, pe) -> via.atomicCompareSwap(word, 1, atomicFetch(word, 1, pe) + 1, operand, pe),
                (via, word, operand, pe) -> via.atomicCompareSwap(word.at(1), ~atomicFetch(word, 1, pe), operand, pe));
        everyValueOnce(checks, (via, word, operand, pe) -> {
            double before = 0;
            int tries = 0;
            final int most = CALLS * nPes(); // each try that fails has lost to one that another PE has won
            for (double seen = -1; seen != before && tries <= most; tries++) {
                before = seen < 0 ? 0 : seen;
                seen = via.atomicCompareSwap(word, 1, before, before + operand, pe);
            }
            return before;
        });
    }

    @Case
    void atomicInc(Checks checks) {
        compute(
                checks,
                (word, operand) -> word + 1,
                false,
                (via, word, operand, pe) -> {
                    via.atomicInc(word, 1, pe);
                    return 0;
                },
                (via, word, operand, pe) -> {
                    via.atomicInc(word.at(1), pe);
                    return 0;
                });
        nothingIsLost(checks, (via, word, operand, pe) -> {
            via.atomicInc(word, 1, pe);
            return 0;
        });
    }

    @Case
    void atomicFetchInc(Checks checks) {
        compute(
                checks,
                (word, operand) -> word + 1,
                true,
                (via, word, operand, pe) -> via.atomicFetchInc(word, 1, pe),
                (via, word, operand, pe) -> via.atomicFetchInc(word.at(1), pe));
        everyValueOnce(checks, (via, word, operand, pe) -> via.atomicFetchInc(word, 1, pe));
    }

    @Case
    void atomicAdd(Checks checks) {
        compute(
                checks,
                DoublesStandardAtomicCases::add,
                false,
                (via, word, operand, pe) -> {
                    via.atomicAdd(word, 1, operand, pe);
                    return 0;
                },
                (via, word, operand, pe) -> {
                    via.atomicAdd(word.at(1), operand, pe);
                    return 0;
                });
        nothingIsLost(checks, (via, word, operand, pe) -> {
            via.atomicAdd(word, 1, operand, pe);
            return 0;
        });
    }

    @Case
    void atomicFetchAdd(Checks checks) {
        compute(
                checks,
                DoublesStandardAtomicCases::add,
                true,
                (via, word, operand, pe) -> via.atomicFetchAdd(word, 1, operand, pe),
                (via, word, operand, pe) -> via.atomicFetchAdd(word.at(1), operand, pe));
        everyValueOnce(checks, (via, word, operand, pe) -> via.atomicFetchAdd(word, 1, operand, pe));
    }

    private static double and(double word, double operand) {
        return word & operand;
    }

    private static double or(double word, double operand) {
        return word | operand;
    }

    private static double xor(double word, double operand) {
        return word ^ operand;
    }

    private static double add(double word, double operand) {
        return word + operand;
    }

    // named:begin And Or Xor
    @Case
    void atomicAnd(Checks checks) {
        compute(
                checks,
                DoublesStandardAtomicCases::and,
                false,
                (via, word, operand, pe) -> {
                    via.atomicAnd(word, 1, operand, pe);
                    return 0;
                },
                (via, word, operand, pe) -> {
                    via.atomicAnd(word.at(1), operand, pe);
                    return 0;
                });
    }

    @Case
    void atomicFetchAnd(Checks checks) {
        compute(
                checks,
                DoublesStandardAtomicCases::and,
                true,
                (via, word, operand, pe) -> via.atomicFetchAnd(word, 1, operand, pe),
                (via, word, operand, pe) -> via.atomicFetchAnd(word.at(1), operand, pe));
    }

    // named:end
    @Case
    void atomicCompareSwapNbi(Checks checks) {
        try (Arena arena = Arena.ofConfined()) {
            final SymmetricDoubles symmetric = callocDoubles(2);
            final double[] array = new double[2];
            final MemorySegment segment = arena.allocate(2 * Double.BYTES, Double.BYTES);
            compute(
                    checks,
                    (word, operand) -> operand,
                    true,
                    (via, word, operand, pe) -> {
                        via.atomicCompareSwapNbi(
                                symmetric, word.at(1), CTX_DEFAULT.atomicFetch(word, 1, pe), operand, pe);
                        return fetched(via, () -> symmetric.get(0));
                    },
                    (via, word, operand, pe) -> {
                        via.atomicCompareSwapNbi(
                                symmetric, 1, word, 1, CTX_DEFAULT.atomicFetch(word, 1, pe), operand, pe);
                        return fetched(via, () -> symmetric.get(1));
                    },
                    (via, word, operand, pe) -> {
                        via.atomicCompareSwapNbi(array, word.at(1), CTX_DEFAULT.atomicFetch(word, 1, pe), operand, pe);
                        return fetched(via, () -> array[0]);
                    },
                    (via, word, operand, pe) -> {
                        via.atomicCompareSwapNbi(array, 1, word, 1, CTX_DEFAULT.atomicFetch(word, 1, pe), operand, pe);
                        return fetched(via, () -> array[1]);
                    },
                    (via, word, operand, pe) -> {
                        via.atomicCompareSwapNbi(
                                segment, word.at(1), CTX_DEFAULT.atomicFetch(word, 1, pe), operand, pe);
                        return fetched(via, () -> segment.getAtIndex(ValueLayout.JAVA_DOUBLE, 0));
                    },
                    (via, word, operand, pe) -> {
                        via.atomicCompareSwapNbi(
                                segment, 1, word, 1, CTX_DEFAULT.atomicFetch(word, 1, pe), operand, pe);
                        return fetched(via, () -> segment.getAtIndex(ValueLayout.JAVA_DOUBLE, 1));
                    });
            free(symmetric);
        }
    }

    @Case
    void atomicFetchIncNbi(Checks checks) {
        try (Arena arena = Arena.ofConfined()) {
            final SymmetricDoubles symmetric = callocDoubles(2);
            final double[] array = new double[2];
            final MemorySegment segment = arena.allocate(2 * Double.BYTES, Double.BYTES);
            compute(
                    checks,
                    (word, operand) -> word + 1,
                    true,
                    (via, word, operand, pe) -> {
                        via.atomicFetchIncNbi(symmetric, word.at(1), pe);
                        return fetched(via, () -> symmetric.get(0));
                    },
                    (via, word, operand, pe) -> {
                        via.atomicFetchIncNbi(symmetric, 1, word, 1, pe);
                        return fetched(via, () -> symmetric.get(1));
                    },
                    (via, word, operand, pe) -> {
                        via.atomicFetchIncNbi(array, word.at(1), pe);
                        return fetched(via, () -> array[0]);
                    },
                    (via, word, operand, pe) -> {
                        via.atomicFetchIncNbi(array, 1, word, 1, pe);
                        return fetched(via, () -> array[1]);
                    },
                    (via, word, operand, pe) -> {
                        via.atomicFetchIncNbi(segment, word.at(1), pe);
                        return fetched(via, () -> segment.getAtIndex(ValueLayout.JAVA_DOUBLE, 0));
                    },
                    (via, word, operand, pe) -> {
                        via.atomicFetchIncNbi(segment, 1, word, 1, pe);
                        return fetched(via, () -> segment.getAtIndex(ValueLayout.JAVA_DOUBLE, 1));
                    });
            free(symmetric);
        }
    }

    // named:begin Add And Or Xor
    @Case
    void atomicFetchAddNbi(Checks checks) {
        try (Arena arena = Arena.ofConfined()) {
            final SymmetricDoubles symmetric = callocDoubles(2);
            final double[] array = new double[2];
            final MemorySegment segment = arena.allocate(2 * Double.BYTES, Double.BYTES);
            compute(
                    checks,
                    DoublesStandardAtomicCases::add,
                    true,
                    (via, word, operand, pe) -> {
                        via.atomicFetchAddNbi(symmetric, word.at(1), operand, pe);
                        return fetched(via, () -> symmetric.get(0));
                    },
                    (via, word, operand, pe) -> {
                        via.atomicFetchAddNbi(symmetric, 1, word, 1, operand, pe);
                        return fetched(via, () -> symmetric.get(1));
                    },
                    (via, word, operand, pe) -> {
                        via.atomicFetchAddNbi(array, word.at(1), operand, pe);
                        return fetched(via, () -> array[0]);
                    },
                    (via, word, operand, pe) -> {
                        via.atomicFetchAddNbi(array, 1, word, 1, operand, pe);
                        return fetched(via, () -> array[1]);
                    },
                    (via, word, operand, pe) -> {
                        via.atomicFetchAddNbi(segment, word.at(1), operand, pe);
                        return fetched(via, () -> segment.getAtIndex(ValueLayout.JAVA_DOUBLE, 0));
                    },
                    (via, word, operand, pe) -> {
                        via.atomicFetchAddNbi(segment, 1, word, 1, operand, pe);
                        return fetched(via, () -> segment.getAtIndex(ValueLayout.JAVA_DOUBLE, 1));
                    });
            free(symmetric);
        }
    }

    // named:end

    /** The result is there after a quiet of the context that fetched it. */
    private static double fetched(DoublesStandardAtomicRoutines via, Fetched value) {
        via.quiet();
        return value.get();
    }
}
