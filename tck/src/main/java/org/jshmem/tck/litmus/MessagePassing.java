package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;

/** Data, then a flag: whoever sees the flag sees the data. */
final class MessagePassing {
    private static final int BLOCK = 12;
    private static final int LINE = Cell.LINE;
    private static final int LOOP = 1000;

    @Case(
            pes = {2, 8},
            atLeast = 2)
    void fence(Checks checks) {
        Litmus.of(checks)
                .together()
                .role(0, dataThenFlag(c -> org.jshmem.Shmem.fence()), MessagePassing::flagThenData)
                .role(2, MessagePassing::readFlagThenData)
                .forbid("1 0")
                .run();
    }

    /** Puts the data, calls what orders it, and puts the flag. */
    private static Role dataThenFlag(Role order) {
        return c -> {
            p(c.words, c.x, c.stamp, c.xPe);
            order.play(c);
            p(c.words, c.y, c.stamp, c.yPe);
        };
    }

    /** The control: what a reader must never see, it sees. */
    private static void flagThenData(Cell c) {
        p(c.words, c.y, c.stamp, c.yPe);
        c.linger();
        p(c.words, c.x, c.stamp, c.xPe);
    }

    private static void readFlagThenData(Cell c) {
        c.r0 = g(c.words, c.y, c.yPe);
        c.r1 = g(c.words, c.x, c.xPe);
    }

    /**
     * Gets in a row, of words that are put without pause: a compiler finds more to exchange in a loop. The control
     * reads in the other order.
     */
    @Case(
            pes = {2, 8},
            atLeast = 2)
    void getsInALoop(Checks checks) {
        final SymmetricLongs words = callocLongs(2L * LINE);
        final SymmetricLongs done = callocLongs(1);
        barrierAll();
        if (myPe() == 0) {
            putInALoop(words, Litmus.SLICE_NS * 4);
            for (int pe = 0; pe < nPes(); pe++) {
                p(done, 1L, pe);
            }
            org.jshmem.Shmem.quiet();
        } else {
            long loops = 0;
            long stale = 0;
            long control = 0;
            do {
                stale += flagAheadOfData(words, 0);
                control += dataReadFirst(words, 0);
                loops++;
            } while (!test(done, Cmp.EQ, 1L));
            checks.equal(0, stale, "flags newer than the data read after them, of " + loops * LOOP);
            if (myPe() == 1) {
                checks.note("control " + control + " of " + loops * LOOP);
            }
        }
        checks.that(true, "took part");
        barrierAll();
        free(done);
        free(words);
    }

    private static void putInALoop(SymmetricLongs words, long forNs) {
        final long end = System.nanoTime() + forNs;
        for (long stamp = 1; System.nanoTime() < end; stamp++) {
            p(words, 0, stamp, 0);
            org.jshmem.Shmem.quiet();
            p(words, LINE, stamp, 0);
            for (long k = stamp & 31; k > 0; k--) {
                Thread.onSpinWait();
            }
        }
    }

    /** With a difference, not a comparison, the loads of the two gets did change places. */
    private static long flagAheadOfData(SymmetricLongs words, int pe) {
        long stale = 0;
        for (int i = 0; i < LOOP; i++) {
            final long flag = g(words, LINE, pe);
            final long data = g(words, 0, pe);
            final long ahead = data - flag;
            if (ahead < 0) {
                stale++;
            }
        }
        return stale;
    }

    private static long dataReadFirst(SymmetricLongs words, int pe) {
        long stale = 0;
        for (int i = 0; i < LOOP; i++) {
            final long data = g(words, 0, pe);
            final long flag = g(words, LINE, pe);
            if (data < flag) {
                stale++;
            }
        }
        return stale;
    }

