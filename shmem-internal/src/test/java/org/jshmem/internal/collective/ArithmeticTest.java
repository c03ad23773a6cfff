package org.jshmem.internal.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jshmem.FloatBinaryOperator;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operation on every type, element by element, for few and for many elements. */
@Timeout(60)
class ArithmeticTest {
    private static final Set<Reduction> OF_INTEGERS = EnumSet.range(Reduction.AND, Reduction.MIN_UNSIGNED);
    private static final Set<Reduction> OF_NUMBERS = EnumSet.of(
            Reduction.MAX,
            Reduction.MIN,
            Reduction.SUM,
            Reduction.PROD,
            Reduction.PROD_COMPLEX,
            Reduction.SUM_REPRODUCIBLE);
    private static final double[] NUMBERS = {0.0, -0.0, 1, -1, 1e30, -1e-30, 3.5, Double.POSITIVE_INFINITY};
    private static final int GUARD = 8;
    private static final byte BESIDE = 7;

    private final SplittableRandom random = new SplittableRandom(17);
    private final List<MemorySegment> operands = List.of(memory(), memory(), memory());
    private final MemorySegment result = memory();

    private static MemorySegment memory() {
        return Arena.ofAuto().allocate(Arithmetic.BYTES + 2 * GUARD, 8);
    }

    private static boolean isFloating(ElementKind type) {
        return type == ElementKind.FLOAT || type == ElementKind.DOUBLE;
    }

    private static int[] counts(ElementKind type) {
        return new int[] {1, 2, 3, 4, 5, 7, 9, 12, 30, 31, 32, 33, 34, 63, 130, 301, Arithmetic.BYTES / type.bytes};
    }

    /** Signed, or the bits of a floating-point number. */
    private static long get(ElementKind type, MemorySegment memory, long index) {
        final long at = GUARD + index * type.bytes;
        return switch (type) {
            case BYTE -> memory.get(ValueLayout.JAVA_BYTE, at);
            case SHORT -> memory.get(ValueLayout.JAVA_SHORT, at);
            case INT, FLOAT -> memory.get(ValueLayout.JAVA_INT, at);
            case LONG, DOUBLE -> memory.get(ValueLayout.JAVA_LONG, at);
        };
    }

    private static double number(ElementKind type, long bits) {
        return type == ElementKind.FLOAT ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    }

    /** The bits of a number of a type, with one NaN for all. */
    private static long bits(ElementKind type, double number) {
        return type == ElementKind.FLOAT ? Float.floatToIntBits((float) number) : Double.doubleToLongBits(number);
    }

    private static long narrow(ElementKind type, long value) {
        final int unused = Long.SIZE - type.bytes * Byte.SIZE;
        return value << unused >> unused;
    }

    private static long unsigned(ElementKind type, long a, long b, boolean greater) {
        final int unused = Long.SIZE - type.bytes * Byte.SIZE;
        return Long.compareUnsigned(a << unused, b << unused) > 0 == greater ? a : b;
    }

    private static long ofIntegers(ElementKind type, Reduction operation, long a, long b) {
        return narrow(
                type,
                switch (operation) {
                    case AND -> a & b;
                    case OR -> a | b;
                    case XOR -> a ^ b;
                    case MAX -> Math.max(a, b);
                    case MIN -> Math.min(a, b);
                    case SUM -> a + b;
                    case PROD -> a * b;
                    case MAX_UNSIGNED -> unsigned(type, a, b, true);
                    case MIN_UNSIGNED -> unsigned(type, a, b, false);
                    default -> throw new AssertionError(operation);
                });
    }

    /** By doubles, of which a sum, difference or product is rounded to the same float as one of floats. */
    private static double rounded(ElementKind type, double number) {
        return type == ElementKind.FLOAT ? (float) number : number;
    }

    private static double ofNumbers(ElementKind type, Reduction operation, double a, double b) {
        return rounded(
                type,
                switch (operation) {
                    case MAX -> Math.max(a, b);
                    case MIN -> Math.min(a, b);
                    case SUM -> a + b;
                    case PROD -> a * b;
                    default -> throw new AssertionError(operation);
                });
    }

    /** Element {@code i} of the product of complex numbers. */
    private static double ofComplex(ElementKind type, double[] a, double[] b, int i) {
        final int real = i & ~1;
        final double x = rounded(type, a[real] * b[i]);
        final double y = rounded(type, a[real + 1] * b[i ^ 1]);
        return rounded(type, i == real ? x - y : x + y);
    }

