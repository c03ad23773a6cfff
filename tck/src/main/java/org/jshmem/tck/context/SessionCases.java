package org.jshmem.tck.context;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.jshmem.Cmp;
import org.jshmem.ShmemContext;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/** What an implementation may collect in a session, and what must have arrived when. */
final class SessionCases {
    /** Enough that a buffer of some kilobytes is sent several times. */
    private static final int MANY = 3000;

    private static final int ROUNDS = 50;
    private static final int THREADS = 3;

    /** Operations of all kinds at random PEs, against what each PE can calculate of all others. */
    @Case(pes = {1, 2, 3, 4, 5})
    void sessionOfManyOperations(Checks checks) {
        final SymmetricLongs puts = callocLongs((long) MANY * nPes());
        final SymmetricLongs sums = callocLongs(16);
        final SymmetricInts bits = callocInts(16);
        barrierAll();
        try (ShmemContext context = ctxCreate(0)) {
            context.sessionStart(CTX_SESSION_BATCH);
            operate(context, puts, sums, bits);
            context.sessionStop();
        }
        barrierAll();
        check(checks, puts, sums, bits);
        barrierAll();
        free(bits);
        free(sums);
        free(puts);
    }

    private static void operate(ShmemContext context, SymmetricLongs puts, SymmetricLongs sums, SymmetricInts bits) {
        final Random random = new Random(myPe());
        final long first = (long) MANY * myPe();
        for (int i = 0; i < MANY; ) {
            final int pe = random.nextInt(nPes());
            final int count = Math.min(1 + random.nextInt(9), MANY - i);
            final long[] values = values(i, count);
            switch (random.nextInt(6)) {
                case 0 -> context.put(puts, first + i, values, 0, count, pe);
                case 1 -> context.iput(puts, first + i, values, 0, 1, 1, count, pe);
                case 2 -> {
                    for (int k = 0; k < count; k++) {
                        context.p(puts, first + i + k, values[k], pe);
                    }
                }
                case 3 -> {
                    final long[] large = values(i, Math.min(MANY - i, 40));
                    context.put(puts, first + i, large, 0, large.length, pe);
                }
                case 4 -> context.atomicAdd(sums, i % 16, i, pe);
                default -> context.atomicXor(bits, i % 16, i, pe);
            }
            if (random.nextInt(50) == 0) {
                context.fence();
            }
            i += count;
        }
    }

    private static long[] values(int start, int count) {
        return IntStream.range(start, start + count).mapToLong(i -> i + 1).toArray();
    }

    /** Draws what each PE has drawn. */
    private static void check(Checks checks, SymmetricLongs puts, SymmetricLongs sums, SymmetricInts bits) {
        final long[] wantedSums = new long[16];
        final int[] wantedBits = new int[16];
        for (int source = 0; source < nPes(); source++) {
            final Random random = new Random(source);
            final long[] wanted = new long[MANY];
            for (int i = 0; i < MANY; ) {
                final boolean isHere = random.nextInt(nPes()) == myPe();
                final int count = Math.min(1 + random.nextInt(9), MANY - i);
                final int kind = random.nextInt(6);
                final int length = kind == 3 ? Math.min(MANY - i, 40) : count;
                if (isHere && kind < 4) {
                    System.arraycopy(values(i, length), 0, wanted, i, length);
                } else if (isHere && kind == 4) {
                    wantedSums[i % 16] += i;
                } else if (isHere) {
                    wantedBits[i % 16] ^= i;
                }
                random.nextInt(50);
                i += count;
            }
            for (int i = 0; i < MANY; i++) {
                final long found = puts.get((long) MANY * source + i);
                if (found != wanted[i]) {
                    checks.fail("element " + i + " of PE " + source + " is " + found + " in place of " + wanted[i]);
                }
            }
        }
        for (int i = 0; i < 16; i++) {
            checks.equal(wantedSums[i], sums.get(i), "sum " + i);
            checks.equal(wantedBits[i], bits.get(i), "bits " + i);
        }
    }

