package org.jshmem.internal.barrier;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What a PE stored before a barrier in groups is visible to the other after it. */
@JCStressTest
@Outcome(id = BarrierPair.ALWAYS, expect = Expect.ACCEPTABLE, desc = "each saw all that the other stored")
@State
public class BarrierTreeStress {
    private final BarrierPair pes = new BarrierPair(BarrierPair.Way.GROUPS);

    @Actor
    public void first(II_Result result) {
        result.r1 = pes.first();
    }

    @Actor
    public void second(II_Result result) {
        result.r2 = pes.second();
    }
}
