package org.jshmem.messages;

import java.util.Arrays;

/**
 * A grid of PEs, numbered row by row: the last coordinate changes first (MPI: a Cartesian topology without reordering).
 * The class is immutable, and its methods do not communicate.
 */
public final class PeGrid {
    private final int[] lengths;
    private final boolean[] periodic;

    private PeGrid(int[] lengths, boolean[] periodic) {
        this.lengths = lengths;
        this.periodic = periodic;
    }

    /**
     * A grid without periodic dimensions.
     *
     * @param lengths PEs in each dimension, each at least 1
     * @return the grid
     */
    public static PeGrid of(int... lengths) {
        long pes = 1;
        for (int length : lengths) {
            if (length < 1) {
                throw new IllegalArgumentException("lengths=" + Arrays.toString(lengths) + " must be 1 or more");
            }
            pes *= length;
            if (pes > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("lengths=" + Arrays.toString(lengths) + " are too many PEs");
            }
        }
        return new PeGrid(lengths.clone(), new boolean[lengths.length]);
    }

    /**
     * The grid of a number of PEs whose lengths differ least, with the largest length first (MPI: MPI_Dims_create).
     *
     * @param pes the number of PEs, at least 1
     * @param dimensions the number of dimensions, at least 1
     * @return the grid, without periodic dimensions
     */
    public static PeGrid balanced(int pes, int dimensions) {
        if (pes < 1 || dimensions < 1) {
            throw new IllegalArgumentException("pes=" + pes + " and dimensions=" + dimensions + " must be 1 or more");
        }
        final int[] best = new int[dimensions];
        best[0] = pes;
        Arrays.fill(best, 1, dimensions, 1);
        balance(pes, pes, 0, new int[dimensions], best);
        return new PeGrid(best, new boolean[dimensions]);
    }

    /** Tries all lengths from one dimension on that do not grow, and keeps those that differ least. */
    private static void balance(int left, int most, int dimension, int[] lengths, int[] best) {
        if (left == 1) {
            Arrays.fill(lengths, dimension, lengths.length, 1);
            if (isBetter(lengths, best)) {
                System.arraycopy(lengths, 0, best, 0, best.length);
            }
            return;
        }
        if (dimension == lengths.length) {
            return;
        }
        for (int length = Math.min(left, most); length > 1; length--) {
            if (left % length == 0) {
                lengths[dimension] = length;
                balance(left / length, length, dimension + 1, lengths, best);
            }
        }
    }

    /** Whether the lengths differ less. */
    private static boolean isBetter(int[] lengths, int[] best) {
        final int last = best.length - 1;
        final int difference = (lengths[0] - lengths[last]) - (best[0] - best[last]);
        return difference < 0 || difference == 0 && Arrays.compare(lengths, best) < 0;
    }

    /**
     * The same grid with periodic dimensions, which close to rings.
     *
     * @param dimensions for each dimension whether it is periodic
     * @return another grid
     */
    public PeGrid periodic(boolean... dimensions) {
        if (dimensions.length != lengths.length) {
            throw new IllegalArgumentException("dimensions=" + Arrays.toString(dimensions) + " must be "
                    + lengths.length + " values, one for each dimension");
        }
        return new PeGrid(lengths, dimensions.clone());
    }

    /**
     * The number of PEs.
     *
     * @return the product of the lengths
     */
    public int pes() {
        return Arrays.stream(lengths).reduce(1, (a, b) -> a * b);
    }

    /**
     * The number of PEs in a dimension.
     *
     * @param dimension which
     * @return its length
     */
    public int length(int dimension) {
        return lengths[dimension];
    }

    /**
     * Where a PE is.
     *
     * @param pe its number
     * @return a coordinate for each dimension, from 0
     */
    public int[] coordinates(int pe) {
        if (pe < 0 || pe >= pes()) {
            throw new IllegalArgumentException("pe=" + pe + " is not in the grid, whose PEs are 0 to " + (pes() - 1));
        }
        final int[] place = new int[lengths.length];
        int rest = pe;
        for (int d = lengths.length - 1; d >= 0; d--) {
            place[d] = rest % lengths[d];
            rest /= lengths[d];
        }
        return place;
    }

    /**
     * The PE at a place.
     *
     * @param coordinates one for each dimension
     * @return its number, or {@link Messages#PE_NONE} beyond a side of a dimension that is not periodic
     */
    public int pe(int... coordinates) {
        int pe = 0;
        for (int d = 0; d < lengths.length; d++) {
            final boolean isInside = coordinates[d] >= 0 && coordinates[d] < lengths[d];
            if (!isInside && !periodic[d]) {
                return Messages.PE_NONE;
            }
            pe = pe * lengths[d] + Math.floorMod(coordinates[d], lengths[d]);
        }
        return pe;
    }

    /**
     * A neighbour of a PE (MPI: MPI_Cart_shift).
     *
     * @param pe its number
     * @param dimension in which direction
     * @param steps how far, negative for backwards
     * @return the neighbour's number, or {@link Messages#PE_NONE} beyond a side
     */
    public int neighbour(int pe, int dimension, int steps) {
        final int[] place = coordinates(pe);
        final long there = (long) place[dimension] + steps;
        if (!periodic[dimension] && (there < 0 || there >= lengths[dimension])) {
            return Messages.PE_NONE;
        }
        place[dimension] = Math.floorMod(there, lengths[dimension]);
        return pe(place);
    }

    @Override
    public String toString() {
        return "PeGrid" + Arrays.toString(lengths);
    }
}
