package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;

/** One word: nobody sees it go back, and nobody sees half a value. */
final class Coherence {
    private static final int HALF = 32;

    @Case(
            pes = {2, 8},
            atLeast = 2)
    void gets(Checks checks) {
        Litmus.of(checks)
                .role(0, Coherence::putTwice)
                .role(
                        2,
                        c -> {
                            c.r0 = g(c.words, c.x, c.xPe);
                            c.r1 = g(c.words, c.x, c.xPe);
                        },
                        c -> {
                            c.r1 = g(c.words, c.x, c.xPe);
                            c.linger();
                            c.r0 = g(c.words, c.x, c.xPe);
                        })
                .forbid("1 0")
                .forbid("2 0")
                .forbid("2 1")
                .run();
    }

    private static void putTwice(Cell c) {
        p(c.words, c.x, c.stamp, c.xPe);
        fence();
        p(c.words, c.x, c.stamp + 1, c.xPe);
    }

    @Case(
            pes = {2, 8},
            atLeast = 2)
    void atomicFetches(Checks checks) {
        Litmus.of(checks)
                .role(0, c -> {
                    atomicSet(c.words, c.x, c.stamp, c.xPe);
                    atomicInc(c.words, c.x, c.xPe);
                })
                .role(
                        2,
                        c -> {
                            c.r0 = atomicFetch(c.words, c.x, c.xPe);
                            c.r1 = atomicFetch(c.words, c.x, c.xPe);
                        },
                        c -> {
                            c.r1 = atomicFetch(c.words, c.x, c.xPe);
                            c.linger();
                            c.r0 = atomicFetch(c.words, c.x, c.xPe);
                        })
                .forbid("1 0")
                .forbid("2 0")
                .forbid("2 1")
                .run();
    }

    /** Both halves of a word are the same number; networks may cut it. The control writes them as two elements. */
    @Case(
            on = {Transport.SHR, Transport.CMA},
            pes = {2, 8},
            atLeast = 2,
            profile = Profile.JSHMEM)
    void wholeWords(Checks checks) {
        final long[] both = new long[2];
        Litmus.of(checks)
                .block(2)
                .role(0, c -> p(c.words, c.x, c.stamp << HALF | c.stamp, c.xPe), c -> {
                    p(c.words, c.x, c.stamp, c.xPe);
                    c.linger();
                    p(c.words, c.x + 1, c.stamp, c.xPe);
                })
                .role(
                        1,
                        c -> {
                            final long word = g(c.words, c.x, c.xPe);
                            c.r0 = word >>> HALF == (int) word ? c.stamp : 0;
                        },
                        c -> {
                            get(both, 0, c.words, c.x, 2, c.xPe);
                            c.r0 = both[0] == both[1] ? c.stamp : 0;
                        })
                .forbid("0")
                .run();
    }
}
