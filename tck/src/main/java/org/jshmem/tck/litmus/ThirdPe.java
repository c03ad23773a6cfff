package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/** What one PE learns from another about a third. */
final class ThirdPe {
    /** A puts to C, completes that and tells B; B looks at C's memory. */
    @Case(
            pes = {4, 8},
            atLeast = 3)
    void quietIsSeenByAThirdPe(Checks checks) {
        Litmus.of(checks)
                .xAt(2)
                .yAt(1)
                .role(
                        0,
                        c -> {
                            p(c.words, c.x, c.stamp, c.xPe);
                            quiet();
                            p(c.words, c.y, c.stamp, c.yPe);
                        },
                        c -> {
                            p(c.words, c.y, c.stamp, c.yPe);
                            c.linger();
                            p(c.words, c.x, c.stamp, c.xPe);
                        })
                .role(1, c -> {
                    waitUntil(c.words, c.y, Cmp.GE, c.stamp);
                    c.r0 = g(c.words, c.x, c.xPe);
                })
                .role(0, c -> {})
                .forbid("0")
                .run();
    }

    /** Write to read causality: B read what A put, and says so after a quiet. */
    @Case(
            pes = {4, 8},
            atLeast = 3,
            profile = Profile.JSHMEM)
    void whatOnePeReadAnotherReads(Checks checks) {
        Litmus.of(checks)
                .role(0, c -> p(c.words, c.x, c.stamp, c.xPe))
                .role(1, c -> {
                    c.r0 = g(c.words, c.x, c.xPe);
                    quiet();
                    p(c.words, c.y, c.stamp, c.yPe);
                })
                .role(2, ThirdPe::readFlagThenData, ThirdPe::readDataThenFlag)
                .forbid("1 1 0")
                .run();
    }

    private static void readFlagThenData(Cell c) {
        c.r0 = g(c.words, c.y, c.yPe);
        c.r1 = g(c.words, c.x, c.xPe);
    }

    private static void readDataThenFlag(Cell c) {
        c.r1 = g(c.words, c.x, c.xPe);
        c.linger();
        c.r0 = g(c.words, c.y, c.yPe);
    }

    /** A tells B, and B tells C, who looks at what A put. */
    @Case(
            pes = {4, 8},
            atLeast = 3)
    void quietsChain(Checks checks) {
        Litmus.of(checks)
                .role(0, c -> {
                    p(c.words, c.x, c.stamp, c.xPe);
                    quiet();
                    p(c.words, c.y, c.stamp, c.yPe);
                })
                .role(1, c -> {
                    c.r0 = g(c.words, c.y, c.yPe);
                    quiet();
                    p(c.words, c.z, c.stamp, c.zPe);
                })
                .role(
                        2,
                        c -> {
                            c.r0 = g(c.words, c.z, c.zPe);
                            c.r1 = g(c.words, c.x, c.xPe);
                        },
                        c -> {
                            c.r1 = g(c.words, c.x, c.xPe);
                            c.linger();
                            c.r0 = g(c.words, c.z, c.zPe);
                        })
                .forbid("1 1 0")
                .run();
    }

    /** Independent reads of independent writes: both readers see them in one order. */
    @Case(
            pes = {4, 8},
            atLeast = 4,
            profile = Profile.JSHMEM)
    void independentWritesWithQuiet(Checks checks) {
        Litmus.of(checks)
                .role(0, c -> p(c.words, c.x, c.stamp, c.xPe))
                .role(0, c -> p(c.words, c.y, c.stamp, c.yPe))
                .role(2, c -> {
                    c.r0 = g(c.words, c.x, c.xPe);
                    quiet();
                    c.r1 = g(c.words, c.y, c.yPe);
                })
                .role(
                        2,
                        c -> {
                            c.r0 = g(c.words, c.y, c.yPe);
                            quiet();
                            c.r1 = g(c.words, c.x, c.xPe);
                        },
                        c -> {
                            c.r1 = g(c.words, c.x, c.xPe);
                            c.linger();
                            c.r0 = g(c.words, c.y, c.yPe);
                        })
                .forbid("1 0 1 0")
                .run();
    }

    @Case(
            pes = {4, 8},
            atLeast = 4)
    void independentAtomics(Checks checks) {
        Litmus.of(checks)
                .role(0, c -> atomicSet(c.words, c.x, c.stamp, c.xPe))
                .role(0, c -> atomicSet(c.words, c.y, c.stamp, c.yPe))
                .role(2, c -> {
                    c.r0 = atomicFetch(c.words, c.x, c.xPe);
                    c.r1 = atomicFetch(c.words, c.y, c.yPe);
                })
                .role(
                        2,
                        c -> {
                            c.r0 = atomicFetch(c.words, c.y, c.yPe);
                            c.r1 = atomicFetch(c.words, c.x, c.xPe);
                        },
                        c -> {
                            c.r1 = atomicFetch(c.words, c.x, c.xPe);
                            c.linger();
                            c.r0 = atomicFetch(c.words, c.y, c.yPe);
                        })
                .forbid("1 0 1 0")
                .run();
    }
}