    private long[] expected(ElementKind type, Reduction operation, int n) {
        final long[] all = new long[n];
        for (int i = 0; i < n; i++) {
            all[i] = get(type, operands.getFirst(), i);
        }
        if (operation == Reduction.SUM_REPRODUCIBLE) {
            for (int i = 0; i < n; i++) {
                BigDecimal sum = BigDecimal.ZERO;
                for (MemorySegment operand : operands) {
                    sum = sum.add(new BigDecimal(number(type, get(type, operand, i))));
                }
                all[i] = bits(type, type == ElementKind.FLOAT ? sum.floatValue() : sum.doubleValue());
            }
            return all;
        }
        for (MemorySegment operand : operands.subList(1, 3)) {
            combine(type, operation, all, operand);
        }
        return all;
    }

    private static void combine(ElementKind type, Reduction operation, long[] all, MemorySegment operand) {
        final double[] a = new double[all.length];
        final double[] b = new double[all.length];
        for (int i = 0; i < all.length; i++) {
            a[i] = number(type, all[i]);
            b[i] = number(type, get(type, operand, i));
        }
        for (int i = 0; i < all.length; i++) {
            all[i] = operation == Reduction.PROD_COMPLEX
                    ? bits(type, ofComplex(type, a, b, i))
                    : isFloating(type)
                            ? bits(type, ofNumbers(type, operation, a[i], b[i]))
                            : ofIntegers(type, operation, all[i], get(type, operand, i));
        }
    }

    private void fill(ElementKind type, boolean finite) {
        for (MemorySegment operand : operands) {
            for (int i = 0; i < Arithmetic.BYTES / type.bytes; i++) {
                final long at = GUARD + (long) i * type.bytes;
                if (isFloating(type)) {
                    final double special = NUMBERS[random.nextInt(NUMBERS.length - (finite ? 1 : 0))];
                    final double number = random.nextInt(8) == 0 ? special : random.nextDouble(-10, 10);
                    if (type == ElementKind.FLOAT) {
                        operand.set(ValueLayout.JAVA_FLOAT, at, (float) number);
                    } else {
                        operand.set(ValueLayout.JAVA_DOUBLE, at, number);
                    }
                } else {
                    for (int k = 0; k < type.bytes; k++) {
                        operand.set(ValueLayout.JAVA_BYTE, at + k, (byte) random.nextInt());
                    }
                }
            }
        }
    }

    private static long address(MemorySegment memory) {
        return memory.address() + GUARD;
    }

    private void store(Arithmetic arithmetic, int n) {
        result.fill(BESIDE);
        arithmetic.store(address(result), n);
    }

    private void check(ElementKind type, long[] expected, String what) {
        for (int i = 0; i < expected.length; i++) {
            final long actual = get(type, result, i);
            final long one = isFloating(type) ? bits(type, number(type, actual)) : actual;
            assertEquals(expected[i], one, () -> what + ", of " + expected.length + " elements");
        }
        final long end = GUARD + (long) expected.length * type.bytes;
        for (int i = 0; i < GUARD; i++) {
            assertEquals(BESIDE, result.get(ValueLayout.JAVA_BYTE, i), what);
            assertEquals(BESIDE, result.get(ValueLayout.JAVA_BYTE, end + i), what);
        }
    }

