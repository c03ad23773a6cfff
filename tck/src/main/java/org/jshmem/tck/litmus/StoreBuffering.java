package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;

/** Each of two PEs writes a word and reads the other's: a quiet between, or atomics, and one of them sees the other. */
final class StoreBuffering {
    /** An atomic operation that writes. */
    private interface Write {
        void apply(SymmetricLongs words, long index, long value, int pe);
    }

    @Case(
            pes = {2, 8},
            atLeast = 2)
    void quiet(Checks checks) {
        Litmus.of(checks)
                .role(
                        1,
                        c -> {
                            p(c.words, c.x, c.stamp, c.xPe);
                            org.jshmem.Shmem.quiet();
                            c.r0 = g(c.words, c.y, c.yPe);
                        },
                        c -> {
                            p(c.words, c.x, c.stamp, c.xPe);
                            c.r0 = g(c.words, c.y, c.yPe);
                        })
                .role(
                        1,
                        c -> {
                            p(c.words, c.y, c.stamp, c.yPe);
                            org.jshmem.Shmem.quiet();
                            c.r0 = g(c.words, c.x, c.xPe);
                        },
                        c -> {
                            p(c.words, c.y, c.stamp, c.yPe);
                            c.r0 = g(c.words, c.x, c.xPe);
                        })
                .forbid("0 0")
                .controlMayStaySilent()
                .run();
    }

    /**
     * An operation without a result has been executed when it returns: more than is promised between nodes. The control
     * has a fence.
     */
    @Case(
            pes = {2, 8},
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA},
            profile = Profile.JSHMEM)
    void atomics(Checks checks) {
        writeThenFetch(checks, org.jshmem.Shmem::atomicSet);
    }

    @Case(
            pes = {2, 8},
            atLeast = 2)
    void fetchingAtomics(Checks checks) {
        writeThenFetch(checks, org.jshmem.Shmem::atomicSwap);
    }

    private static void writeThenFetch(Checks checks, Write write) {
        Litmus.of(checks)
                .role(
                        1,
                        c -> {
                            write.apply(c.words, c.x, c.stamp, c.xPe);
                            c.r0 = atomicFetch(c.words, c.y, c.yPe);
                        },
                        c -> {
                            p(c.words, c.x, c.stamp, c.xPe);
                            fence();
                            c.r0 = atomicFetch(c.words, c.y, c.yPe);
                        })
                .role(
                        1,
                        c -> {
                            write.apply(c.words, c.y, c.stamp, c.yPe);
                            c.r0 = atomicFetch(c.words, c.x, c.xPe);
                        },
                        c -> {
                            p(c.words, c.y, c.stamp, c.yPe);
                            fence();
                            c.r0 = atomicFetch(c.words, c.x, c.xPe);
                        })
                .forbid("0 0")
                .controlMayStaySilent()
                .run();
    }

    /** Load buffering: a get has read before what follows it writes. */
    @Case(
            pes = {2, 8},
            atLeast = 2)
    void loadsBeforeStores(Checks checks) {
        Litmus.of(checks)
                .role(
                        1,
                        c -> {
                            c.r0 = g(c.words, c.x, c.xPe);
                            p(c.words, c.y, c.stamp, c.yPe);
                        },
                        c -> {
                            p(c.words, c.y, c.stamp, c.yPe);
                            c.linger();
                            c.r0 = g(c.words, c.x, c.xPe);
                        })
                .role(1, c -> {
                    c.r0 = g(c.words, c.y, c.yPe);
                    p(c.words, c.x, c.stamp, c.xPe);
                })
                .forbid("1 1")
                .run();
    }

    /** Two words, each written by both: that both keep their first value would turn the order of one PE round. */
    @Case(
            pes = {2, 8},
            atLeast = 2)
    void twoAndTwoWrites(Checks checks) {
        Litmus.of(checks)
                .role(0, c -> {
                    p(c.words, c.x, c.stamp, c.xPe);
                    org.jshmem.Shmem.quiet();
                    p(c.words, c.y, c.stamp + 1, c.yPe);
                })
                .role(
                        0,
                        c -> {
                            p(c.words, c.y, c.stamp, c.yPe);
                            org.jshmem.Shmem.quiet();
                            p(c.words, c.x, c.stamp + 1, c.xPe);
                        },
                        c -> {
                            p(c.words, c.x, c.stamp + 1, c.xPe);
                            c.linger();
                            p(c.words, c.y, c.stamp, c.yPe);
                        })
                .last(c -> {
                    c.r0 = g(c.words, c.x, c.xPe);
                    c.r1 = g(c.words, c.y, c.yPe);
                })
                .forbid("1 1")
                .run();
    }
}
