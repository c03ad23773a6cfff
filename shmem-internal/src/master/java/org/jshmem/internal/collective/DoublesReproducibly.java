// types: float double
package org.jshmem.internal.collective;

import org.jshmem.ExactSum;
import org.jshmem.spi.CompensatedDoubles;
import org.jshmem.spi.Reduction;

/**
 * Sums elements of {@code double} without rounding before the end. Each sum is a pair of values; elements for which a
 * pair is too short have an {@link ExactSum}.
 */
final class DoublesReproducibly extends DoublesArrays implements CompensatedDoubles.Spill {
    private static final int MOST = BYTES / Double.BYTES;

    private final CompensatedDoubles pairs = new CompensatedDoubles(MOST);

    /** By element, made when it is first needed. */
    private final ExactSum[] sums = new ExactSum[MOST];

    /** The elements whose sums are in use, and how many. */
    private final int[] spilled = new int[MOST];

    private final boolean[] isSpilled = new boolean[MOST];

    private int count;

    /** Whether the accumulator has the sums of the current elements, rounded. */
    private boolean isRounded;

    @Override
    boolean combinesParts(boolean areInOrder) {
        return false;
    }

    @Override
    void load(long address, int n) {
        super.load(address, n);
        pairs.load(accumulator);
        forget();
    }

    private void forget() {
        for (int i = 0; i < count; i++) {
            isSpilled[spilled[i]] = false;
        }
        count = 0;
        isRounded = false;
    }

    @Override
    void combine(Reduction ignored, int n) {
        pairs.add(operand, n, this);
        isRounded = false;
    }

    @Override
    public void add(int element, double value) {
        if (!isSpilled[element]) {
            isSpilled[element] = true;
            spilled[count++] = element;
            if (sums[element] == null) {
                sums[element] = new ExactSum();
            }
            sums[element].clear();
        }
        sums[element].add(value);
    }

    @Override
    void store(long address, int n) {
        round(n);
        super.store(address, n);
    }

    @Override
    long first() {
        round(1);
        return super.first();
    }

    private void round(int n) {
        if (isRounded) {
            return;
        }
        isRounded = true;
        pairs.round(accumulator, n);
        for (int i = 0; i < count; i++) {
            final int element = spilled[i];
            pairs.drainLane(element, this);
            accumulator[element] = sums[element].doubleValue();
        }
    }
}
