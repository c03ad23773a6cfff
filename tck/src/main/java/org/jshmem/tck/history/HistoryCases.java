package org.jshmem.tck.history;

import static org.jshmem.Shmem.*;

import java.util.Random;
import org.jshmem.Cmp;
import org.jshmem.ShmemContext;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.RandomTime;

/**
 * Random operations of all PEs on a few words, and whether each word's history has an order, until the time is over;
 * {@code JSHMEM_TCK_RANDOM_SECONDS} gives them more time. They are of the profile that promises more than the
 * specification, since that says nothing of the times of different PEs.
 */
final class HistoryCases {
    private static final long DEFAULT_MS = 500;

    /** Operations of a PE that wait for a quiet, at most; the search has to try their orders. */
    private static final int MOST_PENDING = 2;

    private static final int ATTEMPTS = 12 * Histories.WORDS;
    private static final int KINDS = 14;

    private SymmetricLongs mayGoOn;
    private SymmetricLongs goOn;
    private long end;

    @Case(
            pes = {2, 3, 5},
            seconds = 120,
            profile = Profile.JSHMEM)
    void atomicHistories(Checks checks) {
        begin();
        try (Histories histories = new Histories(checks);
                ShmemContext context = ctxCreate(0)) {
            final ShmemContext[] contexts = {CTX_DEFAULT, context};
            while (hasTime()) {
                final Random random = histories.random();
                histories.begin(0);
                for (int i = 0; i < ATTEMPTS; i++) {
                    final int word = random.nextInt(Histories.WORDS);
                    if (histories.hasRoom(word, 1)) {
                        atomic(histories, contexts[random.nextInt(contexts.length)], word);
                    }
                    if (histories.pending() >= MOST_PENDING || random.nextInt(8) == 0) {
                        quiet();
                        context.quiet();
                        histories.completed();
                    }
                    pause(random);
                }
                quiet();
                context.quiet();
                histories.completed();
                histories.judge();
            }
        }
        end();
    }

    /** Values differ in all bytes, and some come again. */
    private static long value(Random random) {
        return random.nextBoolean() ? random.nextLong() : random.nextInt(3) * 0x1_0000_0001L;
    }

    private static void atomic(Histories histories, ShmemContext context, int word) {
        final SymmetricLongs words = histories.words;
        final Random random = histories.random();
        final int pe = histories.pe(word);
        final long value = value(random);
        final long[] fetched = histories.fetched;
        final int number = histories.next();
        switch (random.nextInt(KINDS)) {
            case 0 -> histories.call(word, Kind.FETCH, 0, 0, () -> context.atomicFetch(words, word, pe));
            case 1 -> histories.call(word, Kind.SWAP, value, 0, () -> context.atomicSwap(words, word, value, pe));
            case 2, 3 -> {
                final long seen = histories.call(word, Kind.FETCH, 0, 0, () -> context.atomicFetch(words, word, pe));
                if (histories.hasRoom(word, 1)) {
                    histories.call(
                            word,
                            Kind.COMPARE_SWAP,
                            value,
                            seen,
                            () -> context.atomicCompareSwap(words, word, seen, value, pe));
                }
            }
            case 4 ->
                histories.call(
                        word,
                        Kind.COMPARE_SWAP,
                        value,
                        0x1_0000_0001L,
                        () -> context.atomicCompareSwap(words, word, 0x1_0000_0001L, value, pe));
            case 5, 6 ->
                histories.call(word, Kind.FETCH_ADD, value, 0, () -> context.atomicFetchAdd(words, word, value, pe));
            case 7 -> histories.call(word, Kind.FETCH_ADD, 1, 0, () -> context.atomicFetchInc(words, word, pe));
            case 8 ->
                histories.call(word, Kind.FETCH_AND, value, 0, () -> context.atomicFetchAnd(words, word, value, pe));
            case 9 ->
                histories.call(word, Kind.FETCH_XOR, value, 0, () -> context.atomicFetchXor(words, word, value, pe));
            case 10 -> histories.start(word, Kind.SET, value, 0, () -> context.atomicSet(words, word, value, pe));
            case 11 -> histories.start(word, Kind.ADD, value, 0, () -> context.atomicAdd(words, word, value, pe));
            case 12 ->
                histories.start(
                        word,
                        Kind.FETCH_ADD,
                        value,
                        0,
                        () -> context.atomicFetchAddNbi(fetched, number, words, word, value, pe));
            default -> {
                if (pe == myPe()) {
                    histories.call(word, Kind.TEST_GE, value, 0, () -> test(words, word, Cmp.GE, value) ? 1 : 0);
                } else {
                    histories.start(
                            word,
                            Kind.SWAP,
                            value,
                            0,
                            () -> context.atomicSwapNbi(fetched, number, words, word, value, pe));
                }
            }
        }
    }

