package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** Whoever sees the signal of a put sees the put's data. */
final class Signals {
    @Case(
            pes = {2, 8},
            atLeast = 2,
            each = {"1", "100", "5000"})
    void setAfterData(Checks checks) {
        final int nelems = Integer.parseInt(checks.each());
        final long[] source = new long[nelems];
        receive(
                Litmus.of(checks)
                        .role(
                                0,
                                c -> {
                                    Arrays.fill(source, c.stamp);
                                    putSignal(
                                            c.words,
                                            c.x,
                                            source,
                                            0,
                                            nelems,
                                            c.words,
                                            c.y,
                                            c.stamp,
                                            SignalOp.SET,
                                            c.xPe);
                                },
                                c -> {
                                    Arrays.fill(source, c.stamp);
                                    signalSet(c.words, c.y, c.stamp, c.yPe);
                                    c.linger();
                                    put(c.words, c.x, source, 0, nelems, c.xPe);
                                }),
                nelems);
    }

    /** From symmetric memory, without blocking, and added. */
    @Case(
            pes = {2, 8},
            atLeast = 2,
            each = {"1", "100", "5000"})
    void addAfterData(Checks checks) {
        final int nelems = Integer.parseInt(checks.each());
        final SymmetricLongs source = mallocLongs(nelems);
        receive(
                Litmus.of(checks)
                        .role(
                                0,
                                c -> {
                                    source.fill(c.stamp);
                                    putSignalNbi(
                                            c.words,
                                            c.x,
                                            source,
                                            0,
                                            nelems,
                                            c.words,
                                            c.y,
                                            c.stamp,
                                            SignalOp.ADD,
                                            c.xPe);
                                },
                                c -> {
                                    source.fill(c.stamp);
                                    signalAdd(c.words, c.y, c.stamp, c.yPe);
                                    c.linger();
                                    putNbi(c.words, c.x, source, 0, nelems, c.xPe);
                                }),
                nelems);
        free(source);
    }

    /** Waits for the signal, clears it for the next round, and looks for the oldest element. */
    private static void receive(Litmus litmus, int nelems) {
        litmus.xAt(1)
                .together()
                .block(nelems)
                .role(1, c -> {
                    signalWaitUntil(c.words, c.y, Cmp.EQ, c.stamp);
                    c.words.set(c.y, 0);
                    long oldest = c.stamp;
                    for (int i = nelems - 1; i >= 0; i--) {
                        oldest = Math.min(oldest, c.words.get(c.x + i));
                    }
                    c.r0 = oldest;
                })
                .forbid("0")
                .run();
    }
}
