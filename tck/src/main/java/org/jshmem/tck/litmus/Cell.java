package org.jshmem.tck.litmus;

import org.jshmem.SymmetricLongs;

/**
 * What a role sees of a round: three words on cache lines of their own, on PEs that are drawn anew for every round, and
 * room for what it reads. A word is written {@link #stamp} or a little more, which is greater than anything it held in
 * earlier rounds.
 *
 * <p>There is one per PE, moved on from round to round.
 */
final class Cell {
    static final int WORDS = 3;

    /** Longs from a word to the next: two cache lines, since CPUs fetch pairs. */
    static final int LINE = 16;

    final SymmetricLongs words;

    /** The first of these is a block where a test asks for one. */
    long x;

    long y;
    long z;
    int xPe;
    int yPe;
    int zPe;

    /** The number of the round in its batch. */
    int index;

    long stamp;
    long r0;
    long r1;

    private long chance;

    Cell(SymmetricLongs words) {
        this.words = words;
    }

    /**
     * Between the two operations that a control exchanges: lets the other PE in now and then, since it would seldom
     * come just there where PEs are more than CPUs.
     */
    void linger() {
        chance = chance * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        if (chance >>> 62 == 0) {
            Thread.yield();
        }
    }

    /** A register's value: 0 for what is older than the round, 1 for the stamp, 2 for the stamp plus one. */
    int outcome(long register) {
        return register < stamp ? 0 : (int) Math.min(register - stamp + 1, Histogram.VALUES - 1);
    }
}
