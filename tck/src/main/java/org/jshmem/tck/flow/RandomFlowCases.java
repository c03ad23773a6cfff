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

/**
 * Random programs of groups of flows whose handlers send to one another, against a model: what a record makes a handler
 * send follows from the record, so each PE can tell what it has to get. The seed is printed;
 * {@code JSHMEM_TCK_RANDOM_SEED} repeats it.
 */
final class RandomFlowCases {
    private static final int ROUNDS = 8;
    private static final int PARTS = 3;
    private static final int MOST_ROOTS = 400;
    private static final int MOST_FLOWS = 5;
    private static final int DEPTH_MASK = 7;
    private static final int DEPTH = 3;

    private Kind[] kinds;
    private Mailbox[] mailboxes;
    private int pes;

    /** Records of each flow, and a sum of their contents and senders. */
    private long[] counts;

    private long[] sums;
    private boolean isWrong;

    /** A value in a C struct with gaps. */
    record Gaps(short low, long value, byte high) {}

    /** A record of which a buffer of 64 bytes has room for one. */
    record Wide(long value, long a, Gaps b, long c) {}

    /** A record of one byte, whose handler sends nothing. */
    record Tiny(byte value) {}

    /** How a flow carries a value, whose lowest bits say how often it is sent on. */
    private enum Kind {
        LONGS,
        INTS,
        GAPS,
        WIDE,
        TINY;

        /** The part of some bits that fits. */
        long value(long bits, int depth) {
            final long value = bits & ~DEPTH_MASK;
            return switch (this) {
                case LONGS, GAPS, WIDE -> value | depth;
                case INTS -> (int) (value | depth);
                case TINY -> (byte) value;
            };
        }
    }

    @FunctionalInterface
    private interface Mailbox {
        void send(int pe, long value);
    }

    private static long mix(long bits) {
        long z = bits * 0x9E37_79B9_7F4A_7C15L + 0x632B_E59B_D9B4_E019L;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        return z ^ z >>> 27;
    }

    /** Called with each record that the handler of a record sends. */
    @FunctionalInterface
    private interface Send {
        void to(int flow, int pe, long value);
    }

    private void forEachChild(long value, Send send) {
        final int depth = (int) (value & DEPTH_MASK);
        final int children = depth == 0 ? 0 : (int) (mix(value) >>> 62);
        for (int i = 1; i <= children; i++) {
            final long bits = mix(value + i * 0x1000L);
            final int flow = (int) Long.remainderUnsigned(bits, kinds.length);
            send.to(flow, (int) Long.remainderUnsigned(bits >>> 8, pes), kinds[flow].value(mix(bits), depth - 1));
        }
    }

    private static long content(int from, long value) {
        return mix(value ^ (long) from << 48);
    }

    private void take(int flow, int from, long value) {
        counts[flow]++;
        sums[flow] += content(from, value);
        forEachChild(value, (next, pe, nextValue) -> mailboxes[next].send(pe, nextValue));
    }

    /** What the handling of a record adds to what a PE has to get. */
    private void expect(long[][] expected, int me, int flow, int pe, int from, long value) {
        if (pe == me) {
            expected[0][flow]++;
            expected[1][flow] += content(from, value);
        }
        forEachChild(value, (next, target, nextValue) -> expect(expected, me, next, target, pe, nextValue));
    }

    private Mailbox mailbox(FlowGroup group, int flow) {
        return switch (kinds[flow]) {
            case LONGS -> {
                final LongFlow longs = group.longs((from, value) -> take(flow, from, value));
                yield longs::send;
            }
            case INTS -> {
                final IntFlow ints = group.ints((from, value) -> take(flow, from, value));
                yield (pe, value) -> ints.send(pe, (int) value);
            }
            case GAPS -> {
                final Flow<Gaps> gaps = group.records(Gaps.class, (from, record) -> {
                    isWrong |= !record.equals(gaps(record.value));
                    take(flow, from, record.value);
                });
                yield (pe, value) -> gaps.send(pe, gaps(value));
            }
            case WIDE -> {
                final Flow<Wide> wides = group.records(Wide.class, (from, record) -> {
                    isWrong |= !record.equals(wide(record.value));
                    take(flow, from, record.value);
                });
                yield (pe, value) -> wides.send(pe, wide(value));
            }
            default -> {
                final Flow<Tiny> tinies = group.records(Tiny.class, (from, record) -> take(flow, from, record.value));
                yield (pe, value) -> tinies.send(pe, new Tiny((byte) value));
            }
        };
    }

