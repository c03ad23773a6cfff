package org.jshmem.internal.barrier;

/**
 * What PEs that have arrived at a barrier have in common: the bits of a word below the number of the barrier.
 *
 * <pre>
 *   bit   24       digests differ; never set in the word of a single PE
 *   bits  1 … 23   the digest of the call and its arguments
 *   bit   0        a vote
 * </pre>
 *
 * <p>Two states combine to one that differs if either does or their digests are not equal, and that has the votes of
 * both. If all digests are equal, no state differs. If a combination of all states does not differ, then no part of it
 * did, so all parts had the same digest.
 */
final class BarrierState {
    /** Bits below the number in a word. */
    static final int NUMBER_SHIFT = 25;

    static final int VOTE = 1;

    /** Digests differ. */
    static final int DIFFERENT = 1 << NUMBER_SHIFT - 1;

    static final int DIGEST = DIFFERENT - 1 & ~VOTE;

    private static final int MASK = (1 << NUMBER_SHIFT) - 1;

    private BarrierState() {}

    /** The state in a word. */
    static int of(long word) {
        return (int) word & MASK;
    }

    /** The word of a barrier with a state. */
    static long word(long number, int state) {
        return number << NUMBER_SHIFT | state;
    }

    /** What some PEs and others have in common. */
    static int combined(int some, int others) {
        final boolean same = ((some ^ others) & DIGEST) == 0;
        return some | others & (VOTE | DIFFERENT) | (same ? 0 : DIFFERENT);
    }

    /** Whether digests differ. */
    static boolean differs(int state) {
        return (state & DIFFERENT) != 0;
    }

    /** The outcome of a barrier of all PEs with that state, for {@link OutcomeLine#release}. */
    static int outcome(int state) {
        return differs(state) ? OutcomeLine.DIFFERENT : state & VOTE;
    }
}
