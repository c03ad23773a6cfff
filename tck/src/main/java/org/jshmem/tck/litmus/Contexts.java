package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import org.jshmem.ShmemContext;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** Ordering and completion of contexts of one's own. */
final class Contexts {
    /** Data by one context, completed by its quiet, and a flag by another. */
    @Case(
            pes = {2, 8},
            atLeast = 2)
    void quietOfOne(Checks checks) {
        try (ShmemContext one = ctxCreate(CTX_PRIVATE);
                ShmemContext other = ctxCreate(CTX_SERIALIZED)) {
            Litmus.of(checks)
                    .role(
                            0,
                            c -> {
                                one.p(c.words, c.x, c.stamp, c.xPe);
                                one.quiet();
                                other.p(c.words, c.y, c.stamp, c.yPe);
                            },
                            c -> {
                                other.p(c.words, c.y, c.stamp, c.yPe);
                                c.linger();
                                one.p(c.words, c.x, c.stamp, c.xPe);
                            })
                    .role(2, c -> {
                        c.r0 = g(c.words, c.y, c.yPe);
                        c.r1 = g(c.words, c.x, c.xPe);
                    })
                    .forbid("1 0")
                    .run();
        }
    }

    /** A context without stores completes its fetches. */
    @Case(
            pes = {2, 8},
            atLeast = 2)
    void noStoreQuietCompletesFetches(Checks checks) {
        final long[] flag = new long[1];
        final long[] data = new long[1];
        try (ShmemContext context = ctxCreate(CTX_NOSTORE)) {
            Litmus.of(checks)
                    .role(0, c -> {
                        p(c.words, c.x, c.stamp, c.xPe);
                        quiet();
                        p(c.words, c.y, c.stamp, c.yPe);
                    })
                    .role(
                            2,
                            c -> {
                                context.getNbi(flag, 0, c.words, c.y, 1, c.yPe);
                                context.quiet();
                                context.atomicFetchNbi(data, 0, c.words, c.x, c.xPe);
                                context.quiet();
                                c.r0 = flag[0];
                                c.r1 = data[0];
                            },
                            c -> {
                                context.atomicFetchNbi(data, 0, c.words, c.x, c.xPe);
                                context.quiet();
                                c.linger();
                                context.getNbi(flag, 0, c.words, c.y, 1, c.yPe);
                                context.quiet();
                                c.r0 = flag[0];
                                c.r1 = data[0];
                            })
                    .forbid("1 0")
                    .run();
        }
    }
}
