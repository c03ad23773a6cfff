package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import java.util.SplittableRandom;
import org.jshmem.SymmetricLongs;
import org.jshmem.flow.Flow;
import org.jshmem.flow.LongFlow;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/**
 * Flows as what orders stores: records are whole when their handler runs, and everybody sees what handlers wrote after
 * a drain or a close.
 */
final class FlowOrder {
    private static final int LINE = Cell.LINE;
    private static final int BATCH = 16;
    private static final int CLOSES = 40;

    /** Eight words that are equal. */
    record Words(long a, long b, long c, long d, long e, long f, long g, long h) {
        static Words of(long value) {
            return new Words(value, value, value, value, value, value, value, value);
        }
    }

    /**
     * Handlers store into memory of their PE. After the drain their PE and all others read it. The control reads before
     * the drain.
     */
    @Case(
            pes = {2, 4, 8},
            atLeast = 2,
            profile = Profile.JSHMEM)
    void drainShowsHandlers(Checks checks) {
        final long[] stale = new long[2];
        long round = 0;
        try (SymmetricLongs words = callocLongs((long) nPes() * LINE);
                LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> words.set((long) from * LINE, value))) {
            final SplittableRandom own = new SplittableRandom(myPe());
            final long end = System.nanoTime() + 2 * Litmus.SLICE_NS;
            while (!TEAM_WORLD.any(myPe() == 0 && System.nanoTime() - end > 0)) {
                for (int i = 0; i < BATCH; i++) {
                    round++;
                    sendToAll(flow, round, own.nextInt(nPes()));
                    stale[1] += stale(words, round);
                    flow.drain();
                    stale[0] += stale(words, round);
                }
            }
        }
        checks.equal(0, stale[0], "words older than the drain, in " + round + " rounds");
        note(checks, "control " + stale[1] + " in " + round + " rounds");
    }

    private static void sendToAll(LongFlow flow, long round, int first) {
        for (int i = 0; i < nPes(); i++) {
            flow.send((first + i) % nPes(), round);
        }
    }

    /** How many words on all PEs are older than a round; the own ones are loaded. */
    private static int stale(SymmetricLongs words, long round) {
        int stale = 0;
        for (int pe = nPes() - 1; pe >= 0; pe--) {
            for (int from = 0; from < nPes(); from++) {
                final long index = (long) from * LINE;
                stale += (pe == myPe() ? words.get(index) : g(words, index, pe)) < round ? 1 : 0;
            }
        }
        return stale;
    }

    /** The same for the end of a flow, whose handlers send on to a third PE: each PE to all. */
    @Case(
            pes = {2, 4, 8},
            atLeast = 2,
            profile = Profile.JSHMEM)
    void closeShowsHandlers(Checks checks) {
        long stale = 0;
        try (SymmetricLongs words = callocLongs((long) nPes() * LINE)) {
            final LongFlow[] own = new LongFlow[1];
            for (int round = 1; round <= CLOSES; round++) {
                try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> {
                    if (value < 0) {
                        own[0].send((from + 1) % nPes(), -value);
                    } else {
                        words.set((long) from * LINE, value);
                    }
                })) {
                    own[0] = flow;
                    for (int i = 0; i < nPes(); i++) {
                        flow.send((round + i) % nPes(), -round);
                    }
                }
                stale += stale(words, round);
            }
        }
        checks.equal(0, stale, "words older than the end of the flow");
    }

    /** All send to all without end, in buffers that are full or are flushed, and wrap around many times. */
    @Case(
            pes = {2, 4, 8},
            atLeast = 2,
            profile = Profile.JSHMEM)
    void recordsAreWhole(Checks checks) {
        final long[] next = new long[nPes()];
        final long[] wrong = new long[2];
        long sent = 0;
        try (Flow<Words> flow = Flow.of(TEAM_WORLD, Words.class, (from, words) -> {
            wrong[0] += words.equals(Words.of(words.a)) ? 0 : 1;
            wrong[1] += words.a == next[from] + 1 ? 0 : 1;
            next[from] = words.a;
        })) {
            final SplittableRandom own = new SplittableRandom(myPe());
            final long[] last = new long[nPes()];
            final long end = System.nanoTime() + 2 * Litmus.SLICE_NS;
            while (System.nanoTime() - end < 0) {
                for (int i = own.nextInt(BATCH * BATCH); i > 0; i--) {
                    final int pe = own.nextInt(nPes());
                    flow.send(pe, Words.of(++last[pe]));
                    sent++;
                }
                if (own.nextInt(4) > 0) {
                    flow.flush();
                }
            }
        }
        checks.equal(0, wrong[0], "records that are not whole");
        checks.equal(0, wrong[1], "records that are not the next of their senders");
        note(checks, sent + " records of this PE");
    }

    private static void note(Checks checks, String what) {
        if (myPe() == 0) {
            checks.note(what);
        }
    }
}
