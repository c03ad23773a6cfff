package org.jshmem.tck.draft;

import static org.jshmem.Shmem.*;

import java.math.BigDecimal;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jshmem.ExactSum;
import org.jshmem.Reductions;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricFloats;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.SymmetricShorts;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** What {@link Reductions} and {@link ExactSum} promise. */
final class ReductionCases {
    /** Below and above the sizes at which reductions change their way. */
    private static final int[] SIZES = {0, 1, 2, 14, 15, 16, 100, 1_024, 1_025, 9_000, 40_001};

    private static final int MOST = 40_001;

    private static final long IDENTITY = 1L << 32;

    /** Maps x to a·x + b, in 32 bits, a being in the upper half; their composition does not commute. */
    private static long compose(long f, long g) {
        final int a = (int) (f >>> 32) * (int) (g >>> 32);
        final int b = (int) (g >>> 32) * (int) f + (int) g;
        return (long) a << 32 | b & 0xffff_ffffL;
    }

    private static long map(int pe, long index, int round) {
        return new SplittableRandom(round * 1_000_003L + pe * 7919L + index).nextLong();
    }

    /** The composition of what the first PEs of a team bring. */
    private static long composition(ShmemTeam team, int pes, long index, int round) {
        return IntStream.range(0, pes)
                .mapToLong(pe -> map(team.translatePe(pe, TEAM_WORLD), index, round))
                .reduce(IDENTITY, ReductionCases::compose);
    }

    /** An operator that does not commute shows the order: on all PEs, in reverse, and on every other one. */
    @Case(pes = {1, 2, 3, 4})
    void operatorsAreAppliedInTheOrderOfThePes(Checks checks) {
        final SymmetricLongs source = callocLongs(MOST);
        final SymmetricLongs dest = callocLongs(MOST);
        final ShmemTeam reverse = TEAM_WORLD.splitStrided(nPes() - 1, -1, nPes());
        final ShmemTeam some = TEAM_WORLD.splitStrided(0, 2, (nPes() + 1) / 2);
        int round = 0;
        for (ShmemTeam team : new ShmemTeam[] {TEAM_WORLD, reverse, some}) {
            for (int size : SIZES) {
                if (team != null) {
                    for (int form = 0; form < 3; form++) {
                        checkForm(checks, team, form, ++round % 2 == 0 ? source : dest, source, size, round);
                    }
                } else {
                    round += 3;
                }
            }
        }
        barrierAll();
        reverse.destroy();
        if (some != null) {
            some.destroy();
        }
        free(dest);
        free(source);
    }

    private static void checkForm(
            Checks checks, ShmemTeam team, int form, SymmetricLongs dest, SymmetricLongs source, int size, int round) {
        for (int i = 0; i < size; i++) {
            source.set(i, map(myPe(), i, round));
        }
        final int pes = switch (form) {
            case 0 -> {
                Reductions.reduce(team, dest, source, size, ReductionCases::compose);
                yield team.nPes();
            }
            case 1 -> {
                Reductions.inscan(team, dest, source, size, ReductionCases::compose);
                yield team.myPe() + 1;
            }
            default -> {
                Reductions.exscan(team, dest, source, size, ReductionCases::compose, IDENTITY);
                yield team.myPe();
            }
        };
        final String what = size + " elements, form " + form + ", on " + team;
        for (int i = 0; i < size; i += Math.max(1, size / 50)) {
            checks.equal(composition(team, pes, i, round), dest.get(i), "element " + i + " of " + what);
        }
        if (size > 0) {
            checks.equal(composition(team, pes, size - 1, round), dest.get(size - 1), "the last of " + what);
        }
        final long mine = map(myPe(), MOST, round);
        checks.equal(
                composition(team, team.nPes(), MOST, round),
                Reductions.reduceLong(team, mine, ReductionCases::compose),
                "one value");
        checks.equal(
                composition(team, team.myPe() + 1, MOST, round),
                Reductions.inscanLong(team, mine, ReductionCases::compose),
                "inscan of one value");
        checks.equal(
                composition(team, team.myPe(), MOST, round),
                Reductions.exscanLong(team, mine, ReductionCases::compose, IDENTITY),
                "exscan of one value");
    }

