package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import java.util.Locale;
import org.jshmem.SymmetricLongs;

/**
 * GUPS, giga-updates per second: PEs update random words of a table that is spread over all of them; ported from
 * RandomAccess of the HPCC benchmark, in the form that gets a word, changes it and puts it back.
 *
 * <p>Two PEs that update the same word at the same time may lose one update, which the benchmark allows for 1 % of the
 * table. For the check, every update that falls into a PE's own part is made once more, by that PE alone: an exclusive
 * or done twice is undone, so each word that no update missed holds its index again.
 */
public final class RandomAccess {
    private static final long POLY = 0x7;
    private static final int UPDATES_PER_WORD = 4;

    private RandomAccess() {}

    public static void main(String[] args) {
        final int log2Words = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        try (var _ = init()) {
            run(1L << log2Words);
        }
    }

    private static void run(long words) {
        final int me = myPe();
        final long wordsPerPe = (words + nPes() - 1) / nPes();
        final long first = me * wordsPerPe;
        try (SymmetricLongs table = mallocLongs(wordsPerPe);
                SymmetricLongs errors = mallocLongs(1)) {
            for (long i = 0; i < wordsPerPe; i++) {
                table.set(i, first + i);
            }
            barrierAll();

            final long updates = UPDATES_PER_WORD * words;
            final long start = System.nanoTime();
            update(table, words, updates * me / nPes(), updates * (me + 1) / nPes());
            barrierAll();
            final double seconds = (System.nanoTime() - start) / 1e9;

            undo(table, first, words, updates);
            errors.set(0, countErrors(table, first));
            barrierAll();

            if (me == 0) {
                System.out.printf(
                        Locale.ROOT,
                        "%d updates of %d words on %d PEs in %.3f s: %.6f GUPS%n",
                        updates,
                        words,
                        nPes(),
                        seconds,
                        updates / seconds / 1e9);
                report(errors, words);
            }
        }
    }

    /** Makes the updates {@code [from, to)} of the stream, wherever their words lie. */
    private static void update(SymmetricLongs table, long words, long from, long to) {
        final long wordsPerPe = table.length();
        long random = streamAt(from);
        for (long i = from; i < to; i++) {
            random = next(random);
            final long word = random & (words - 1);
            final int pe = (int) (word / wordsPerPe);
            final long index = word % wordsPerPe;
            p(table, index, g(table, index, pe) ^ random, pe);
        }
    }

    /** Goes through all updates again and makes those of this PE's own words. */
    private static void undo(SymmetricLongs table, long first, long words, long updates) {
        long random = streamAt(0);
        for (long i = 0; i < updates; i++) {
            random = next(random);
            final long index = (random & (words - 1)) - first;
            if (index >= 0 && index < table.length()) {
                table.set(index, table.get(index) ^ random);
            }
        }
    }

    private static long countErrors(SymmetricLongs table, long first) {
        long errors = 0;
        for (long i = 0; i < table.length(); i++) {
            if (table.get(i) != first + i) {
                errors++;
            }
        }
        return errors;
    }

    private static void report(SymmetricLongs errors, long words) {
        long found = 0;
        for (int pe = 0; pe < nPes(); pe++) {
            found += g(errors, pe);
        }
        final boolean passed = found <= words / 100;
        System.out.println("Found " + found + " errors in " + words + " words: " + (passed ? "passed" : "failed"));
        if (!passed) {
            throw new IllegalStateException("more than a hundredth of the table is wrong");
        }
    }

    /**
     * The number that follows in the stream. Its bits are a polynomial over GF(2), which is multiplied by x modulo x^64
     * + POLY.
     */
    static long next(long random) {
        return (random << 1) ^ (random < 0 ? POLY : 0);
    }

    /** The number at a place of the stream: x to the power of n, by squaring. */
    static long streamAt(long n) {
        long power = 1;
        long square = 2;
        for (long rest = n; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                power = product(power, square);
            }
            square = product(square, square);
        }
        return power;
    }

    private static long product(long a, long b) {
        long sum = 0;
        long shifted = a;
        for (long rest = b; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                sum ^= shifted;
            }
            shifted = next(shifted);
        }
        return sum;
    }
}