    /** One PE puts rising values to each word, others get them, and the word's own PE tests and waits. */
    @Case(
            pes = {2, 3, 5},
            seconds = 120,
            profile = Profile.JSHMEM)
    void putHistories(Checks checks) {
        begin();
        try (Histories histories = new Histories(checks)) {
            while (hasTime()) {
                final Random random = histories.random();
                histories.begin(0);
                final long[] puts = new long[Histories.WORDS];
                for (int i = 0; i < ATTEMPTS; i++) {
                    final int word = random.nextInt(Histories.WORDS);
                    if (histories.hasRoom(word, 3)) {
                        putOrLook(histories, word, puts);
                    }
                    if (histories.pending() >= MOST_PENDING || random.nextInt(4) == 0) {
                        quiet();
                        histories.completed();
                    }
                    pause(random);
                }
                quiet();
                histories.completed();
                for (int word = 0; word < Histories.WORDS; word++) {
                    if (writer(word) == myPe()) {
                        putTo(histories, word, Long.MAX_VALUE);
                    }
                }
                quiet();
                histories.completed();
                for (int word = 0; word < Histories.WORDS; word++) {
                    if (histories.pe(word) == myPe()) {
                        awaitLast(histories, word);
                    }
                }
                histories.judge();
            }
        }
        end();
    }

    private static int writer(int word) {
        return word % nPes();
    }

    private static void putOrLook(Histories histories, int word, long[] puts) {
        final SymmetricLongs words = histories.words;
        final int pe = histories.pe(word);
        if (writer(word) == myPe()) {
            putTo(histories, word, ++puts[word] * 0x1_0000_0001L);
        } else if (pe == myPe() && histories.random().nextBoolean()) {
            final long most = histories.random().nextInt(ATTEMPTS) * 0x1_0000_0001L;
            histories.call(word, Kind.TEST_GE, most, 0, () -> test(words, word, Cmp.GE, most) ? 1 : 0);
        } else {
            histories.call(word, Kind.FETCH, 0, 0, () -> g(words, word, pe));
        }
    }

    private static void putTo(Histories histories, int word, long value) {
        histories.start(word, Kind.SET, value, 0, () -> p(histories.words, word, value, histories.pe(word)));
    }

    private static void awaitLast(Histories histories, int word) {
        histories.call(word, Kind.TEST_GE, Long.MAX_VALUE, 0, () -> {
            waitUntil(histories.words, word, Cmp.GE, Long.MAX_VALUE);
            return 1;
        });
    }

    /** Locks, each of which guards a counter: at most one PE holds one, and the counter is the number of holders. */
    @Case(
            pes = {2, 3, 5},
            seconds = 120,
            profile = Profile.JSHMEM)
    void lockHistories(Checks checks) {
        begin();
        final SymmetricLongs locks = callocLongs(Histories.WORDS);
        final SymmetricLongs counters = callocLongs(Histories.WORDS);
        final SymmetricLongs mine = callocLongs(Histories.WORDS);
        try (Histories histories = new Histories(checks)) {
            while (hasTime()) {
                final Random random = histories.random();
                histories.begin(0);
                for (int i = 0; i < ATTEMPTS; i++) {
                    final int word = random.nextInt(Histories.WORDS);
                    if (histories.hasRoom(word, 2)) {
                        hold(histories, locks, word, counters, mine);
                    }
                    pause(random);
                }
                histories.judge();
            }
        }
        barrierAll();
        for (int word = 0; word < Histories.WORDS; word++) {
            long held = 0;
            for (int pe = 0; pe < nPes(); pe++) {
                held += g(mine, word, pe);
            }
            checks.equal(held, g(counters, word, word % nPes()), "counter of lock " + word);
        }
        barrierAll();
        free(mine);
        free(counters);
        free(locks);
        end();
    }

    private static void hold(
            Histories histories, SymmetricLongs locks, int word, SymmetricLongs counters, SymmetricLongs mine) {
        final int number = histories.next();
        if (histories.random().nextBoolean()) {
            histories.call(word, Kind.ACQUIRE, 0, 0, () -> {
                setLock(locks, word);
                return 0;
            });
        } else if (histories.call(word, Kind.ACQUIRE, 0, 0, () -> testLock(locks, word)) != 0) {
            histories.become(number, Kind.FIND_HELD);
            return;
        }
        final int home = word % nPes();
        final long held = g(counters, word, home);
        pause(histories.random());
        p(counters, word, held + 1, home);
        mine.set(word, mine.get(word) + 1);
        histories.call(word, Kind.RELEASE, 0, 0, () -> {
            clearLock(locks, word);
            return 0;
        });
    }

    /** Now and then a PE lets others go first. */
    private static void pause(Random random) {
        final int turns = random.nextInt(64);
        for (int i = 0; i < turns; i++) {
            Thread.onSpinWait();
        }
        if (turns == 0) {
            Thread.yield();
        }
    }

    private void begin() {
        mayGoOn = mallocLongs(1);
        goOn = mallocLongs(1);
        end = System.nanoTime() + RandomTime.ns(DEFAULT_MS);
    }

    /** PE 0 decides. Collective. */
    private boolean hasTime() {
        mayGoOn.set(0, System.nanoTime() < end ? 1 : 0);
        barrierAll();
        broadcast(TEAM_WORLD, goOn, mayGoOn, 1, 0);
        return goOn.get(0) == 1;
    }

    private void end() {
        free(goOn);
        free(mayGoOn);
    }
}
