package org.jshmem.tck.programs;

import java.util.Arrays;
import java.util.List;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricLongs;

/**
 * What the steps need of the PE that runs them.
 *
 * @param pe its number
 * @param arrays the symmetric arrays
 * @param contexts the default one first
 * @param teams null for those without this PE
 * @param locks words of locks
 * @param model memory as it was when the phase began
 * @param later what can be checked when all contexts are quiet, or when all PEs have come to the end of the phase
 */
record Actor(
        int pe,
        List<SymmetricBytes> arrays,
        List<ShmemContext> contexts,
        List<ShmemTeam> teams,
        SymmetricLongs locks,
        Model model,
        List<Runnable> later,
        Judge judge,
        String where) {

    /** The same at another step. */
    Actor at(String step) {
        return new Actor(pe, arrays, contexts, teams, locks, model, later, judge, step);
    }

    /** Checks that bytes are what they should be. */
    void same(byte[] expected, byte[] actual, String what) {
        final int mismatch = Arrays.mismatch(expected, actual);
        judge.that(
                mismatch < 0,
                mismatch < 0
                        ? what
                        : where + ": " + what + ": byte " + mismatch + " of " + expected.length + " is "
                                + actual[mismatch] + ", not " + expected[mismatch]);
    }

    void that(boolean holds, String what) {
        judge.that(holds, holds ? what : where + ": " + what);
    }
}
