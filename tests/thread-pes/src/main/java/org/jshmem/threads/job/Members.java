package org.jshmem.threads.job;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** The PEs of a team, which share this object. */
public final class Members {
    private final int[] pes;
    private final Gather gather;

    /**
     * @param size how many
     * @param pe the number in the job of each
     */
    public Members(int size, IntUnaryOperator pe) {
        pes = IntStream.range(0, size).map(pe).toArray();
        gather = new Gather(size);
    }

    /** How many. */
    public int size() {
        return pes.length;
    }

    /** The number in the job of a member. */
    public int pe(int index) {
        return pes[index];
    }

    /** Which member a PE of the job is, or −1. */
    public int indexOf(int pe) {
        return IntStream.range(0, pes.length)
                .filter(i -> pes[i] == pe)
                .findFirst()
                .orElse(-1);
    }

    /** Where they meet. */
    public Gather gather() {
        return gather;
    }
}