    private static Gaps gaps(long value) {
        return new Gaps((short) value, value, (byte) (value >>> 56));
    }

    private static Wide wide(long value) {
        return new Wide(value, ~value, gaps(value + 1), mix(value));
    }

    @Case(
            pes = {1, 2, 4, 5},
            seconds = 120)
    void randomFlows(Checks checks) {
        run(checks);
    }

    @Case(
            alone = true,
            pes = {2, 4},
            atLeast = 2,
            seconds = 120,
            environment = "SHMEM_FLOW_BUFFER=64")
    void randomFlowsInBuffersOfOneRecord(Checks checks) {
        init();
        run(checks);
        shutdown();
    }

    private void run(Checks checks) {
        final long seed = commonSeed();
        if (myPe() == 0) {
            System.out.println("random flows, seed " + seed + ", repeat by JSHMEM_TCK_RANDOM_SEED=" + seed);
        }
        pes = nPes();
        try (ShmemTeam reversed = teamSplitStrided(TEAM_WORLD, pes - 1, -1, pes)) {
            for (int round = 0; round < ROUNDS; round++) {
                play(checks, round % 2 == 0 ? TEAM_WORLD : reversed, seed + 1_000_003L * round);
            }
        }
    }

    private static long commonSeed() {
        try (SymmetricLongs box = callocLongs(2)) {
            final String wanted = System.getenv("JSHMEM_TCK_RANDOM_SEED");
            box.set(0, wanted == null ? System.nanoTime() : Long.parseLong(wanted));
            barrierAll();
            broadcast(TEAM_WORLD, box.at(1), box, 1, 0);
            return box.get(1);
        }
    }

    private void play(Checks checks, ShmemTeam team, long seed) {
        final SplittableRandom common = new SplittableRandom(seed);
        kinds = new Kind[1 + common.nextInt(MOST_FLOWS)];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = Kind.values()[common.nextInt(Kind.values().length)];
        }
        counts = new long[kinds.length];
        sums = new long[kinds.length];
        mailboxes = new Mailbox[kinds.length];
        final long[][] expected = new long[2][kinds.length];
        try (FlowGroup group = FlowGroup.on(team)) {
            for (int i = 0; i < kinds.length; i++) {
                mailboxes[i] = mailbox(group, i);
            }
            for (int part = 0; part < PARTS; part++) {
                final long partSeed = common.nextLong();
                for (int pe = 0; pe < pes; pe++) {
                    final int from = pe;
                    forEachRoot(
                            partSeed,
                            pe,
                            (flow, target, value) -> expect(expected, team.myPe(), flow, target, from, value));
                }
                final SplittableRandom own = new SplittableRandom(partSeed ^ ~team.myPe());
                forEachRoot(partSeed, team.myPe(), (flow, target, value) -> {
                    mailboxes[flow].send(target, value);
                    pass(group, own);
                });
                group.drain();
                verify(checks, expected, "seed " + seed + ", part " + part);
            }
        }
    }

    /** A moment between two records. */
    private static void pass(FlowGroup group, SplittableRandom own) {
        switch (own.nextInt(64)) {
            case 0 -> group.progress();
            case 1 -> group.flush();
            case 2 -> Thread.yield();
            default -> {
                // the next record
            }
        }
    }

    /** The records that the program of a PE sends: many, few or none, and in some parts most to one PE. */
    private void forEachRoot(long seed, int pe, Send send) {
        final SplittableRandom random = new SplittableRandom(seed + pe);
        final int favourite = new SplittableRandom(seed).nextInt(2 * pes);
        final int roots = random.nextInt(1 + random.nextInt(MOST_ROOTS));
        for (int i = 0; i < roots; i++) {
            final int flow = random.nextInt(kinds.length);
            final boolean isForFavourite = favourite < pes && random.nextInt(4) > 0;
            final int target = isForFavourite ? favourite : random.nextInt(pes);
            send.to(flow, target, kinds[flow].value(random.nextLong(), random.nextInt(DEPTH + 1)));
        }
    }

    private void verify(Checks checks, long[][] expected, String where) {
        for (int i = 0; i < kinds.length; i++) {
            checks.equal(expected[0][i], counts[i], "records of flow " + i + ", " + where);
            checks.equal(expected[1][i], sums[i], "sum of flow " + i + ", " + where);
        }
        checks.that(!isWrong, "content of records, " + where);
    }
}
