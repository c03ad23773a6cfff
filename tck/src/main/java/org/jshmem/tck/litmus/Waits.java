package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** What a wait or test has seen, the loads after it see too. */
final class Waits {
    @Case(
            pes = {2, 8},
            atLeast = 2,
            each = {
                "waitUntil",
                "test",
                "waitUntilAll",
                "waitUntilAny",
                "waitUntilSome",
                "testAny",
                "waitUntilSomeVector",
                "signalFetch"
            })
    void acquire(Checks checks) {
        final Role wait = wait(checks.each());
        Litmus.of(checks)
                .xAt(1)
                .together()
                .role(
                        0,
                        c -> {
                            p(c.words, c.x, c.stamp, c.xPe);
                            fence();
                            p(c.words, c.y, c.stamp, c.yPe);
                        },
                        c -> {
                            p(c.words, c.y, c.stamp, c.yPe);
                            c.linger();
                            p(c.words, c.x, c.stamp, c.xPe);
                        })
                .role(1, c -> {
                    wait.play(c);
                    c.r0 = c.words.get(c.x);
                })
                .forbid("0")
                .run();
    }

    private static Role wait(String how) {
        final long[] indices = new long[1];
        final long[] value = new long[1];
        return switch (how) {
            case "waitUntil" -> c -> waitUntil(c.words, c.y, Cmp.GE, c.stamp);
            case "test" ->
                c -> {
                    while (!test(c.words, c.y, Cmp.GE, c.stamp)) {
                        Thread.yield();
                    }
                };
            case "waitUntilAll" -> c -> waitUntilAll(c.words.at(c.y), 1, null, Cmp.GE, c.stamp);
            case "waitUntilAny" -> c -> waitUntilAny(c.words.at(c.y), 1, null, Cmp.GE, c.stamp);
            case "waitUntilSome" -> c -> waitUntilSome(c.words.at(c.y), 1, indices, null, Cmp.GE, c.stamp);
            case "testAny" ->
                c -> {
                    while (testAny(c.words.at(c.y), 1, null, Cmp.GE, c.stamp) < 0) {
                        Thread.yield();
                    }
                };
            case "waitUntilSomeVector" ->
                c -> {
                    value[0] = c.stamp;
                    waitUntilSomeVector(c.words.at(c.y), 1, indices, null, Cmp.GE, value);
                };
            case "signalFetch" ->
                c -> {
                    while (signalFetch(c.words, c.y) < c.stamp) {
                        Thread.yield();
                    }
                };
            default -> throw new IllegalArgumentException("each=" + how);
        };
    }
}
