package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import java.util.Locale;
import org.jshmem.SymmetricLongs;

/**
 * GUPS without lost updates: as {@link RandomAccess}, but each update is one atomic exclusive or; ported from
 * {@code gups.c} of the tests of Sandia OpenSHMEM.
 *
 * <p>All updates are made twice. An exclusive or done twice is undone, so that every word has to hold its index again:
 * no error is allowed.
 */
public final class AtomicAccess {
    private static final int UPDATES_PER_WORD = 4;

    private AtomicAccess() {}

    public static void main(String[] args) {
        final long words = 1L << (args.length > 0 ? Integer.parseInt(args[0]) : 18);
        try (var _ = init()) {
            final long wordsPerPe = (words + nPes() - 1) / nPes();
            try (SymmetricLongs table = mallocLongs(wordsPerPe);
                    SymmetricLongs errors = callocLongs(1)) {
                final long first = myPe() * wordsPerPe;
                for (long i = 0; i < wordsPerPe; i++) {
                    table.set(i, first + i);
                }
                barrierAll();
                final long updates = UPDATES_PER_WORD * words;
                final long start = System.nanoTime();
                updateMyPart(table, words, updates, myPe());
                barrierAll();
                final double seconds = (System.nanoTime() - start) / 1e9;
                updateMyPart(table, words, updates, (myPe() + 1) % nPes());
                barrierAll();
                atomicAdd(errors, countErrors(table, first), 0);
                barrierAll();
                if (myPe() == 0) {
                    report(words, updates, seconds, errors.get());
                }
            }
        }
    }

    /**
     * Makes a part of the updates, wherever their words are.
     *
     * @param table this PE's words are a part of
     * @param words of the whole table, a power of two
     * @param updates of all parts
     * @param part which, as there are PEs
     */
    public static void updateMyPart(SymmetricLongs table, long words, long updates, int part) {
        final long to = updates * (part + 1) / nPes();
        long random = RandomAccess.streamAt(updates * part / nPes());
        for (long i = updates * part / nPes(); i < to; i++) {
            random = RandomAccess.next(random);
            final long word = random & (words - 1);
            atomicXor(table, word % table.length(), random, (int) (word / table.length()));
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

    private static void report(long words, long updates, double seconds, long errors) {
        System.out.printf(
                Locale.ROOT,
                "%d atomic updates of %d words on %d PEs in %.3f s: %.6f GUPS%n",
                updates,
                words,
                nPes(),
                seconds,
                updates / seconds / 1e9);
        System.out.println(errors + " words are wrong");
        if (errors != 0) {
            throw new IllegalStateException("an update was lost");
        }
    }
}
