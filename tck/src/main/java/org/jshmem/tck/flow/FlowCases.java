package org.jshmem.tck.flow;

import static org.jshmem.Shmem.*;

import java.util.SplittableRandom;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;
import org.jshmem.flow.Flow;
import org.jshmem.flow.FlowGroup;
import org.jshmem.flow.IntFlow;
import org.jshmem.flow.LongFlow;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** Records to handlers of other PEs. */
final class FlowCases {
    private static final int RECORDS = 20_000;
    private static final int ROUNDS = 500;

    /** A component of each type. */
    record Everything(byte b, short s, int i, long l, float f, double d, char c, boolean z) {
        static Everything of(long seed) {
            return new Everything(
                    (byte) seed,
                    (short) (seed >>> 8),
                    (int) (seed >>> 16),
                    seed,
                    (int) seed,
                    seed * 0.5,
                    (char) (seed >>> 24),
                    (seed & 4) != 0);
        }
    }

    /** A record in a record. */
    record Nested(byte first, Everything middle, Pair last) {}

    /** Two numbers. */
    record Pair(int number, long value) {}

    /** One byte. */
    record Tiny(byte value) {}

    /** No components at all. */
    record Nothing() {}

    @Case(pes = {1, 2, 4, 5})
    void flowOfLongs(Checks checks) {
        final int nPes = nPes();
        final long[] received = new long[nPes];
        final long[] next = new long[nPes];
        final boolean[] disorder = new boolean[1];
        try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> {
            received[from]++;
            disorder[0] |= value < next[from] || value % nPes != myPe();
            next[from] = value + 1;
        })) {
            final SplittableRandom random = new SplittableRandom(myPe());
            for (long i = 0; i < RECORDS; i++) {
                final int pe = random.nextInt(nPes);
                flow.send(pe, i * nPes + pe);
            }
        }
        for (int from = 0; from < nPes; from++) {
            final SplittableRandom random = new SplittableRandom(from);
            long expected = 0;
            for (int i = 0; i < RECORDS; i++) {
                expected += random.nextInt(nPes) == myPe() ? 1 : 0;
            }
            checks.equal(expected, received[from], "values from PE " + from);
        }
        checks.that(!disorder[0], "order of a pair of PEs");
    }

    @Case(pes = {1, 3})
    void flowOfInts(Checks checks) {
        final long[] sum = new long[1];
        try (IntFlow flow = IntFlow.of(TEAM_WORLD, (from, value) -> sum[0] += value - from)) {
            for (int i = 0; i < RECORDS; i++) {
                flow.send(i % nPes(), i / nPes() + myPe());
            }
        }
        long expected = 0;
        for (int i = myPe(); i < RECORDS; i += nPes()) {
            expected += i / nPes();
        }
        checks.equal(expected * nPes(), sum[0], "sum of the values");
    }

    @Case(pes = {1, 2, 4})
    void flowOfRecords(Checks checks) {
        final long[] count = new long[3];
        final boolean[] wrong = new boolean[3];
        try (FlowGroup group = FlowGroup.on(TEAM_WORLD)) {
            final Flow<Nested> nested = group.records(Nested.class, (from, r) -> {
                final long seed = r.middle().l();
                wrong[0] |= !r.equals(new Nested((byte) from, Everything.of(seed), new Pair((int) seed, ~seed)));
                count[0]++;
            });
            final Flow<Tiny> tiny = group.records(Tiny.class, (from, r) -> {
                wrong[1] |= r.value() != (byte) (from + myPe());
                count[1]++;
            });
            final Flow<Nothing> nothing = group.records(Nothing.class, (from, r) -> count[2]++);
            final SplittableRandom random = new SplittableRandom(myPe());
            for (int i = 0; i < RECORDS; i++) {
                final long seed = random.nextLong();
                final int pe = i % nPes();
                nested.send(pe, new Nested((byte) myPe(), Everything.of(seed), new Pair((int) seed, ~seed)));
                tiny.send(pe, new Tiny((byte) (pe + myPe())));
                nothing.send(pe, new Nothing());
            }
        }
        for (int i = 0; i < count.length; i++) {
            checks.that(!wrong[i], "content of records, " + i);
            checks.equal((RECORDS - myPe() + nPes() - 1) / nPes() * (long) nPes(), count[i], "records " + i);
        }
    }

    @Case(pes = {1, 2, 4})
    void flowWithoutRecords(Checks checks) {
        for (int i = 0; i < 20; i++) {
            try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> checks.fail("nobody has sent"))) {
                checks.that(!flow.progress(), "progress without records");
                flow.flush();
            }
            try (FlowGroup group = FlowGroup.on(TEAM_WORLD)) {
                group.flush();
            }
        }
    }

    @Case(
            pes = {2, 5},
            atLeast = 2)
    void flowAllToOne(Checks checks) {
        final long[] sums = new long[2];
        final int slow = nPes() - 1;
        try (Flow<Pair> flow = Flow.of(TEAM_WORLD, Pair.class, (from, r) -> {
            sums[0] += r.number();
            sums[1] += r.value();
        })) {
            if (myPe() == slow) {
                pause(100);
            }
            for (int i = 0; i < RECORDS; i++) {
                flow.send(slow, new Pair(i, -i));
            }
        }
        final long expected = myPe() == slow ? nPes() * (RECORDS - 1L) * RECORDS / 2 : 0;
        checks.equal(expected, sums[0], "sum of numbers");
        checks.equal(-expected, sums[1], "sum of values");
    }

    /** A PE handles records slowly, and all others wait for it again and again. */
    @Case(
            pes = {2, 5},
            atLeast = 2)
    void flowWithASlowPe(Checks checks) {
        final long[] received = new long[1];
        final boolean isSlow = myPe() == 0;
        try (Flow<Pair> flow = Flow.of(TEAM_WORLD, Pair.class, (from, r) -> {
            received[0]++;
            if (isSlow && received[0] % 100 == 0) {
                pause(1);
            }
        })) {
            for (int i = 0; i < RECORDS; i++) {
                flow.send(i % nPes(), new Pair(i, i));
            }
        }
        checks.equal((RECORDS - myPe() + nPes() - 1) / nPes() * (long) nPes(), received[0], "records");
    }

    /** One PE sends, to one PE, and the others only close. */
    @Case(
            pes = {2, 5},
            atLeast = 2)
    void flowOfOneSender(Checks checks) {
        final long[] next = new long[1];
        final boolean[] disorder = new boolean[1];
        try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> {
            disorder[0] |= from != nPes() - 1 || value != next[0];
            next[0]++;
        })) {
            for (int i = 0; myPe() == nPes() - 1 && i < RECORDS; i++) {
                flow.send(0, i);
            }
        }
        checks.equal(myPe() == 0 ? RECORDS : 0, next[0], "records");
        checks.that(!disorder[0], "order");
    }

    /** A handler sends to its own PE, so that what the program sends there has to wait behind that. */
    @Case(pes = {1, 2})
    void flowToItselfKeepsTheOrder(Checks checks) {
        final LongFlow[] own = new LongFlow[1];
        final long[] next = new long[2];
        final boolean[] disorder = new boolean[1];
        try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> {
            final int stream = value < 0 ? 1 : 0;
            disorder[0] |= from != myPe() || Math.abs(value) != ++next[stream];
            if (value > 0 && value % RECORDS == 1) {
                own[0].send(myPe(), -next[1] - 1);
            }
        })) {
            own[0] = flow;
            for (int i = 1; i <= 3 * RECORDS; i++) {
                flow.send(myPe(), i);
            }
        }
        checks.equal(3 * RECORDS, next[0], "records of the program");
        checks.equal(3, next[1], "records of handlers");
        checks.that(!disorder[0], "order");
    }

    private static void pause(int ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What a PE stored, or put with a quiet, before it sent a record is seen by the record's handler. */
    @Case(
            pes = {2, 3},
            atLeast = 2)
    void flowPublishes(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final long[] wrong = new long[1];
        try (SymmetricLongs words = callocLongs(2);
                LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> {
                    wrong[0] += g(words, 0, from) < value ? 1 : 0;
                    wrong[0] += words.get(1) < value ? 1 : 0;
                })) {
            for (int i = 1; i <= ROUNDS; i++) {
                words.set(0, i);
                p(words, 1, i, next);
                quiet();
                flow.send(next, i);
                if (i % 10 == 0) {
                    flow.flush();
                }
            }
            flow.drain();
        }
        checks.equal(0, wrong[0], "values older than the record");
    }

    /** What handlers wrote is seen by all PEs after a drain, and the flow goes on. */
    @Case(pes = {1, 2, 4})
    void flowDrainShowsHandlers(Checks checks) {
        try (SymmetricLongs table = callocLongs(nPes());
                LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> table.set(from, value))) {
            for (int round = 1; round <= ROUNDS / 10; round++) {
                for (int pe = 0; pe < nPes(); pe++) {
                    flow.send(pe, round);
                }
                flow.drain();
                final int pe = (myPe() + round) % nPes();
                final int from = round % nPes();
                if (table.get(from) != round || g(table, from, pe) < round) {
                    checks.fail("round " + round + ": " + table.get(from) + " here, " + g(table, from, pe) + " there");
                }
            }
        }
        checks.that(true, "all rounds");
    }

    @Case(
            pes = {2, 4},
            atLeast = 2)
    void flowsOfTeams(Checks checks) {
        final int half = (nPes() + 1) / 2;
        final int color = myPe() < half ? 0 : 1;
        try (ShmemTeam team = teamSplitByColor(TEAM_WORLD, color, -myPe())) {
            final long[] sum = new long[2];
            try (LongFlow all = LongFlow.of(TEAM_WORLD, (from, value) -> sum[0] += value + from);
                    LongFlow some = LongFlow.of(team, (from, value) -> sum[1] += value + from)) {
                for (int i = 0; i < RECORDS; i++) {
                    all.send(i % nPes(), i);
                    some.send(i % team.nPes(), i);
                }
            }
            checks.equal(expectedSum(nPes(), myPe()), sum[0], "flow of all PEs");
            checks.equal(expectedSum(team.nPes(), team.myPe()), sum[1], "flow of a team");
        }
    }

    private static long expectedSum(int nPes, int me) {
        long sum = 0;
        for (int i = me; i < RECORDS; i += nPes) {
            sum += i * (long) nPes + (long) nPes * (nPes - 1) / 2;
        }
        return sum;
    }
}
