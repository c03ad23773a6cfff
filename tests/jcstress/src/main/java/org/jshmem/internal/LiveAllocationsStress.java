package org.jshmem.internal;

import org.jshmem.spi.Allocation;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** One thread allocates and frees while another asks whose memory an address is. */
@JCStressTest
@Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "the old block, the new one, or none")
@State
public class LiveAllocationsStress {
    private final LiveAllocations live = new LiveAllocations(false);
    private final Allocation kept = block(0);
    private final Allocation old = block(64);
    private final Allocation fresh = block(128);

    public LiveAllocationsStress() {
        live.add(kept);
        live.add(old);
    }

    private static Allocation block(long offset) {
        return new Allocation(offset, offset, 64, 0, 0, null);
    }

    @Actor
    public void change() {
        live.remove(old);
        live.add(fresh);
        live.remove(fresh);
    }

    @Actor
    public void ask(ZI_Result result) {
        final Allocation atOld = live.holding(64, 64);
        final Allocation atFresh = live.holding(128, 8);
        result.r1 = live.holding(0, 64) == kept
                && (atOld == null || atOld == old)
                && (atFresh == null || atFresh == fresh)
                && live.holding(0, 65) == null;
    }

    @Arbiter
    public void end(ZI_Result result) {
        result.r2 = live.size();
    }
}
