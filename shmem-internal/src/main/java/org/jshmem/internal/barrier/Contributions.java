package org.jshmem.internal.barrier;

/** What a {@link BarrierPayloads.Combination} combines, in this order. */
public interface Contributions {
    /**
     * The number of contributions.
     *
     * @return at least 1, but for those of the PEs before one
     */
    int count();

    /**
     * A contribution.
     *
     * @param index from 0
     * @return its address
     */
    long of(int index);
}
