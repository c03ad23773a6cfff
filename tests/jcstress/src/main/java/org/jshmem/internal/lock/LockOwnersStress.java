package org.jshmem.internal.lock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/** Two threads of one PE take turns, and no claim is left. */
@JCStressTest
@Outcome(id = "1, 2, false", expect = Expect.ACCEPTABLE, desc = "the first thread came first")
@Outcome(id = "2, 1, false", expect = Expect.ACCEPTABLE, desc = "the second thread came first")
@State
public class LockOwnersStress {
    private static final long LOCK = 8;

    private final LockOwners owners = new LockOwners();
    private int guarded;

    private int next() {
        final Claim claim = owners.enter(LOCK, true);
        claim.held = true;
        final int value = ++guarded;
        owners.leave(owners.beginLeave(LOCK, true), true);
        return value;
    }

    @Actor
    public void first(IIZ_Result result) {
        result.r1 = next();
    }

    @Actor
    public void second(IIZ_Result result) {
        result.r2 = next();
    }

    @Arbiter
    public void end(IIZ_Result result) {
        result.r3 = owners.anyIn(LOCK, Long.BYTES);
    }
}