    /** Blocks, and the forms that may be under way when they return. */
    @Case(
            pes = {2, 8},
            atLeast = 2)
    void fenceOfBlocks(Checks checks) {
        final long[] source = new long[BLOCK];
        final long[] dest = new long[BLOCK];
        Litmus.of(checks)
                .together()
                .block(BLOCK)
                .role(
                        0,
                        c -> {
                            Arrays.fill(source, c.stamp);
                            putNbi(c.words, c.x, source, 0, BLOCK, c.xPe);
                            org.jshmem.Shmem.fence();
                            put(c.words, c.y, source, 0, 1, c.yPe);
                        },
                        c -> {
                            Arrays.fill(source, c.stamp);
                            put(c.words, c.y, source, 0, 1, c.yPe);
                            c.linger();
                            putNbi(c.words, c.x, source, 0, BLOCK, c.xPe);
                        })
                .role(2, c -> {
                    get(dest, 0, c.words, c.y, 1, c.yPe);
                    c.r0 = dest[0];
                    get(dest, 0, c.words, c.x, BLOCK, c.xPe);
                    c.r1 = Arrays.stream(dest).min().getAsLong();
                })
                .forbid("1 0")
                .run();
    }

    /** The words are on different PEs. */
    @Case(
            pes = {2, 8},
            atLeast = 2)
    void quiet(Checks checks) {
        Litmus.of(checks)
                .role(0, dataThenFlag(c -> org.jshmem.Shmem.quiet()), MessagePassing::flagThenData)
                .role(2, MessagePassing::readFlagThenData)
                .forbid("1 0")
                .run();
    }

    @Case(
            pes = {2, 8},
            atLeast = 2)
    void peQuiet(Checks checks) {
        Litmus.of(checks)
                .role(0, dataThenFlag(c -> org.jshmem.Shmem.peQuiet(c.xPe)), MessagePassing::flagThenData)
                .role(2, MessagePassing::readFlagThenData)
                .forbid("1 0")
                .run();
    }

    /** Plain stores of a PE to its own memory, before a fence. */
    @Case(
            pes = {2, 8},
            atLeast = 2)
    void plainStores(Checks checks) {
        Litmus.of(checks)
                .xAt(0)
                .together()
                .role(
                        0,
                        c -> {
                            c.words.set(c.x, c.stamp);
                            org.jshmem.Shmem.fence();
                            c.words.set(c.y, c.stamp);
                        },
                        c -> {
                            c.words.set(c.y, c.stamp);
                            c.linger();
                            c.words.set(c.x, c.stamp);
                        })
                .role(2, MessagePassing::readFlagThenData)
                .forbid("1 0")
                .run();
    }

    /** The ordered accessors of a PE's own elements, against gets of another. */
    @Case(
            pes = {2, 8},
            atLeast = 2,
            profile = Profile.JSHMEM)
    void releaseAndAcquire(Checks checks) {
        Litmus.of(checks)
                .xAt(0)
                .together()
                .role(
                        0,
                        c -> {
                            c.words.set(c.x, c.stamp);
                            c.words.setRelease(c.y, c.stamp);
                        },
                        c -> {
                            c.words.setRelease(c.y, c.stamp);
                            c.linger();
                            c.words.setRelease(c.x, c.stamp);
                        })
                .role(2, MessagePassing::readFlagThenData)
                .forbid("1 0")
                .run();
        Litmus.of(checks)
                .xAt(1)
                .together()
                .role(0, dataThenFlag(c -> org.jshmem.Shmem.fence()), MessagePassing::flagThenData)
                .role(2, c -> {
                    c.r0 = c.words.getAcquire(c.y);
                    c.r1 = c.words.get(c.x);
                })
                .forbid("1 0")
                .run();
    }

    /** An atomic operation is a flag that needs no fence; other libraries, and PEs of other nodes, do need it. */
    @Case(
            pes = {2, 8},
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA},
            profile = Profile.JSHMEM)
    void atomicFlag(Checks checks) {
        Litmus.of(checks)
                .role(
                        0,
                        c -> {
                            p(c.words, c.x, c.stamp, c.xPe);
                            atomicSet(c.words, c.y, c.stamp, c.yPe);
                        },
                        c -> {
                            atomicSet(c.words, c.y, c.stamp, c.yPe);
                            c.linger();
                            p(c.words, c.x, c.stamp, c.xPe);
                        })
                .role(2, c -> {
                    c.r0 = atomicFetch(c.words, c.y, c.yPe);
                    c.r1 = g(c.words, c.x, c.xPe);
                })
                .forbid("1 0")
                .run();
    }
}