    /** Results of non-blocking operations, which are here after quiet. */
    @Case(pes = {1, 2, 4})
    void sessionOfFetches(Checks checks) {
        final SymmetricLongs counter = callocLongs(1);
        final SymmetricLongs tickets = callocLongs(MANY);
        final SymmetricInts bits = callocInts(1);
        final SymmetricInts before = callocInts(MANY);
        final SymmetricDoubles table = callocDoubles(MANY);
        final SymmetricDoubles gathered = callocDoubles(MANY);
        table.fill(-1);
        for (int i = 0; i < MANY; i++) {
            table.set(i, myPe() + i / 8.0);
        }
        barrierAll();
        final int next = (myPe() + 1) % nPes();
        try (ShmemContext context = ctxCreate(0)) {
            context.sessionStart(CTX_SESSION_BATCH);
            for (int i = 0; i < MANY; i++) {
                context.atomicFetchAddNbi(tickets, i, counter, 0, 1L, next);
                context.atomicFetchXorNbi(before, i, bits, 0, i, next);
                final int count = 1 + i / 4 % 4; // of each four elements one to four, 8 to 32 bytes
                if (i % 4 == 0) {
                    context.getNbi(gathered, i, table, i, count, next);
                } else if (i % 4 >= count) {
                    context.atomicFetchNbi(gathered, i, table, i, next);
                }
            }
            context.quiet();
            checkFetches(checks, tickets, before, gathered, next);
            context.atomicCompareSwapNbi(tickets, 0, counter, 0, MANY, -5L, next);
            context.atomicSwapNbi(gathered, 0, table, 0, 0.25, next);
            context.quiet();
            checks.equal((long) MANY, tickets.get(0), "compared value");
            checks.equal((double) next, gathered.get(0), "swapped value");
        }
        barrierAll();
        checks.equal(-5L, counter.get(0), "counter after the swap");
        checks.equal(IntStream.range(0, MANY).reduce(0, (a, b) -> a ^ b), bits.get(0), "all exclusive ors");
        checks.equal(0.25, table.get(0), "element after the swap");
        barrierAll();
        free(gathered);
        free(table);
        free(before);
        free(bits);
        free(tickets);
        free(counter);
    }

    /** By the specification, operations that are not blocking are not ordered; here they are in order. */
    private static void checkFetches(
            Checks checks, SymmetricLongs tickets, SymmetricInts before, SymmetricDoubles gathered, int next) {
        final long[] sorted = tickets.toArray();
        Arrays.sort(sorted);
        int xor = 0;
        for (int i = 0; i < MANY; i++) {
            final boolean isInOrder = tickets.get(i) == i && before.get(i) == xor;
            if (!isInOrder && checks.isStrict() || sorted[i] != i || gathered.get(i) != next + i / 8.0) {
                checks.fail("results " + i + ": " + tickets.get(i) + ", " + before.get(i) + ", " + gathered.get(i)
                        + "; in order " + sorted[i]);
            }
            xor ^= i;
        }
    }

    /** A value arrives although its PE calls nothing any more that would have to send it, as no library needs to do. */
    @Case(atLeast = 2, profile = Profile.JSHMEM)
    void sessionDeliversWithoutQuiet(Checks checks) {
        final SymmetricLongs value = callocLongs(1);
        final SymmetricLongs back = callocLongs(1);
        final int next = (myPe() + 1) % nPes();
        final int before = (myPe() + nPes() - 1) % nPes();
        barrierAll();
        CTX_DEFAULT.sessionStart(CTX_SESSION_BATCH);
        for (long round = 1; round <= ROUNDS; round++) {
            CTX_DEFAULT.p(value, round, next);
            while (value.get(0) < round) {
                Thread.onSpinWait();
            }
            CTX_DEFAULT.atomicInc(back, 0, before);
            waitUntil(back, Cmp.GE, round);
        }
        CTX_DEFAULT.sessionStop();
        barrierAll();
        checks.equal((long) ROUNDS, value.get(0), "value of the PE before");
        checks.equal((long) ROUNDS, back.get(0), "replies of the PE after");
        barrierAll();
        free(back);
        free(value);
    }

    /** By the specification, what is batched may wait for a quiet. */
    private static void deliver(Checks checks, ShmemContext context) {
        if (!checks.isStrict()) {
            context.quiet();
        }
    }

