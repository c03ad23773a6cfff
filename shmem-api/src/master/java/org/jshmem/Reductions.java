package org.jshmem;

import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/**
 * Reductions beyond those of OpenSHMEM: with operators of the program, sums that are the same for every number of PEs,
 * and reductions of 16-bit floating-point numbers. All are collective calls of a team: all its PEs make the same call,
 * with the same arguments, except for the values. An extension of OpenSHMEM.
 *
 * <p><b>Operators</b> are {@link IntBinaryOperator}, {@link LongBinaryOperator}, {@link FloatBinaryOperator} or
 * {@link DoubleBinaryOperator}. An operator must be associative, and the same on all PEs. It is called on any PE of the
 * team, any number of times, by the thread that makes the collective call. It must not call JSHMEM, and must not throw:
 * an exception leaves the call on the PE that calculates, and the team cannot go on. The operands are in the order of
 * the PEs in the team. If the operator is also commutative, use {@code reduceCommutative}, which is faster in a team
 * whose members alternate between nodes (round robin).
 *
 * <pre>{@code
 * Reductions.reduce(TEAM_WORLD, dest, source, n, (a, b) -> Math.abs(a) < Math.abs(b) ? b : a);
 * }</pre>
 *
 * <p>A loop over the elements is compiled for each class of operators, so that an operator is as fast as the built-in
 * reductions where the JIT compiler knows vector instructions for it. A lambda expression has one class, however often
 * it is evaluated.
 *
 * <p><b>Reproducible sums.</b> {@code sumReduce} of floating-point elements rounds after each addition, so its last
 * bits depend on the placement of PEs. {@code reproducibleSumReduce} and {@link #sumReduce(ShmemTeam, ExactSum)} round
 * once, the exact sum, to nearest: the result has an error of at most half a unit in the last place, and the same bits
 * wherever and in whatever order the values are. This is what specification issue 550 asks for.
 *
 * <p><b>16-bit floating-point numbers</b> are {@code short} elements with the bits of IEEE 754 binary16 (float16) or of
 * bfloat16, the upper half of a {@code float}. Their reductions are calculated in {@code float} and have {@code float}
 * results, as specification issue 559 asks.
 */
public final class Reductions {
    private Reductions() {}

    // typed:begin int long float double
    /**
     * Combines {@code double} elements over all PEs, element by element, in the order of the PEs. Every PE gets the
     * results. {@code dest} may be {@code source}.
     *
     * @param team the team
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @param operator associative
     */
    public static void reduce(
            ShmemTeam team,
            SymmetricDoubles dest,
            SymmetricDoubles source,
            long nelems,
            DoubleBinaryOperator operator) {
        Shmem.existing(team).reduce(ElementKind.DOUBLE, operator, false, dest, source, nelems);
    }

    /**
     * Combines {@code double} elements over all PEs, element by element, in any order. Every PE gets the results.
     * {@code dest} may be {@code source}.
     *
     * @param team the team
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @param operator associative and commutative
     */
    public static void reduceCommutative(
            ShmemTeam team,
            SymmetricDoubles dest,
            SymmetricDoubles source,
            long nelems,
            DoubleBinaryOperator operator) {
        Shmem.existing(team).reduce(ElementKind.DOUBLE, operator, true, dest, source, nelems);
    }

    /**
     * Combines {@code double} elements of the PEs up to this one, element by element, in the order of the PEs.
     * {@code dest} may be {@code source}.
     *
     * @param team the team
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @param operator associative
     */
    public static void inscan(
            ShmemTeam team,
            SymmetricDoubles dest,
            SymmetricDoubles source,
            long nelems,
            DoubleBinaryOperator operator) {
        Shmem.existing(team).scan(true, ElementKind.DOUBLE, operator, 0, dest, source, nelems);
    }

    /**
     * Combines {@code double} elements of the PEs before this one, element by element, in the order of the PEs. The
     * first PE gets the identity. {@code dest} may be {@code source}.
     *
     * @param team the team
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @param operator associative
     * @param identity the identity of the operator, which the first PE gets
     */
    public static void exscan(
            ShmemTeam team,
            SymmetricDoubles dest,
            SymmetricDoubles source,
            long nelems,
            DoubleBinaryOperator operator,
            double identity) {
        Shmem.existing(team).scan(false, ElementKind.DOUBLE, operator, Bits.raw(identity), dest, source, nelems);
    }

    /**
     * Combines one {@code double} of each PE, in the order of the PEs.
     *
     * @param team the team
     * @param value this PE's value
     * @param operator associative
     * @return the result, with the same bits on all PEs
     */
    public static double reduceDouble(ShmemTeam team, double value, DoubleBinaryOperator operator) {
        return Bits.doubleOf(Shmem.existing(team).reduce(ElementKind.DOUBLE, operator, false, Bits.raw(value)));
    }

    /**
     * Combines one {@code double} of each PE, in any order.
     *
     * @param team the team
     * @param value this PE's value
     * @param operator associative and commutative
     * @return the result, with the same bits on all PEs
     */
    public static double reduceDoubleCommutative(ShmemTeam team, double value, DoubleBinaryOperator operator) {
        return Bits.doubleOf(Shmem.existing(team).reduce(ElementKind.DOUBLE, operator, true, Bits.raw(value)));
    }