    /** For each type, with the operators of built-in reductions. */
    @Case(pes = {1, 2, 4})
    void operatorsAreAsBuiltInReductions(Checks checks) {
        for (int size : new int[] {7, 5_000}) {
            final Random random = new Random(size + myPe());
            final SymmetricInts ints = callocInts(3L * size);
            final SymmetricLongs longs = callocLongs(3L * size);
            final SymmetricFloats floats = callocFloats(3L * size);
            final SymmetricDoubles doubles = callocDoubles(3L * size);
            for (int i = 0; i < size; i++) {
                ints.set(i, random.nextInt());
                longs.set(i, random.nextLong());
                floats.set(i, random.nextInt(1 << 10));
                doubles.set(i, random.nextInt(1 << 20));
            }
            barrierAll();
            Reductions.reduceCommutative(TEAM_WORLD, ints.slice(size, size), ints, size, (a, b) -> a ^ b);
            xorReduce(TEAM_WORLD, ints.slice(2L * size, size), ints, size);
            Reductions.reduceCommutative(TEAM_WORLD, longs.slice(size, size), longs, size, Math::max);
            maxReduce(TEAM_WORLD, longs.slice(2L * size, size), longs, size);
            Reductions.reduceCommutative(TEAM_WORLD, floats.slice(size, size), floats, size, Float::sum);
            sumReduce(TEAM_WORLD, floats.slice(2L * size, size), floats, size);
            Reductions.inscan(TEAM_WORLD, doubles.slice(size, size), doubles, size, Double::sum);
            sumInscan(TEAM_WORLD, doubles.slice(2L * size, size), doubles, size);
            for (int i = 0; i < size; i++) {
                checks.equal(ints.get(2L * size + i), ints.get((long) size + i), "int " + i);
                checks.equal(longs.get(2L * size + i), longs.get((long) size + i), "long " + i);
                checks.equal(floats.get(2L * size + i), floats.get((long) size + i), "float " + i);
                checks.equal(doubles.get(2L * size + i), doubles.get((long) size + i), "double " + i);
            }
            checks.equal(
                    minReduce(TEAM_WORLD, ints.get(0)),
                    Reductions.reduceIntCommutative(TEAM_WORLD, ints.get(0), Math::min),
                    "an int");
            checks.equal(
                    maxReduce(TEAM_WORLD, floats.get(0)),
                    Reductions.reduceFloat(TEAM_WORLD, floats.get(0), Math::max),
                    "a float");
            checks.equal(
                    sumExscan(TEAM_WORLD, doubles.get(0)),
                    Reductions.exscanDouble(TEAM_WORLD, doubles.get(0), Double::sum, 0),
                    "a double");
            free(doubles);
            free(floats);
            free(longs);
            free(ints);
        }
    }

    /** Operators of many classes in turn, and of one class with different values. */
    @Case(pes = {2, 3})
    void operatorsAreNotMixedUp(Checks checks) {
        final LongBinaryOperator[] operators = {
            (a, b) -> a + b,
            (a, b) -> a ^ b,
            (a, b) -> a * b,
            (a, b) -> a,
            (a, b) -> b,
            Math::max,
            Long::sum,
            modular(97),
            modular(1_000_003),
        };
        final SymmetricLongs array = callocLongs(2_000);
        for (int round = 0; round < 90; round++) {
            final LongBinaryOperator operator = operators[round % operators.length];
            final int size = round % 2 == 0 ? 3 : 2_000;
            final long first = round + 2L;
            for (int i = 0; i < size; i++) {
                array.set(i, first + myPe() + i);
            }
            Reductions.reduce(TEAM_WORLD, array, array, size, operator);
            for (int i = 0; i < size; i += 1 + size / 10) {
                final long expected = LongStream.range(first + i, first + i + nPes())
                        .reduce(operator)
                        .getAsLong();
                checks.equal(expected, array.get(i), "operator " + round % operators.length + ", element " + i);
            }
        }
        free(array);
    }

    private static LongBinaryOperator modular(long modulus) {
        return (a, b) -> (a + b) % modulus;
    }