    /** Data is there when its signal is, and what was put before a fence when that is which was put after it. */
    @Case(pes = {2, 4})
    void sessionKeepsOrder(Checks checks) {
        final SymmetricLongs data = callocLongs(600);
        final SymmetricLongs flag = callocLongs(1);
        final SymmetricLongs taken = callocLongs(1);
        final int next = (myPe() + 1) % nPes();
        final int before = (myPe() + nPes() - 1) % nPes();
        barrierAll();
        try (ShmemContext context = ctxCreate(0)) {
            context.sessionStart(CTX_SESSION_BATCH);
            for (int round = 1; round <= 4 * ROUNDS; round++) {
                final int count = round % 3 == 0 ? 600 : 1 + round % 8;
                final long[] values = new long[count];
                Arrays.fill(values, round);
                if (round % 2 == 0) {
                    context.putSignal(data, values, count, flag, round, SignalOp.SET, next);
                } else {
                    context.put(data, 0, values, 0, count, next);
                    context.p(data, 0, (long) round, next);
                    context.fence();
                    context.p(flag, (long) round, next);
                }
                deliver(checks, context);
                waitUntil(flag, Cmp.GE, round);
                for (int i = 0; i < count; i++) {
                    if (data.get(i) != round) {
                        checks.fail("element " + i + " of round " + round + " is " + data.get(i));
                    }
                }
                context.atomicInc(taken, 0, before);
                deliver(checks, context);
                waitUntil(taken, Cmp.GE, round);
            }
        }
        checks.equal(4L * ROUNDS, flag.get(0), "last round");
        barrierAll();
        free(taken);
        free(flag);
        free(data);
    }

    /** Calls for memory are barriers: what the default context has collected is complete when they return. */
    @Case(pes = {2, 4})
    void sessionIsCompletedByAllocations(Checks checks) {
        final SymmetricLongs words = callocLongs(4);
        final int next = (myPe() + 1) % nPes();
        CTX_DEFAULT.sessionStart(CTX_SESSION_BATCH);
        for (int round = 1; round <= 4 * ROUNDS; round++) {
            p(words, 0, round, next);
            final SymmetricLongs first = round % 2 == 0 ? callocLongs(round) : mallocLongs(round);
            checks.equal(round, words.get(0), "p before an allocation");
            p(words, 1, round, next);
            final SymmetricLongs second = alignLongs(256, round);
            checks.equal(round, words.get(1), "p before an allocation with an alignment");
            p(words, 2, round, next);
            final SymmetricLongs larger = realloc(first, 2L * round);
            checks.equal(round, words.get(2), "p before realloc");
            p(words, 3, round, next);
            free(second);
            checks.equal(round, words.get(3), "p before free");
            free(larger);
        }
        CTX_DEFAULT.sessionStop();
        free(words);
    }

    /** Threads that share a context in a session. */
    @Case(
            threads = ThreadLevel.MULTIPLE,
            pes = {2, 4})
    void sessionOfThreads(Checks checks) throws InterruptedException {
        final SymmetricLongs sums = callocLongs(nPes());
        final SymmetricLongs puts = callocLongs(THREADS * MANY);
        final int next = (myPe() + 1) % nPes();
        barrierAll();
        try (ShmemContext context = ctxCreate(0)) {
            context.sessionStart(CTX_SESSION_BATCH);
            final Thread[] threads = new Thread[THREADS];
            for (int t = 0; t < THREADS; t++) {
                final int first = t * MANY;
                threads[t] = Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < MANY; i++) {
                        context.p(puts, first + i, first + i + 1L, next);
                        context.atomicInc(sums, myPe(), i % nPes());
                        if (i % 1000 == 999) {
                            context.quiet();
                        }
                    }
                });
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        barrierAll();
        for (int i = 0; i < THREADS * MANY; i++) {
            if (puts.get(i) != i + 1) {
                checks.fail("element " + i + " is " + puts.get(i));
            }
        }
        for (int pe = 0; pe < nPes(); pe++) {
            final int mine = myPe();
            final long each =
                    IntStream.range(0, MANY).filter(i -> i % nPes() == mine).count();
            checks.equal(THREADS * each, sums.get(pe), "updates by PE " + pe);
        }
        barrierAll();
        free(puts);
        free(sums);
    }

    /** A session that nobody stops: what it collected is complete after the barrier, and the shutdown loses nothing. */
    @Case(
            starts = true,
            pes = {1, 2, 4})
    void sessionLeftOpen(Checks checks) {
        for (int round = 0; round < 3; round++) {
            init();
            final SymmetricLongs array = callocLongs(nPes());
            barrierAll();
            CTX_DEFAULT.sessionStart(CTX_SESSION_BATCH);
            for (int pe = 0; pe < nPes(); pe++) {
                CTX_DEFAULT.p(array, myPe(), myPe() + 1L, pe);
            }
            barrierAll();
            for (int pe = 0; pe < nPes(); pe++) {
                checks.equal(pe + 1L, array.get(pe), "by PE " + pe);
            }
            barrierAll();
            final ShmemContext open = ctxCreate(0);
            open.sessionStart(CTX_SESSION_BATCH);
            open.p(array, 0, 7L, (myPe() + 1) % nPes());
            shutdown();
        }
    }
}
