package org.jshmem.tck.draft;

import static org.jshmem.Shmem.*;

import java.util.stream.IntStream;
import org.jshmem.Cmp;
import org.jshmem.Drafts;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** What {@link Drafts} promises. */
final class DraftCases {
    private static final int ROUNDS = 300;

    /** Below and above the sizes at which puts are injected, copied first, and written from their source. */
    private static final int[] SIZES = {1, 9, 500, 5_000, 50_000, 600_000};

    private static final int MOST = 600_000;

    /** Of a put before a fence. */
    private static final int FENCED = 50_000;

    /**
     * A flag after a fence for its PE shows the data, on any context, by puts and by atomics; and PEs do so at once.
     */
    @Case(pes = {1, 2, 3, 4})
    void peFenceOrdersDataAndFlag(Checks checks) {
        final SymmetricLongs data = callocLongs(FENCED);
        final SymmetricLongs flag = callocLongs(2);
        final SymmetricLongs source = callocLongs(FENCED);
        barrierAll();
        try (ShmemContext own = ctxCreate(CTX_PRIVATE)) {
            for (int round = 1; round <= ROUNDS; round++) {
                final ShmemContext context = round % 2 == 0 ? own : CTX_DEFAULT;
                final int size = round % 20 == 0 ? FENCED : SIZES[round % 3];
                deliver(context, data, flag, source, size, round);
                waitUntil(flag, 0, Cmp.EQ, round);
                checks.equal(round, data.get(0), "the first element in round " + round);
                checks.equal(round, data.get(size - 1), "the last element in round " + round);
                context.quiet();
                final int before = (myPe() + nPes() - 1) % nPes();
                context.p(flag, 1, round, before);
                waitUntil(flag, 1, Cmp.EQ, round);
            }
        }
        barrierAll();
        free(source);
        free(flag);
        free(data);
    }

    private static void deliver(
            ShmemContext context,
            SymmetricLongs data,
            SymmetricLongs flag,
            SymmetricLongs source,
            int size,
            int round) {
        final int next = (myPe() + 1) % nPes();
        source.segment().asSlice(0, size * (long) Long.BYTES).fill((byte) 0);
        source.set(0, round);
        source.set(size - 1, round);
        switch (round % 5) {
            case 0, 1 -> context.put(data, 0, source, 0, size, next);
            case 2 -> context.putNbi(data, 0, source, 0, size, next);
            case 3 -> context.iput(data, 0, source, 0, 1, 1, size, next);
            default -> {
                context.atomicSet(data, 0, round, next);
                context.atomicSet(data, size - 1, round, next);
            }
        }
        Drafts.peFence(context, next);
        if (round % 4 < 2) {
            context.p(flag, 0, round, next);
        } else {
            context.atomicSet(flag, 0, round, next);
        }
    }

    /** Of a context of a team, a PE by its number there. */
    @Case(pes = 4, atLeast = 4)
    void peFenceTakesNumbersOfTheTeam(Checks checks) {
        final SymmetricLongs words = callocLongs(2);
        barrierAll();
        try (ShmemTeam odd = TEAM_WORLD.splitStrided(1, 2, 2)) {
            if (odd != null) {
                try (ShmemContext context = odd.createCtx(0)) {
                    final int other = 1 - odd.myPe();
                    context.p(words, 0, 5, other);
                    Drafts.peFence(context, other);
                    context.p(words, 1, 6, other);
                    waitUntil(words, 1, Cmp.EQ, 6);
                    checks.equal(5, words.get(0), "what was put before the fence");
                    checks.refused(
                            IllegalArgumentException.class,
                            "no PE of the team",
                            () -> Drafts.peFence(context, 2),
                            "pe=2",
                            "0 to 1");
                }
            }
        }
        barrierAll();
        checks.equal(myPe() == 1 || myPe() == 3 ? 5 : 0, words.get(0), "a word of this PE at the end");
        free(words);
    }

