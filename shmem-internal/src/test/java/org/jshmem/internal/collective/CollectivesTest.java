package org.jshmem.internal.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.ExactSum;
import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.team.Members;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.ThreadJob;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random collectives of threads that stand in for PEs, on teams of several shapes, with lengths around those at which
 * the algorithms change. Every PE changes its source as soon as its call returns, and compares its destination, with
 * what lies around it, to what has to be there.
 */
@Timeout(60)
class CollectivesTest {
    private static final int ROUNDS = QuickFilter.isQuick() ? 8 : 80;
    private static final long HEAP_BYTES = 4 << 20;

    /** Offsets are those of a large heap. */
    private static final long START = 5L << 30;

    private static final long SOURCE = START + 64;
    private static final long DEST = START + HEAP_BYTES / 2;
    private static final int GUARD = 64;
    private static final byte BEFORE = 0x5a;
    private static final byte AFTER = (byte) 0xa5;
    private static final int MOST_BYTES = 300_000;
    private static final long[] SWITCH_POINTS = Collectives.switchPoints();

    private enum Kind {
        BROADCAST,
        COLLECT,
        FCOLLECT,
        ALLTOALL,
        ALLTOALLS,
        SUM,
        INSCAN,
        EXSCAN,
        COMPOSITION,
        COMPOSITION_INSCAN,
        COMPOSITION_EXSCAN,
        COMMUTATIVE,
        REPRODUCIBLE_SUM
    }

    private static final long IDENTITY = 1L << 32;

    /** What has to be on each PE, where that is the same; calculated once. */
    private static final Map<SharedCall, byte[]> EXPECTED = new ConcurrentHashMap<>();

    private record SharedCall(Call call, int pes) {
        byte[] expected() {
            return CollectivesTest.expected(call, 0, pes);
        }
    }

    @AfterEach
    void forgetExpected() {
        EXPECTED.clear();
    }

    /** Maps x to a·x + b, in 32 bits, a being in the upper half; their composition does not commute. */
    private static long compose(long f, long g) {
        final int a = (int) (f >>> 32) * (int) (g >>> 32);
        final int b = (int) (g >>> 32) * (int) f + (int) g;
        return (long) a << 32 | b & 0xffff_ffffL;
    }

    /** A call, the same on all PEs; {@code bytes} is the size of a block, {@code stride} is that of dest in longs. */
    private record Call(
            int seed, Kind kind, int team, int bytes, int root, int destStride, int sourceStride, boolean inPlace) {
        static Call draw(SplittableRandom random, int pes) {
            final Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
            final boolean isArithmetic = kind.compareTo(Kind.ALLTOALLS) >= 0;
            final long length = switch (random.nextInt(3)) {
                case 0 -> random.nextInt(140);
                case 1 -> SWITCH_POINTS[random.nextInt(SWITCH_POINTS.length)] + random.nextInt(-9, 10);
                default -> (long) Math.exp(random.nextDouble(Math.log(MOST_BYTES)));
            };
            final int most =
                    kind == Kind.ALLTOALLS ? 10_000 : (int) Math.min(MOST_BYTES, (HEAP_BYTES / 2 - 1024) / pes);
            final int bytes = Math.clamp(length, isArithmetic ? Long.BYTES : 1, most);
            return new Call(
                    random.nextInt(),
                    kind,
                    random.nextInt(4),
                    isArithmetic ? bytes / Long.BYTES * Long.BYTES : bytes,
                    random.nextInt(1 << 20),
                    random.nextInt(1, 4),
                    random.nextInt(1, 4),
                    kind.compareTo(Kind.SUM) >= 0 && random.nextBoolean());
        }

        boolean isSameOnAllPes() {
            return switch (kind) {
                case ALLTOALL, ALLTOALLS, INSCAN, EXSCAN, COMPOSITION_INSCAN, COMPOSITION_EXSCAN -> false;
                default -> true;
            };
        }

        /** Of a collect each PE has a length of its own, and some have none. */
        int bytesOf(int pe) {
            return kind != Kind.COLLECT || pe == root % 3
                    ? bytes
                    : new SplittableRandom(seed + pe).nextInt(4) * Math.min(bytes, 90);
        }

        int sourceBytes(int pe, int pes) {
            return switch (kind) {
                case ALLTOALL -> bytes * pes;
                case ALLTOALLS -> bytes * pes * sourceStride;
                default -> bytesOf(pe);
            };
        }

        long word(int pe, int index) {
            if (kind == Kind.REPRODUCIBLE_SUM) {
                return Double.doubleToRawLongBits(number(pe, index));
            }
            long mixed = (seed * 31L + pe) * 0x9e37_79b9_7f4a_7c15L + index;
            mixed = (mixed ^ mixed >>> 32) * 0xd6e8_feb8_6659_fd93L;
            return mixed ^ mixed >>> 29;
        }

        /** Numbers that cancel each other out in part, some of them far apart, and now and then one without an end. */
        private double number(int pe, int index) {
            final SplittableRandom random = new SplittableRandom(seed + 31L * (pe / 2) + 1009L * index);
            final int exponent = seed % 3 == 0 ? random.nextInt(-1074, 1024) : random.nextInt(-20, 20);
            final double number = Math.scalb(random.nextDouble(0.5, 1), exponent);
            if (random.nextInt(200) == 0) {
                return random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NaN;
            }
            return (pe & 1) == 0 ? number : -number * (random.nextBoolean() ? 1 : 0.75);
        }

        byte[] source(int pe, int pes) {
            final byte[] data = new byte[(sourceBytes(pe, pes) + Long.BYTES - 1) / Long.BYTES * Long.BYTES];
            final MemorySegment words = MemorySegment.ofArray(data);
            for (int i = 0; i < data.length / Long.BYTES; i++) {
                words.set(ValueLayout.JAVA_LONG_UNALIGNED, i * 8L, word(pe, i));
            }
            return Arrays.copyOf(data, sourceBytes(pe, pes));
        }
    }