    /** Values that cancel out in part, in one sum, however they are dealt to the PEs. */
    @Case(pes = {1, 2, 3, 4})
    void sumsOfAllPesAreExact(Checks checks) {
        for (int round = 0; round < 12; round++) {
            final Random random = new Random(round);
            final int count = round == 0 ? 0 : random.nextInt(3_000);
            final int exponents = round % 3 == 0 ? 1000 : 30;
            final double[] values = new double[count];
            BigDecimal expected = BigDecimal.ZERO;
            for (int i = 0; i < count; i++) {
                values[i] = i % 3 == 2
                        ? -values[random.nextInt(i)]
                        : Math.scalb(random.nextGaussian(), random.nextInt(-exponents, exponents));
                expected = expected.add(new BigDecimal(values[i]));
            }
            final ExactSum sum = new ExactSum();
            for (int i = 0; i < count; i++) {
                if (random.nextInt(nPes()) == myPe()) {
                    sum.add(values[i]);
                }
            }
            checks.equal(expected.doubleValue(), Reductions.sumReduce(TEAM_WORLD, sum), "the sum of round " + round);
            checks.equal(expected.floatValue(), sum.floatValue(), "it as a float");
        }
        final ExactSum ends = new ExactSum();
        ends.add(myPe() == 0 ? Double.POSITIVE_INFINITY : Double.MAX_VALUE);
        checks.equal(Double.POSITIVE_INFINITY, Reductions.sumReduce(TEAM_WORLD, ends), "an infinity");
        ends.clear();
        ends.add(myPe() == nPes() - 1 ? Double.NaN : 1);
        checks.that(Double.isNaN(Reductions.sumReduce(TEAM_WORLD, ends)), "a NaN");
        ends.clear();
        ends.add(myPe() % 2 == 0 ? Double.MAX_VALUE : -Double.MAX_VALUE);
        ends.add(myPe() % 2 == 0 ? Double.MAX_VALUE : -Double.MAX_VALUE);
        checks.equal(
                nPes() % 2 == 0 ? 0 : Double.POSITIVE_INFINITY,
                Reductions.sumReduce(TEAM_WORLD, ends),
                "beyond the largest number, and back");
    }

    /** Each element is the exact sum, rounded once, in any order of the PEs. */
    @Case(pes = {1, 2, 3, 4})
    void reproducibleSumsAreRoundedOnce(Checks checks) {
        final SymmetricDoubles source = callocDoubles(MOST);
        final SymmetricDoubles dest = callocDoubles(MOST);
        final SymmetricFloats floats = callocFloats(MOST);
        try (ShmemTeam reverse = TEAM_WORLD.splitStrided(nPes() - 1, -1, nPes())) {
            int round = 0;
            for (ShmemTeam team : new ShmemTeam[] {TEAM_WORLD, reverse}) {
                for (int size : SIZES) {
                    round++;
                    for (int i = 0; i < size; i++) {
                        source.set(i, summand(myPe(), i, round));
                        floats.set(i, (float) summand(myPe(), i, round));
                    }
                    final boolean isInPlace = round % 2 == 0;
                    Reductions.reproducibleSumReduce(team, isInPlace ? source : dest, source, size);
                    Reductions.reproducibleSumReduce(team, floats, floats, size);
                    for (int i = 0; i < size; i += 1 + size / 200) {
                        BigDecimal expected = BigDecimal.ZERO;
                        BigDecimal ofFloats = BigDecimal.ZERO;
                        for (int pe = 0; pe < nPes(); pe++) {
                            expected = expected.add(new BigDecimal(summand(pe, i, round)));
                            ofFloats = ofFloats.add(new BigDecimal((float) summand(pe, i, round)));
                        }
                        final String what = "element " + i + " of " + size;
                        checks.equal(expected.doubleValue() + 0.0, (isInPlace ? source : dest).get(i), what);
                        checks.equal(ofFloats.floatValue() + 0f, floats.get(i), "float " + what);
                    }
                }
            }
            final double mine = summand(myPe(), 0, round);
            BigDecimal expected = BigDecimal.ZERO;
            for (int pe = 0; pe < nPes(); pe++) {
                expected = expected.add(new BigDecimal(summand(pe, 0, round)));
            }
            checks.equal(expected.doubleValue(), Reductions.reproducibleSumReduce(reverse, mine), "one value");
        }
        free(floats);
        free(dest);
        free(source);
    }

    /** Of neighbours, one takes nearly all of the other away; the digits of some are far apart. */
    private static double summand(int pe, int index, int round) {
        final SplittableRandom random = new SplittableRandom(round * 1_000_003L + pe / 2 * 7919L + index);
        final double value = Math.scalb(
                random.nextDouble(0.5, 1), index % 7 == 0 ? random.nextInt(-140, 120) : random.nextInt(-8, 8));
        return pe % 2 == 0 ? value : -Math.nextUp(value) * (index % 2 == 0 ? 1 : 0.75);
    }

