package org.jshmem.flow;

import java.math.BigInteger;

/**
 * How the elements of a distributed array are spread over the PEs of a team: blocks of {@code k} elements go to the PEs
 * in turn. So {@code k = 1} is cyclic, and with {@code k = ceil(n / PEs)} each PE has one block.
 *
 * <p>A division takes as long as all the rest of an update. It is therefore a multiplication by the reciprocal: for
 * {@code 0 <= i < 2^63} and a divisor d, {@code i / d} is {@code (i * m) >>> (63 + s)}, where s is the smallest number
 * with {@code d <= 2^s} and {@code m = floor(2^(63 + s) / d) + 1}, which has at most 64 bits (Granlund and Montgomery,
 * 1994).
 */
final class Distribution {
    final long length;
    final long block;
    final int pes;
    private final long blockFactor;
    private final int blockShift;
    private final long peFactor;
    private final int peShift;

    private Distribution(long length, long block, int pes) {
        this.length = length;
        this.block = block;
        this.pes = pes;
        this.blockShift = shift(block);
        this.blockFactor = factor(block, blockShift);
        this.peShift = shift(pes);
        this.peFactor = factor(pes, peShift);
    }

    static Distribution of(long length, long block, int pes) {
        if (length < 0) {
            throw new IllegalArgumentException("n=" + length + " must be 0 or more");
        }
        if (block < 1) {
            throw new IllegalArgumentException("k=" + block + " must be 1 or more");
        }
        return new Distribution(length, Math.min(block, Math.max(1, length)), pes);
    }

    /** One block for each PE; the last PEs may have less, or nothing. */
    static Distribution blocks(long length, int pes) {
        return of(length, Math.max(1, Math.ceilDiv(length, pes)), pes);
    }

    private static int shift(long divisor) {
        return Long.SIZE - Long.numberOfLeadingZeros(divisor - 1);
    }

    /** {@code floor(2^(63 + shift) / divisor) + 1}, modulo 2^64. */
    private static long factor(long divisor, int shift) {
        if (divisor == 1) {
            return 0;
        }
        return BigInteger.ONE
                .shiftLeft(Long.SIZE - 1 + shift)
                .divide(BigInteger.valueOf(divisor))
                .add(BigInteger.ONE)
                .longValue();
    }

    /** Throws unless an index is one of the array. */
    void require(long index) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException(
                    "index=" + index + " is not in the distributed array, whose length is " + length);
        }
    }

    private static long divide(long number, long factor, int shift) {
        return Math.unsignedMultiplyHigh(number, factor) >>> shift - 1;
    }

    /** The block of an index. The JIT compiler profiles this branch and that of the next method separately. */
    private long blockOf(long index) {
        return blockShift == 0 ? index : divide(index, blockFactor, blockShift);
    }

    /** How many blocks the owner of a block has before it. */
    private long roundOf(long number) {
        return peShift == 0 ? number : divide(number, peFactor, peShift);
    }

    /** The number of the PE in the team. */
    int owner(long index) {
        final long number = blockOf(index);
        return (int) (number - roundOf(number) * pes);
    }

    /** The index on the owner. */
    long localIndex(long index) {
        if (block == 1) {
            return roundOf(index);
        }
        final long number = blockOf(index);
        return (roundOf(number) - number) * block + index;
    }

    /** The index in the whole array of an element of a PE. */
    long globalIndex(int pe, long local) {
        final long round = blockOf(local);
        return (round * pes + pe) * block + local - round * block;
    }

    /** The number of elements that a PE has. */
    long localLength(int pe) {
        final long whole = length / (block * pes);
        final long rest = length - whole * block * pes;
        return whole * block + Math.clamp(rest - pe * block, 0, block);
    }

    /** The largest number of elements that a PE has. */
    long mostLocal() {
        return localLength(0);
    }
}
