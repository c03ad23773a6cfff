// types: float double int long
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
import org.jshmem.tck.data.Values;

/**
 * The cases of the atomic operations that read, write and swap {@code double} bit by bit. Every PE has a word of its
 * own in every PE's array, between guards.
 */
final class DoublesExtendedAtomicCases {
    private static final int SPACING = 3;
    private static final int TOKENS = 400;

    private static double bits(long seed, long index) {
        return Values.toDouble(Values.bits(seed, index));
    }

    /** Guards everywhere; the words are at 1, 4, 7 and so on. */
    private static SymmetricDoubles words() {
        final SymmetricDoubles words = mallocDoubles((long) SPACING * nPes());
        for (int i = 0; i < words.length(); i++) {
            words.set(i, Values.toDouble(Values.guard(i)));
        }
        barrierAll();
        return words;
    }

    private static int mine() {
        return SPACING * myPe() + 1;
    }

    private static void same(Checks checks, double expected, double actual, String what) {
        checks.same(MemorySegment.ofArray(new double[] {expected}), MemorySegment.ofArray(new double[] {actual}), what);
    }

    private static void guardsAreWhole(Checks checks, SymmetricDoubles words) {
        for (int i = 0; i < words.length(); i++) {
            if (i % SPACING != 1) {
                same(checks, Values.toDouble(Values.guard(i)), words.get(i), "guard " + i);
            }
        }
    }