    /** Sources may be changed, and what arrives is what they were; within a session, too. */
    @Case(pes = {1, 2, 4})
    void localCompleteFreesSources(Checks checks) {
        final SymmetricLongs dest = callocLongs(MOST);
        final SymmetricLongs signal = callocLongs(1);
        final SymmetricLongs source = callocLongs(MOST);
        final int next = (myPe() + 1) % nPes();
        final int before = (myPe() + nPes() - 1) % nPes();
        barrierAll();
        try (ShmemContext context = ctxCreate(0)) {
            long round = 0;
            for (int size : SIZES) {
                for (boolean isInSession : new boolean[] {false, true}) {
                    round++;
                    if (isInSession) {
                        context.sessionStart(CTX_SESSION_BATCH);
                    }
                    fill(source, size, round * 1000 + myPe());
                    if (round % 3 == 0) {
                        context.putSignalNbi(dest, 0, source, 0, size, signal, 0, round, SignalOp.SET, next);
                    } else {
                        context.putNbi(dest, 0, source, 0, size, next);
                    }
                    Drafts.localComplete(context);
                    fill(source, size, -1);
                    context.quiet();
                    context.sessionStop();
                    context.signalSet(signal, 0, round, next);
                    signalWaitUntil(signal, 0, Cmp.EQ, round);
                    final long expected = round * 1000 + before;
                    checks.that(
                            IntStream.range(0, size).allMatch(i -> dest.get(i) == expected),
                            size + " elements" + (isInSession ? " in a session" : ""));
                    barrierAll();
                }
            }
        }
        free(source);
        free(signal);
        free(dest);
    }

    private static void fill(SymmetricLongs array, int size, long value) {
        for (int i = 0; i < size; i++) {
            array.set(i, value);
        }
    }

    /** A session with the hint has the results of one without. */
    @Case(pes = {1, 2, 4})
    void sessionOfOneAtomic(Checks checks) {
        final SymmetricLongs sums = callocLongs(16);
        barrierAll();
        try (ShmemContext context = ctxCreate(0)) {
            context.sessionStart(CTX_SESSION_BATCH | Drafts.CTX_SESSION_SAME_AMO);
            for (int i = 0; i < 16 * ROUNDS; i++) {
                context.atomicAdd(sums, i % 16, i, (myPe() + i) % nPes());
            }
            context.sessionStop();
            context.sessionStart(Drafts.CTX_SESSION_SAME_AMO);
        }
        barrierAll();
        long sum = 0;
        for (int i = 0; i < 16; i++) {
            sum += sums.get(i);
        }
        checks.equal(
                (long) nPes() * (16 * ROUNDS - 1) * (16 * ROUNDS) / 2, sumReduce(TEAM_WORLD, sum), "the sum of all");
        barrierAll();
        free(sums);
    }

    /** Nothing is accepted that makes no sense. */
    @Case
    void draftsRefuse(Checks checks) {
        for (int pe : new int[] {-1, nPes()}) {
            checks.refused(
                    IllegalArgumentException.class, "pe", () -> Drafts.peFence(CTX_DEFAULT, pe), "pe=" + pe, "0 to");
        }
        checks.refused(NullPointerException.class, "no context", () -> Drafts.peFence(null, 0), "context=null");
        checks.refused(NullPointerException.class, "no context", () -> Drafts.localComplete(null), "context=null");
        final ShmemContext context = ctxCreate(0);
        context.destroy();
        checks.refused(IllegalStateException.class, "destroyed", () -> Drafts.peFence(context, 0), "destroyed");
        checks.refused(IllegalStateException.class, "destroyed", () -> Drafts.localComplete(context), "destroyed");
        checks.refused(
                IllegalArgumentException.class,
                "an unknown option",
                () -> CTX_DEFAULT.sessionStart(Drafts.CTX_SESSION_SAME_AMO << 1),
                "options=");
    }
}
