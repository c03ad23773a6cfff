package org.jshmem.internal.lock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The queue of PEs for a lock: uncontended, swapped but not yet linked, linked, and handed over. */
final class LockQueueStress {
    private LockQueueStress() {}

    /** One after the other, what the first did is seen by the second, and the words are zero afterwards. */
    @JCStressTest
    @Outcome(id = "1, 2, true", expect = Expect.ACCEPTABLE, desc = "the first PE came first")
    @Outcome(id = "2, 1, true", expect = Expect.ACCEPTABLE, desc = "the second PE came first")
    @State
    public static class Exclusion extends TwoPes {
        @Actor
        public void first(IIZ_Result result) {
            result.r1 = next(this, first);
        }

        @Actor
        public void second(IIZ_Result result) {
            result.r2 = next(this, second);
        }

        @Arbiter
        public void end(IIZ_Result result) {
            result.r3 = clean();
        }
    }

    /** The same many times in a row, so that a PE's node is used again while the other is still about to leave it. */
    @JCStressTest
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "nothing lost, words zero")
    @State
    public static class Reuse extends TwoPes {
        private static final int ROUNDS = 5;

        @Actor
        public void first() {
            for (int i = 0; i < ROUNDS; i++) {
                next(this, first);
            }
        }

        @Actor
        public void second() {
            for (int i = 0; i < ROUNDS; i++) {
                next(this, second);
            }
        }

        @Arbiter
        public void end(ZZ_Result result) {
            result.r1 = guarded == 2 * ROUNDS;
            result.r2 = clean();
        }
    }

    /** One tries where the other waits. */
    @JCStressTest
    @Outcome(id = "1, 0, true", expect = Expect.ACCEPTABLE, desc = "the second PE found it held")
    @Outcome(id = "1, 2, true", expect = Expect.ACCEPTABLE, desc = "the second PE came after")
    @Outcome(id = "2, 1, true", expect = Expect.ACCEPTABLE, desc = "the second PE came first")
    @State
    public static class Trying extends TwoPes {
        @Actor
        public void first(IIZ_Result result) {
            result.r1 = next(this, first);
        }

        @Actor
        public void second(IIZ_Result result) {
            result.r2 = nextIfFree(this, second);
        }

        @Arbiter
        public void end(IIZ_Result result) {
            result.r3 = clean();
        }
    }
}