    /** All numbers of 16 bits, in both formats. */
    @Case(pes = {1, 2, 3})
    void narrowFloatsAreReducedInFloat(Checks checks) {
        final int numbers = 1 << Short.SIZE;
        final SymmetricShorts source = callocShorts(numbers);
        final SymmetricFloats dest = callocFloats(numbers);
        final SymmetricFloats wide = callocFloats(numbers);
        for (int size : new int[] {0, 5, numbers}) {
            for (int i = 0; i < numbers; i++) {
                source.set(i, (short) (i + 31 * myPe()));
            }
            for (boolean isBrain : new boolean[] {false, true}) {
                for (int form = 0; form < 4; form++) {
                    for (int i = 0; i < size; i++) {
                        wide.set(
                                i,
                                isBrain
                                        ? Float.intBitsToFloat(source.get(i) << Short.SIZE)
                                        : Float.float16ToFloat(source.get(i)));
                    }
                    reduceNarrow(form, isBrain, dest, source, size);
                    reduceWide(form, wide, size);
                    for (int i = 0; i < size; i++) {
                        checks.equal(wide.get(i), dest.get(i), "number " + i + (isBrain ? " of bfloat16" : ""));
                    }
                }
            }
        }
        free(wide);
        free(dest);
        free(source);
    }

    private static void reduceNarrow(
            int form, boolean isBrain, SymmetricFloats dest, SymmetricShorts source, int size) {
        switch (isBrain ? form : form + 4) {
            case 0 -> Reductions.sumReduceBfloat16(TEAM_WORLD, dest, source, size);
            case 1 -> Reductions.prodReduceBfloat16(TEAM_WORLD, dest, source, size);
            case 2 -> Reductions.maxReduceBfloat16(TEAM_WORLD, dest, source, size);
            case 3 -> Reductions.minReduceBfloat16(TEAM_WORLD, dest, source, size);
            case 4 -> Reductions.sumReduceFloat16(TEAM_WORLD, dest, source, size);
            case 5 -> Reductions.prodReduceFloat16(TEAM_WORLD, dest, source, size);
            case 6 -> Reductions.maxReduceFloat16(TEAM_WORLD, dest, source, size);
            default -> Reductions.minReduceFloat16(TEAM_WORLD, dest, source, size);
        }
    }

    private static void reduceWide(int form, SymmetricFloats array, int size) {
        switch (form) {
            case 0 -> sumReduce(TEAM_WORLD, array, array, size);
            case 1 -> prodReduce(TEAM_WORLD, array, array, size);
            case 2 -> maxReduce(TEAM_WORLD, array, array, size);
            default -> minReduce(TEAM_WORLD, array, array, size);
        }
    }

    /** Mistakes name the argument and its value, and no PE is left waiting. */
    @Case(pes = {1, 2})
    void reductionsRefuse(Checks checks) {
        final SymmetricLongs array = callocLongs(10);
        final SymmetricFloats floats = callocFloats(10);
        final SymmetricShorts shorts = callocShorts(10);
        checks.refused(
                NullPointerException.class,
                "no team",
                () -> Reductions.reduce(null, array, array, 1, Math::max),
                "team=null");
        checks.refused(
                NullPointerException.class,
                "no operator",
                () -> Reductions.reduce(TEAM_WORLD, array, array, 1, null),
                "operator=null");
        checks.refused(
                NullPointerException.class,
                "no operator of values",
                () -> Reductions.inscanLong(TEAM_WORLD, 1, null),
                "operator=null");
        checks.refused(NullPointerException.class, "no sum", () -> Reductions.sumReduce(TEAM_WORLD, null), "sum=null");
        checks.refused(
                IllegalArgumentException.class,
                "a negative count",
                () -> Reductions.reduce(TEAM_WORLD, array, array, -1, Math::max),
                "nelems=-1");
        checks.refused(
                IndexOutOfBoundsException.class,
                "more than there are",
                () -> Reductions.exscan(TEAM_WORLD, array, array, 11, Math::max, 0),
                "11");
        checks.refused(
                IllegalArgumentException.class,
                "parts that overlap",
                () -> Reductions.reduce(TEAM_WORLD, array.slice(0, 5), array.slice(2, 5), 5, Math::max),
                "overlap");
        checks.refused(
                IndexOutOfBoundsException.class,
                "more numbers than there are",
                () -> Reductions.sumReduceFloat16(TEAM_WORLD, floats, shorts, 11),
                "11");
        barrierAll();
        if (nPes() > 1) {
            checks.refused(
                    ShmemException.class,
                    "an operator that commutes on one PE only",
                    () -> {
                        if (myPe() == 0) {
                            Reductions.reduce(TEAM_WORLD, array, array, 10, Math::max);
                        } else {
                            Reductions.reduceCommutative(TEAM_WORLD, array, array, 10, Math::max);
                        }
                    },
                    "reduce by an operator for long of 10 elements",
                    "reduceCommutative by an operator for long of 10 elements");
        }
        barrierAll();
        free(shorts);
        free(floats);
        free(array);
    }
}
