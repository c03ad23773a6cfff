package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** Two PEs change one word: the first sees the old value, the second what the first left. */
final class Exclusion {
    private static final int LOCKS = 4 * 128;

    private static void exchange(Litmus litmus, Role first, Role second) {
        litmus.role(1, first, c -> {
                    c.r0 = g(c.words, c.x, c.xPe);
                    c.linger();
                    p(c.words, c.x, c.stamp, c.xPe);
                })
                .role(1, second, c -> {
                    c.r0 = g(c.words, c.x, c.xPe);
                    c.linger();
                    p(c.words, c.x, c.stamp + 1, c.xPe);
                })
                .forbid("0 0")
                .forbid("2 1")
                .run();
    }

    @Case(
            pes = {2, 8},
            atLeast = 2)
    void swaps(Checks checks) {
        exchange(
                Litmus.of(checks),
                c -> c.r0 = atomicSwap(c.words, c.x, c.stamp, c.xPe),
                c -> c.r0 = atomicSwap(c.words, c.x, c.stamp + 1, c.xPe));
    }

    /** Data that only a lock guards, put without blocking and completed by its release. */
    @Case(
            pes = {2, 8},
            atLeast = 2)
    void locks(Checks checks) {
        final SymmetricLongs locks = callocLongs(LOCKS);
        final long[] source = new long[1];
        final long[] dest = new long[1];
        exchange(
                Litmus.of(checks),
                c -> swapLocked(locks, c, c.stamp, source, dest),
                c -> swapLocked(locks, c, c.stamp + 1, source, dest));
        free(locks);
    }

    private static void swapLocked(SymmetricLongs locks, Cell c, long value, long[] source, long[] dest) {
        setLock(locks, c.index);
        get(dest, 0, c.words, c.x, 1, c.xPe);
        c.r0 = dest[0];
        source[0] = value;
        putNbi(c.words, c.x, source, 0, 1, c.xPe);
        clearLock(locks, c.index);
    }
}