    @Case
    void atomicSet(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final DoublesExtendedAtomicRoutines via = route.as(DoublesExtendedAtomicRoutines.class);
                final SymmetricDoubles words = words();
                for (int round = 0; round < 2 * Values.specials(); round++) {
                    for (int pe = 0; pe < nPes(); pe++) {
                        if (round % 2 == 0) {
                            via.atomicSet(words, mine(), bits(myPe(), round), pe);
                        } else {
                            via.atomicSet(words.at(mine()), bits(myPe(), round), pe);
                        }
                    }
                    route.quiet();
                    barrierAll();
                    for (int pe = 0; pe < nPes(); pe++) {
                        same(checks, bits(pe, round), words.get(SPACING * pe + 1), "set by PE " + pe);
                    }
                    barrierAll();
                }
                guardsAreWhole(checks, words);
                free(words);
            }
        }
    }

    @Case
    void atomicFetch(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final DoublesExtendedAtomicRoutines via = route.as(DoublesExtendedAtomicRoutines.class);
                final SymmetricDoubles words = words();
                for (int pe = 0; pe < nPes(); pe++) {
                    words.set(SPACING * pe + 1, bits(myPe(), pe));
                }
                barrierAll();
                for (int pe = 0; pe < nPes(); pe++) {
                    same(checks, bits(pe, myPe()), via.atomicFetch(words, mine(), pe), "of PE " + pe);
                    same(checks, bits(pe, myPe()), via.atomicFetch(words.at(mine()), pe), "of PE " + pe);
                }
                barrierAll();
                guardsAreWhole(checks, words);
                free(words);
            }
        }
    }

    @Case
    void atomicSwap(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final DoublesExtendedAtomicRoutines via = route.as(DoublesExtendedAtomicRoutines.class);
                final SymmetricDoubles words = words();
                double before = Values.toDouble(Values.guard(mine()));
                for (int round = 0; round < Values.specials(); round++) {
                    final double next = bits(myPe(), round);
                    for (int pe = 0; pe < nPes(); pe++) {
                        final double seen = round % 2 == 0
                                ? via.atomicSwap(words, mine(), next, pe)
                                : via.atomicSwap(words.at(mine()), next, pe);
                        same(checks, before, seen, "on PE " + pe);
                    }
                    before = next;
                }
                barrierAll();
                guardsAreWhole(checks, words);
                free(words);
            }
        }
        everyTokenOnce(checks);
    }

    /** PEs swap tokens into one word: each comes back to somebody once, or is the last to stay. */
    private static void everyTokenOnce(Checks checks) {
        final SymmetricDoubles word = callocDoubles(1);
        final SymmetricDoubles seen = callocDoubles((long) TOKENS * nPes());
        double token = myPe();
        token *= TOKENS;
        for (int i = 0; i < TOKENS; i++) {
            token++;
            p(seen, (long) myPe() * TOKENS + i, CTX_DEFAULT.atomicSwap(word, token, 0), 0);
        }
        barrierAll();
        if (myPe() == 0) {
            final double[] tokens = Arrays.copyOf(seen.toArray(), TOKENS * nPes() + 1);
            tokens[TOKENS * nPes()] = word.get();
            Arrays.sort(tokens);
            for (int i = 0; i < tokens.length; i++) {
                checks.that(tokens[i] == i, "token " + i + " is " + tokens[i]);
            }
        }
        checks.that(true, "took part");
        free(seen);
        free(word);
    }

    @Case
    void atomicFetchNbi(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any;
                    Arena arena = Arena.ofConfined()) {
                final DoublesExtendedAtomicRoutines via = route.as(DoublesExtendedAtomicRoutines.class);
                final SymmetricDoubles words = words();
                for (int pe = 0; pe < nPes(); pe++) {
                    words.set(SPACING * pe + 1, bits(myPe(), pe));
                }
                final SymmetricDoubles symmetric = callocDoubles(2);
                final double[] array = new double[2];
                final MemorySegment segment = arena.allocate(2 * Double.BYTES, Double.BYTES);
                barrierAll();
                for (int pe = 0; pe < nPes(); pe++) {
                    via.atomicFetchNbi(symmetric, words.at(mine()), pe);
                    via.atomicFetchNbi(symmetric, 1, words, mine(), pe);
                    via.atomicFetchNbi(array, words.at(mine()), pe);
                    via.atomicFetchNbi(array, 1, words, mine(), pe);
                    via.atomicFetchNbi(segment, words.at(mine()), pe);
                    via.atomicFetchNbi(segment, 1, words, mine(), pe);
                    route.quiet();
                    final double expected = bits(pe, myPe());
                    for (int i = 0; i < 2; i++) {
                        same(checks, expected, symmetric.get(i), "symmetric");
                        same(checks, expected, array[i], "array");
                        same(checks, expected, segment.getAtIndex(ValueLayout.JAVA_DOUBLE, i), "segment");
                    }
                }
                free(symmetric);
                guardsAreWhole(checks, words);
                free(words);
            }
        }
    }

    @Case
    void atomicSwapNbi(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any;
                    Arena arena = Arena.ofConfined()) {
                final DoublesExtendedAtomicRoutines via = route.as(DoublesExtendedAtomicRoutines.class);
                final SymmetricDoubles words = words();
                final SymmetricDoubles symmetric = callocDoubles(2);
                final double[] array = new double[2];
                final MemorySegment segment = arena.allocate(2 * Double.BYTES, Double.BYTES);
                for (int pe = 0; pe < nPes(); pe++) {
                    via.atomicSwapNbi(symmetric, words.at(mine()), bits(pe, 1), pe);
                    route.quiet();
                    via.atomicSwapNbi(symmetric, 1, words, mine(), bits(pe, 2), pe);
                    route.quiet();
                    via.atomicSwapNbi(array, words.at(mine()), bits(pe, 3), pe);
                    route.quiet();
                    via.atomicSwapNbi(array, 1, words, mine(), bits(pe, 4), pe);
                    route.quiet();
                    via.atomicSwapNbi(segment, words.at(mine()), bits(pe, 5), pe);
                    route.quiet();
                    via.atomicSwapNbi(segment, 1, words, mine(), bits(pe, 6), pe);
                    route.quiet();
                    same(checks, Values.toDouble(Values.guard(mine())), symmetric.get(0), "first");
                    same(checks, bits(pe, 1), symmetric.get(1), "second");
                    same(checks, bits(pe, 2), array[0], "third");
                    same(checks, bits(pe, 3), array[1], "fourth");
                    same(checks, bits(pe, 4), segment.getAtIndex(ValueLayout.JAVA_DOUBLE, 0), "fifth");
                    same(checks, bits(pe, 5), segment.getAtIndex(ValueLayout.JAVA_DOUBLE, 1), "sixth");
                    same(checks, bits(pe, 6), g(words, mine(), pe), "what stays");
                }
                free(symmetric);
                guardsAreWhole(checks, words);
                free(words);
            }
        }
    }
}
