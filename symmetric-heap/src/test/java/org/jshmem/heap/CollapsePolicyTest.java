package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

/** On a machine whose costs are made up, in milliseconds. */
class CollapsePolicyTest {
    private static final double NS_PER_MS = 1e6;

    private CollapsePolicy policy = new CollapsePolicy();

    /** Of a call that collapses, whatever it collapses. */
    private double callMs;

    /** Makes one measurement in ten five times too long. */
    private SplittableRandom noise;

    private long collapsedUnits;
    private long longestCollapseUnits;

    @Test
    void shouldBeginWithOneUnitOfEachWay() {
        assertEquals(new CollapsePolicy.Step(true, 1), policy.next(100));
        policy.collapsed(1, 5);
        assertEquals(new CollapsePolicy.Step(false, 1), policy.next(99));
        policy.plain(1, 7);
        assertEquals(new CollapsePolicy.Step(true, 2), policy.next(98));
    }

    @Test
    void shouldNotGoBeyondWhatIsLeft() {
        claim(40, unit -> 0.3, unit -> 2);
        assertEquals(1, policy.next(1).units());
    }

    @Test
    void shouldCollapseWhereThatIsFaster() {
        assertNearBest(512, unit -> 0.3, unit -> 2);
        assertTrue(collapsedUnits > 480, () -> "collapsed " + collapsedUnits);
    }

    @Test
    void shouldGiveUpWhereItIsSlower() {
        assertNearBest(512, unit -> 8, unit -> 2);
        assertTrue(collapsedUnits < 20, () -> "collapsed " + collapsedUnits);
    }

    @Test
    void shouldNoticeThatMemoryRunsOut() {
        for (int begin = 1; begin < 2048; begin *= 3) {
            final int good = begin;
            collapsedUnits = 0;
            assertNearBest(2048, unit -> unit < good ? 0.3 : 8, unit -> 2);
        }
    }

    @Test
    void shouldNoticeThatMemoryIsThereAgain() {
        claim(200, unit -> 8, unit -> 2);
        collapsedUnits = 0;
        assertNearBest(2048, unit -> 0.3, unit -> 2);
        assertTrue(collapsedUnits > 1900, () -> "collapsed " + collapsedUnits);
    }

    /** Small pages are as slow then, so that giving up would gain nothing. */
    @Test
    void shouldGoOnCollapsingWhereBothBecomeSlow() {
        assertNearBest(2048, unit -> unit < 500 ? 0.3 : 8, unit -> unit < 500 ? 2 : 11);
        assertTrue(collapsedUnits > 1700, () -> "collapsed " + collapsedUnits);
    }

    @Test
    void shouldTakePagesAsTheyComeWhereBothBecomeSlowButThoseLess() {
        assertNearBest(2048, unit -> unit < 500 ? 0.3 : 20, unit -> unit < 500 ? 2 : 11);
    }

    /** A busy machine, where a call waits for other CPUs: single units look dear. */
    @Test
    void shouldSeeThroughTheFixedCostOfACall() {
        callMs = 1;
        assertNearBest(2048, unit -> 0.3, unit -> 2);
        assertTrue(collapsedUnits > 1500, () -> "collapsed " + collapsedUnits);
    }

    @Test
    void shouldBearMeasurementsThatAreWrong() {
        for (int seed = 0; seed < 200; seed++) {
            policy = new CollapsePolicy();
            noise = new SplittableRandom(seed);
            final boolean huge = seed % 2 == 0;
            assertNearBest(1024, unit -> huge ? 0.5 : 6, unit -> 2);
        }
    }

    /** As compaction may take: such a unit costs more than all trials together may. */
    @Test
    void shouldTryAgainAfterTrialsThatWereDearerThanAnyAllowance() {
        claim(2000, unit -> 300, unit -> 2);
        collapsedUnits = 0;
        claim(20_000, unit -> 0.3, unit -> 2);
        assertTrue(collapsedUnits > 10_000, () -> "collapsed " + collapsedUnits);
    }

    @Test
    void shouldMakeStepsThatEndSoon() {
        claim(10_000, unit -> 0.25, unit -> 2);
        assertTrue(longestCollapseUnits >= 16 && longestCollapseUnits <= 32, () -> "" + longestCollapseUnits);
    }

    /** A claim of one unit at a time, as programs make that allocate small arrays. */
    @Test
    void shouldLearnFromSmallClaims() {
        double spent = 0;
        for (int claim = 0; claim < 500; claim++) {
            spent += claim(1, unit -> 8, unit -> 2);
        }
        assertTrue(spent < 1.2 * 500 * 2 + 50, "took " + spent + " ms");
    }

    private void assertNearBest(long units, LongToDoubleFunction collapseMs, LongToDoubleFunction plainMs) {
        double collapse = 0;
        double plain = 0;
        for (long unit = 0; unit < units; unit++) {
            collapse += collapseMs.applyAsDouble(unit);
            plain += plainMs.applyAsDouble(unit);
        }
        final double spent = claim(units, collapseMs, plainMs);
        final double best = Math.min(collapse + callMs, plain);
        assertTrue(spent <= 1.2 * best + 50, () -> spent + " ms, but only collapsing " + best + " ms at best");
    }

    /** Claims, and returns how long that takes with the program's first touch. */
    private double claim(long units, LongToDoubleFunction collapseMs, LongToDoubleFunction plainMs) {
        double spent = 0;
        for (long done = 0; done < units; ) {
            final CollapsePolicy.Step step = policy.next(units - done);
            assertTrue(step.units() >= 1 && step.units() <= units - done, () -> "" + step);
            double ms = step.collapses() ? callMs : 0;
            for (long unit = done; unit < done + step.units(); unit++) {
                ms += (step.collapses() ? collapseMs : plainMs).applyAsDouble(unit);
            }
            final double seenMs = noise != null && noise.nextInt(10) == 0 ? 5 * ms : ms;
            if (step.collapses()) {
                policy.collapsed(step.units(), (long) (seenMs * NS_PER_MS));
                collapsedUnits += step.units();
                longestCollapseUnits = Math.max(longestCollapseUnits, step.units());
            } else {
                policy.plain(step.units(), (long) (seenMs * NS_PER_MS));
            }
            spent += ms;
            done += step.units();
        }
        return spent;
    }
}