    static Stream<Arguments> jobs() {
        return Stream.of(
                job("one node", true, false, 0, 0, 0),
                job("one node, counted", true, true, 0, 0, 0, 0, 0),
                job("one node, in groups", true, false, new int[21]),
                job("one node, not mapped", false, true, 0, 0, 0, 0),
                job("two nodes", true, true, 0, 0, 1),
                job("two nodes, dealt in turn", true, true, 0, 1, 0, 1),
                job(
                        "two nodes, in groups, dealt in turn",
                        true,
                        false,
                        IntStream.range(0, 21).map(pe -> pe % 2).toArray()),
                job("two nodes, not mapped", false, true, 0, 0, 1, 1),
                job("two nodes, not mapped, dealt in turn", false, true, 0, 1, 0, 1),
                job("three nodes", true, true, 0, 1, 1, 2, 2),
                job("uneven nodes, filled one by one", true, true, 0, 0, 0, 1, 2, 2),
                job("uneven nodes, some dealt in turn", true, true, 0, 0, 1, 1, 0, 1, 2),
                job("nodes of one PE", true, true, 0, 1, 2, 3),
                job("more nodes than one round reaches", true, true, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
                job(
                        "more uneven nodes than one round reaches",
                        true,
                        true,
                        IntStream.of(0, 0, 0, 1, 2, 2, 3, 4, 0, 5, 5, 6, 7, 8, 8, 8, 2)
                                .toArray()));
    }

    private static Arguments job(String name, boolean isMapped, boolean isCrowded, int... nodeOf) {
        return Arguments.of(name, isMapped, isCrowded, nodeOf);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void shouldLeaveWhatTheModelSays(String name, boolean isMapped, boolean isCrowded, int[] nodeOf) throws Exception {
        final long seed = System.nanoTime();
        final int rounds = nodeOf.length > 5 ? ROUNDS / 4 : ROUNDS;
        ThreadJob.run(nodeOf, isMapped, isCrowded, START, HEAP_BYTES, (pe, teams, heaps) -> {
            final SplittableRandom random = new SplittableRandom(seed);
            final int pes = heaps.length;
            final Team[] all = {
                teams.world(),
                teams.splitStrided(teams.world(), pes - 1, -1, pes),
                teams.splitStrided(teams.world(), 1, 1, pes - 1),
                teams.splitStrided(teams.world(), 0, 2, (pes + 1) / 2)
            };
            final Collectives[] collectives = Arrays.stream(all)
                    .map(team -> team == null ? null : new Collectives(team))
                    .toArray(Collectives[]::new);
            for (int round = 0; round < rounds; round++) {
                final Call call = Call.draw(random, pes);
                if (all[call.team] != null) {
                    play(call, all[call.team], collectives[call.team], heaps[pe], "seed " + seed + ", " + call);
                }
            }
        });
    }

    private static int[][] severalNodes() {
        return new int[][] {
            {0, 1, 1, 2, 2}, {0, 1, 2, 0, 1, 2}, {0, 0, 1, 1, 0, 0, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
        };
    }

    /** Of all sizes for which nodes share the work, or go on with the next piece. */
    @ParameterizedTest
    @MethodSource("severalNodes")
    @Tag(QuickFilter.FULL)
    void shouldLeaveWhatTheModelSaysOnSeveralNodes(int... nodeOf) throws Exception {
        final Set<Kind> kinds = EnumSet.complementOf(EnumSet.of(Kind.COLLECT, Kind.ALLTOALL, Kind.ALLTOALLS));
        final int most = (int) (HEAP_BYTES / 2 - 1024) / nodeOf.length / Long.BYTES * Long.BYTES;
        ThreadJob.run(nodeOf, true, false, START, HEAP_BYTES, (pe, teams, heaps) -> {
            final Collectives collectives = new Collectives(teams.world());
            for (Kind kind : kinds) {
                final boolean isArithmetic = kind.compareTo(Kind.SUM) >= 0;
                for (int bytes : new int[] {1000, 70_000, 270_000}) {
                    final Call call =
                            new Call(bytes, kind, 0, Math.min(bytes, most), 7, 1, 1, bytes == 70_000 && isArithmetic);
                    play(call, teams.world(), collectives, heaps[pe], call.toString());
                }
            }
        });
    }

    /** In place, a piece that PEs of two nodes did would be added twice. */
    @ParameterizedTest
    @ValueSource(strings = {"SUM", "INSCAN", "EXSCAN", "COMPOSITION", "COMPOSITION_EXSCAN", "REPRODUCIBLE_SUM"})
    @Tag(QuickFilter.FULL)
    void shouldCalculateEachPieceOnceOnNodesThatMapNoHeaps(String kind) throws Exception {
        ThreadJob.run(new int[] {0, 0, 1, 1}, false, true, START, HEAP_BYTES, (pe, teams, heaps) -> {
            final Collectives collectives = new Collectives(teams.world());
            for (int seed = 0; seed < 10; seed++) {
                final Call call = new Call(seed, Kind.valueOf(kind), 0, MOST_BYTES, 0, 1, 1, true);
                play(call, teams.world(), collectives, heaps[pe], call.toString());
            }
        });
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldRoundSumsOnceWhereverPesAre() throws Exception {
        final long seed = System.nanoTime();
        final SplittableRandom random = new SplittableRandom(seed);
        for (int pes = 1; pes <= 16; pes++) {
            final int nodes = random.nextInt(1, pes + 1);
            final int[] nodeOf =
                    IntStream.range(0, pes).map(_ -> random.nextInt(nodes)).toArray();
            final int[] bytes = IntStream.range(0, 6)
                    .map(_ -> 8 * (int) Math.exp(random.nextDouble(Math.log(MOST_BYTES / 8))))
                    .toArray();
            ThreadJob.run(nodeOf, random.nextBoolean(), random.nextBoolean(), START, HEAP_BYTES, (pe, teams, heaps) -> {
                final Collectives collectives = new Collectives(teams.world());
                for (int i = 0; i < bytes.length; i++) {
                    final Call call = new Call((int) seed + i, Kind.REPRODUCIBLE_SUM, 0, bytes[i], 0, 1, 1, i % 2 == 0);
                    play(call, teams.world(), collectives, heaps[pe], "seed " + seed + ", " + call);
                }
            });
        }
    }

    private static void play(Call call, Team team, Collectives collectives, long heap, String what) {
        final Members members = team.members();
        final int me = members.me();
        final byte[] source = call.source(me, members.size());
        final byte[] expected = call.isSameOnAllPes()
                ? EXPECTED.computeIfAbsent(new SharedCall(call, members.size()), SharedCall::expected)
                : expected(call, me, members.size());
        final long dest = call.inPlace ? SOURCE : DEST;
        MemorySegment.copy(MemorySegment.ofArray(source), 0, segment(heap + SOURCE, source.length), 0, source.length);
        if (!call.inPlace) {
            segment(heap + dest - GUARD, expected.length + 2 * GUARD).fill(BEFORE);
        }
        synchronize(call, team, collectives, what);
        run(call, collectives, me, dest, expected.length, members.size());
        if (!call.inPlace) {
            segment(heap + SOURCE, source.length).fill(AFTER);
        }
        final long different = segment(heap + dest, expected.length).mismatch(MemorySegment.ofArray(expected));
        assertEquals(-1, different, () -> "byte of dest on PE " + me + " of the team, " + what);
        if (!call.inPlace) {
            final byte[] guard = new byte[GUARD];
            Arrays.fill(guard, BEFORE);
            for (long at : new long[] {dest - GUARD, dest + expected.length}) {
                assertEquals(
                        -1,
                        segment(heap + at, GUARD).mismatch(MemorySegment.ofArray(guard)),
                        () -> "byte beside dest on PE " + me + " of the team, " + what);
            }
        }
    }

    /** By a barrier, or by one of the collectives on single values. */
    private static void synchronize(Call call, Team team, Collectives collectives, String what) {
        final int me = team.members().me();
        final int pes = team.members().size();
        final long mine = call.word(me, 0);
        final int root = call.root % pes;
        switch (Math.floorMod(call.seed, 8)) {
            case 0 -> team.sync(CollectiveCall.TEAM_SYNC);
            case 1 ->
                assertEquals(sum(call, pes), collectives.reduceValue(Reduction.SUM, ElementKind.LONG, mine), what);
            case 2 -> assertEquals(sum(call, me), collectives.scanValue(false, ElementKind.LONG, mine), what);
            case 3 ->
                assertEquals(
                        composition(call, pes),
                        collectives.reduceValueBy(
                                ElementKind.LONG, (LongBinaryOperator) CollectivesTest::compose, false, mine),
                        what);
            case 4 ->
                assertEquals(
                        composition(call, me),
                        collectives.scanValueBy(
                                false, ElementKind.LONG, (LongBinaryOperator) CollectivesTest::compose, IDENTITY, mine),
                        what);
            case 5 ->
                assertEquals(
                        composition(call, me + 1),
                        collectives.scanValueBy(
                                true, ElementKind.LONG, (LongBinaryOperator) CollectivesTest::compose, IDENTITY, mine),
                        what);
            case 6 -> assertEquals(sumOfNumbers(call, pes), sumOfNumbers(call, me, collectives), what);
            default -> assertEquals(call.word(root, 0), collectives.broadcastValue(ElementKind.LONG, mine, root), what);
        }
    }

    private static long sum(Call call, int pes) {
        return IntStream.range(0, pes).mapToLong(pe -> call.word(pe, 0)).sum();
    }

    private static long composition(Call call, int pes) {
        return IntStream.range(0, pes).mapToLong(pe -> call.word(pe, 0)).reduce(IDENTITY, CollectivesTest::compose);
    }

    private static double sumOfNumbers(Call call, int pes) {
        final ExactSum sum = new ExactSum();
        IntStream.range(0, pes).forEach(pe -> sum.add(call.number(pe, 0)));
        return sum.doubleValue();
    }

    private static double sumOfNumbers(Call call, int me, Collectives collectives) {
        return Double.longBitsToDouble(collectives.reduceValue(
                Reduction.SUM_REPRODUCIBLE, ElementKind.DOUBLE, Double.doubleToRawLongBits(call.number(me, 0))));
    }

    private static void run(Call call, Collectives collectives, int me, long dest, long destBytes, int pes) {
        final long nelems = call.bytes / Long.BYTES;
        switch (call.kind) {
            case BROADCAST -> collectives.broadcast(dest, SOURCE, call.bytes, call.root % pes);
            case COLLECT -> collectives.collect(dest, destBytes, SOURCE, call.bytesOf(me));
            case FCOLLECT -> collectives.fcollect(dest, SOURCE, call.bytes);
            case ALLTOALL -> collectives.alltoall(dest, SOURCE, call.bytes);
            case ALLTOALLS ->
                collectives.alltoalls(dest, call.destStride * 8L, SOURCE, call.sourceStride * 8L, Long.BYTES, nelems);
            case SUM -> collectives.reduce(Reduction.SUM, ElementKind.LONG, dest, SOURCE, nelems);
            case COMPOSITION ->
                collectives.reduceBy(
                        ElementKind.LONG, (LongBinaryOperator) CollectivesTest::compose, false, dest, SOURCE, nelems);
            case COMPOSITION_INSCAN, COMPOSITION_EXSCAN ->
                collectives.scanBy(
                        call.kind == Kind.COMPOSITION_INSCAN,
                        ElementKind.LONG,
                        (LongBinaryOperator) CollectivesTest::compose,
                        IDENTITY,
                        dest,
                        SOURCE,
                        nelems);
            case COMMUTATIVE ->
                collectives.reduceBy(
                        ElementKind.LONG, (LongBinaryOperator) (a, b) -> a * b, true, dest, SOURCE, nelems);
            case REPRODUCIBLE_SUM ->
                collectives.reduce(Reduction.SUM_REPRODUCIBLE, ElementKind.DOUBLE, dest, SOURCE, nelems);
            default -> collectives.scan(call.kind == Kind.INSCAN, ElementKind.LONG, dest, SOURCE, nelems);
        }
    }

    /** The destination of a PE of the team, all of it. */
    private static byte[] expected(Call call, int me, int pes) {
        return switch (call.kind) {
            case BROADCAST -> call.source(call.root % pes, pes);
            case COLLECT, FCOLLECT -> concatenated(call, pes);
            case ALLTOALL -> exchanged(call, me, pes, 1, 1, call.bytes);
            case ALLTOALLS -> exchanged(call, me, pes, call.destStride, call.sourceStride, Long.BYTES);
            case SUM -> combined(call, pes, 0, Long::sum);
            case INSCAN -> combined(call, me + 1, 0, Long::sum);
            case EXSCAN -> combined(call, me, 0, Long::sum);
            case COMPOSITION -> combined(call, pes, IDENTITY, CollectivesTest::compose);
            case COMPOSITION_INSCAN -> combined(call, me + 1, IDENTITY, CollectivesTest::compose);
            case COMPOSITION_EXSCAN -> combined(call, me, IDENTITY, CollectivesTest::compose);
            case COMMUTATIVE -> combined(call, pes, 1, (a, b) -> a * b);
            case REPRODUCIBLE_SUM -> summedExactly(call, pes);
        };
    }

    private static byte[] concatenated(Call call, int pes) {
        int bytes = 0;
        for (int pe = 0; pe < pes; pe++) {
            bytes += call.bytesOf(pe);
        }
        final byte[] dest = new byte[bytes];
        int at = 0;
        for (int pe = 0; pe < pes; pe++) {
            System.arraycopy(call.source(pe, pes), 0, dest, at, call.bytesOf(pe));
            at += call.bytesOf(pe);
        }
        return dest;
    }

    private static byte[] exchanged(Call call, int me, int pes, int destStride, int sourceStride, int element) {
        final byte[] dest = new byte[call.bytes * pes * destStride];
        Arrays.fill(dest, BEFORE);
        final int nelems = call.bytes / element;
        for (int pe = 0; pe < pes; pe++) {
            final byte[] source = call.source(pe, pes);
            for (int i = 0; i < nelems; i++) {
                final int from = (me * nelems + i) * sourceStride * element;
                System.arraycopy(source, from, dest, (pe * nelems + i) * destStride * element, element);
            }
        }
        return dest;
    }

    private static byte[] summedExactly(Call call, int pes) {
        final byte[] dest = new byte[call.bytes];
        final MemorySegment words = MemorySegment.ofArray(dest);
        final ExactSum sum = new ExactSum();
        for (int i = 0; i < call.bytes / Long.BYTES; i++) {
            sum.clear();
            for (int pe = 0; pe < pes; pe++) {
                sum.add(call.number(pe, i));
            }
            words.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, i * 8L, sum.doubleValue());
        }
        return dest;
    }

    private static byte[] combined(Call call, int pes, long identity, LongBinaryOperator operator) {
        final byte[] dest = new byte[call.bytes];
        final MemorySegment words = MemorySegment.ofArray(dest);
        for (int i = 0; i < call.bytes / Long.BYTES; i++) {
            long result = identity;
            for (int pe = 0; pe < pes; pe++) {
                result = operator.applyAsLong(result, call.word(pe, i));
            }
            words.set(ValueLayout.JAVA_LONG_UNALIGNED, i * 8L, result);
        }
        return dest;
    }

    @SuppressWarnings("restricted") // addresses are what the library works on
    private static MemorySegment segment(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    /** Where each PE is a node of its own, the others' values come in any order. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 12, 14, 15, 16, 5000})
    void shouldSumFloatingPointNumbersInTheTeamsOrder(int nelems) throws Exception {
        final double[] values = {1e16, 1, -1e16, 0.125};
        for (int[] nodeOf : new int[][] {{0, 0, 0, 0}, {0, 1, 2, 3}}) {
            ThreadJob.run(nodeOf, true, nelems % 2 == 0, START, HEAP_BYTES, (pe, teams, heaps) -> {
                final Collectives collectives = new Collectives(teams.world());
                for (int i = 0; i < nelems; i++) {
                    Memory.put64(heaps[pe] + SOURCE + i * 8L, Double.doubleToRawLongBits(values[pe]));
                }
                collectives.reduce(Reduction.SUM, ElementKind.DOUBLE, DEST, SOURCE, nelems);
                final double first = Double.longBitsToDouble(Memory.get64(heaps[pe] + DEST));
                final boolean isAcross = nodeOf[1] == 1 && nelems > 15;
                assertEquals(isAcross ? first : ((1e16 + 1) - 1e16) + 0.125, first);
                collectives.any(false);
                for (int i = 0; i < nelems; i++) {
                    assertEquals(
                            Memory.get64(heaps[0] + DEST + i * 8L),
                            Memory.get64(heaps[pe] + DEST + i * 8L),
                            "element " + i + " on PE " + pe + " and PE 0");
                }
                collectives.any(false);
            });
        }
    }

    /** Sources of 8 bytes each of three PEs, at places of their own; dest has 24 bytes. */
    @Test
    void shouldRefuseACollectWhoseDestinationOverlapsAnySource() throws Exception {
        ThreadJob.run(new int[] {0, 0, 0}, true, false, START, HEAP_BYTES, (pe, teams, heaps) -> {
            final Collectives collectives = new Collectives(teams.world());
            for (int other = 0; other < 3; other++) {
                for (long place : new long[] {DEST - 8, DEST - 4, DEST, DEST + 20, DEST + 24}) {
                    final long source = pe == other ? place : SOURCE;
                    if (place == DEST - 8 || place == DEST + 24) {
                        collectives.collect(DEST, 24, source, 8);
                    } else {
                        final String text = assertThrows(
                                        IllegalArgumentException.class, () -> collectives.collect(DEST, 24, source, 8))
                                .getMessage();
                        assertEquals(
                                "dest, 24 bytes at heap offset " + DEST + ", and the source of PE " + other
                                        + " of the team, 8 bytes at " + place + ", overlap",
                                text);
                    }
                }
            }
        });
    }

    /** Blocks of 3 GiB in a destination of 4; nothing is copied. */
    @Test
    void shouldRefuseACollectOfMoreThanTheDestinationHolds() throws Exception {
        ThreadJob.run(new int[] {0, 0, 0}, true, false, START, HEAP_BYTES, (pe, teams, heaps) -> {
            final Collectives collectives = new Collectives(teams.world());
            for (int large = 0; large < 3; large++) {
                final long bytes = pe == large ? 3L << 30 : pe == 1 ? 1L << 30 : 1 << 29;
                assertTellsSizes(() -> collectives.collect(DEST, (1L << 32) - 1, SOURCE, bytes), (1L << 32) - 1);
                final long most = pe == large ? Long.MAX_VALUE : 1;
                assertTellsSizes(() -> collectives.collect(DEST, 1L << 32, SOURCE, most), 1L << 32);
            }
            final String sizes = assertThrows(
                            IndexOutOfBoundsException.class, () -> collectives.collect(DEST, 23, SOURCE, 7L + pe))
                    .getMessage();
            assertTrue(sizes.endsWith("which has 23 bytes: in the team's order 7 8 9"), sizes);
            collectives.collect(DEST, 24, SOURCE, 8);
        });
    }

    private static void assertTellsSizes(Executable call, long destBytes) {
        final String text = assertThrows(IndexOutOfBoundsException.class, call).getMessage();
        assertTrue(text.contains("longer than dest, which has " + destBytes + " bytes"), text);
    }
}