    private void check(ElementKind type, Reduction operation, Arithmetic arithmetic, int n) {
        arithmetic.load(address(operands.getFirst()), n);
        for (MemorySegment operand : operands.subList(1, 3)) {
            arithmetic.loadOperand(address(operand), n);
            arithmetic.combine(operation, n);
        }
        final String what =
                operation + " of " + type + " by " + arithmetic.getClass().getSimpleName();
        final long[] expected = expected(type, operation, n);
        store(arithmetic, n);
        check(type, expected, what);
        if (type.bytes >= Integer.BYTES) {
            assertEquals(expected[0], arithmetic.first(), what); // values have 4 or 8 bytes
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCombineElementByElement(ElementKind type) {
        for (Reduction operation : isFloating(type) ? OF_NUMBERS : OF_INTEGERS) {
            final boolean isReproducible = operation == Reduction.SUM_REPRODUCIBLE;
            final Arithmetic arithmetic = isReproducible ? Arithmetic.reproducibly(type) : Arithmetic.of(type);
            final Arithmetic lanes =
                    LanesArithmetic.suits(operation, type.bytes) ? new LanesArithmetic(type.bytes) : null;
            assertEquals(!isReproducible, arithmetic.combinesParts(true));
            assertEquals(!isReproducible, arithmetic.combinesParts(false));
            for (int n : counts(type)) {
                if (operation != Reduction.PROD_COMPLEX || n % 2 == 0) {
                    fill(type, isReproducible);
                    check(type, operation, arithmetic, n);
                    if (lanes != null) {
                        check(type, operation, lanes, n);
                    }
                }
            }
        }
    }

    /** What an exclusive scan needs, also right after a longer call. */
    @ParameterizedTest
    @EnumSource
    void shouldClearAndTakeOperands(ElementKind type) {
        final List<Arithmetic> all = type.bytes <= Short.BYTES
                ? List.of(Arithmetic.of(type), new LanesArithmetic(type.bytes))
                : List.of(Arithmetic.of(type));
        for (Arithmetic arithmetic : all) {
            for (int n : counts(type)) {
                fill(type, true);
                arithmetic.load(address(operands.get(0)), Arithmetic.BYTES / type.bytes);
                arithmetic.loadOperand(address(operands.get(1)), n);
                arithmetic.clear(n);
                store(arithmetic, n);
                check(type, new long[n], "0");
                arithmetic.takeOperand(n);
                store(arithmetic, n);
                final long[] operand = new long[n];
                for (int i = 0; i < n; i++) {
                    operand[i] = get(type, operands.get(1), i);
                }
                check(type, operand, "operand");
            }
        }
    }

    private static Object operator(ElementKind type) {
        return switch (type) {
            case INT -> (IntBinaryOperator) (a, b) -> 3 * a - b;
            case LONG -> (LongBinaryOperator) (a, b) -> 3 * a - b;
            case FLOAT -> (FloatBinaryOperator) (a, b) -> 3 * a - b;
            case DOUBLE -> (DoubleBinaryOperator) (a, b) -> 3 * a - b;
            default -> throw new AssertionError(type);
        };
    }

    private static long applied(ElementKind type, long a, long b) {
        return isFloating(type)
                ? bits(type, rounded(type, rounded(type, 3 * number(type, a)) - number(type, b)))
                : narrow(type, 3 * a - b);
    }

    @ParameterizedTest
    @EnumSource(names = {"INT", "LONG", "FLOAT", "DOUBLE"})
    void shouldApplyOperatorsToTheAccumulatorAndTheOperand(ElementKind type) {
        final Arithmetic arithmetic = Arithmetic.byOperator(type);
        final long identity = isFloating(type) ? bits(type, 2.5) : 42;
        for (boolean isCommutative : new boolean[] {false, true}) {
            ((OperatorArithmetic) arithmetic).use(operator(type), isCommutative, identity);
            assertTrue(arithmetic.combinesParts(true));
            assertEquals(isCommutative, arithmetic.combinesParts(false));
            for (int n : counts(type)) {
                fill(type, true);
                final long[] expected = new long[n];
                final long[] cleared = new long[n];
                for (int i = 0; i < n; i++) {
                    expected[i] = applied(type, get(type, operands.get(0), i), get(type, operands.get(1), i));
                    cleared[i] = identity;
                }
                arithmetic.load(address(operands.get(0)), n);
                arithmetic.loadOperand(address(operands.get(1)), n);
                arithmetic.combine(null, n);
                store(arithmetic, n);
                check(type, expected, "operator");
                arithmetic.clear(n);
                store(arithmetic, n);
                check(type, cleared, "identity");
            }
            ((OperatorArithmetic) arithmetic).forget();
            assertThrows(NullPointerException.class, () -> arithmetic.combine(null, 1), "it keeps no operator alive");
        }
    }

    /** Few elements, and many. */
    @ParameterizedTest
    @EnumSource
    void shouldRefuseOperationsThatATypeDoesNotHave(ElementKind type) {
        final Set<Reduction> others = isFloating(type)
                ? EnumSet.of(Reduction.AND, Reduction.OR, Reduction.XOR, Reduction.MAX_UNSIGNED, Reduction.MIN_UNSIGNED)
                : EnumSet.of(Reduction.PROD_COMPLEX);
        final String name = type.name().toLowerCase(Locale.ROOT);
        for (Reduction operation : others) {
            for (int n : new int[] {2, 2 * Arithmetic.MANY}) {
                assertRefused(
                        operation + " of " + name, () -> Arithmetic.of(type).combine(operation, n));
            }
        }
        if (type.bytes <= Short.BYTES) {
            for (int n : new int[] {2, 8 * Arithmetic.MANY}) {
                final Arithmetic lanes = new LanesArithmetic(type.bytes);
                assertRefused("SUM in lanes", () -> lanes.combine(Reduction.SUM, n));
            }
            assertRefused("operator of " + type, () -> Arithmetic.byOperator(type));
        }
        if (!isFloating(type)) {
            assertRefused("reproducible sum of " + type, () -> Arithmetic.reproducibly(type));
        }
    }

    private static void assertRefused(String text, Executable call) {
        assertEquals(text, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @ParameterizedTest
    @EnumSource
    void shouldUseLanesForComparisonsOfShortElementsOnly(ElementKind type) {
        final Set<Reduction> comparisons =
                EnumSet.of(Reduction.MAX, Reduction.MIN, Reduction.MAX_UNSIGNED, Reduction.MIN_UNSIGNED);
        for (Reduction operation : Reduction.values()) {
            final boolean suits = LanesArithmetic.suits(operation, type.bytes);
            assertEquals(comparisons.contains(operation) && type.bytes <= Short.BYTES, suits, operation + " " + type);
            assertFalse(suits && isFloating(type));
        }
    }
}