    /**
     * Combines one {@code double} of each PE up to this one, in the order of the PEs.
     *
     * @param team the team
     * @param value this PE's value
     * @param operator associative
     * @return this PE's result
     */
    public static double inscanDouble(ShmemTeam team, double value, DoubleBinaryOperator operator) {
        return Bits.doubleOf(Shmem.existing(team).scan(true, ElementKind.DOUBLE, operator, 0, Bits.raw(value)));
    }

    /**
     * Combines one {@code double} of each PE before this one, in the order of the PEs.
     *
     * @param team the team
     * @param value this PE's value
     * @param operator associative
     * @param identity the identity of the operator, which the first PE gets
     * @return this PE's result
     */
    public static double exscanDouble(ShmemTeam team, double value, DoubleBinaryOperator operator, double identity) {
        return Bits.doubleOf(
                Shmem.existing(team).scan(false, ElementKind.DOUBLE, operator, Bits.raw(identity), Bits.raw(value)));
    }

    // typed:end

    // typed:begin float double
    /**
     * Computes the sum of {@code double} elements over all PEs, element by element, rounded once. Every PE gets the
     * results, which have the same bits for every order and placement of the PEs. {@code dest} may be {@code source}.
     *
     * @param team the team
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @see ExactSum
     */
    public static void reproducibleSumReduce(
            ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        Shmem.existing(team).reduce(Reduction.SUM_REPRODUCIBLE, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Computes the sum of one {@code double} of each PE, rounded once.
     *
     * @param team the team
     * @param value this PE's value
     * @return the result, with the same bits on all PEs, and for every order and placement of the PEs
     */
    public static double reproducibleSumReduce(ShmemTeam team, double value) {
        return Bits.doubleOf(
                Shmem.existing(team).reduce(Reduction.SUM_REPRODUCIBLE, ElementKind.DOUBLE, Bits.raw(value)));
    }

    // typed:end

    /**
     * Adds the sums of all PEs. It is the same for every number of PEs among which the values are divided.
     *
     * @param team the team
     * @param sum this PE's sum, which becomes that of all PEs
     * @return that sum, rounded
     */
    public static double sumReduce(ShmemTeam team, ExactSum sum) {
        Shmem.existing(team);
        if (sum == null) {
            throw new NullPointerException("sum=null; pass an ExactSum, of which this PE's values are a part");
        }
        return sum.sumOver(team);
    }

    // named:begin Float16 Bfloat16
    /**
     * Computes the sum of Float16 elements over all PEs, element by element, in {@code float}.
     *
     * @param team the team
     * @param dest the results
     * @param source this PE's elements, as bits
     * @param nelems how many elements
     */
    public static void sumReduceFloat16(ShmemTeam team, SymmetricFloats dest, SymmetricShorts source, long nelems) {
        reduceFloat16(team, Reduction.SUM, dest, source, nelems);
    }

    /**
     * Computes the product of Float16 elements over all PEs, element by element, in {@code float}.
     *
     * @param team the team
     * @param dest the results
     * @param source this PE's elements, as bits
     * @param nelems how many elements
     */
    public static void prodReduceFloat16(ShmemTeam team, SymmetricFloats dest, SymmetricShorts source, long nelems) {
        reduceFloat16(team, Reduction.PROD, dest, source, nelems);
    }

    /**
     * Computes the maximum of Float16 elements over all PEs, element by element, in {@code float}.
     *
     * @param team the team
     * @param dest the results
     * @param source this PE's elements, as bits
     * @param nelems how many elements
     */
    public static void maxReduceFloat16(ShmemTeam team, SymmetricFloats dest, SymmetricShorts source, long nelems) {
        reduceFloat16(team, Reduction.MAX, dest, source, nelems);
    }

    /**
     * Computes the minimum of Float16 elements over all PEs, element by element, in {@code float}.
     *
     * @param team the team
     * @param dest the results
     * @param source this PE's elements, as bits
     * @param nelems how many elements
     */
    public static void minReduceFloat16(ShmemTeam team, SymmetricFloats dest, SymmetricShorts source, long nelems) {
        reduceFloat16(team, Reduction.MIN, dest, source, nelems);
    }

    /** Widens the elements in this PE's destination, which no other PE accesses yet, and reduces them there. */
    private static void reduceFloat16(
            ShmemTeam team, Reduction operation, SymmetricFloats dest, SymmetricShorts source, long nelems) {
        requireNarrow(Shmem.existing(team), dest, source, nelems);
        if (nelems > 0) {
            NarrowFloats.widenFloat16(source.segment(), dest.segment(), nelems);
        }
        team.reduce(operation, ElementKind.FLOAT, dest, dest, nelems);
    }

    // named:end

    private static void requireNarrow(ShmemTeam team, SymmetricFloats dest, SymmetricShorts source, long nelems) {
        team.nPes(); // throws for a team that has ended
        CollectiveCheck.blocks(nelems, 1, Float.BYTES);
        final long destOffset = CollectiveCheck.offset("dest", dest, nelems);
        final long sourceOffset = CollectiveCheck.offset("source", source, nelems);
        CollectiveCheck.apart(destOffset, nelems * Float.BYTES, sourceOffset, nelems * Short.BYTES);
    }
}
