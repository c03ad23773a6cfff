package org.jshmem.heap;

/**
 * Decides how the next units of memory are claimed: collapsed to huge pages, or plainly, in small pages that the
 * program's first touch clears one by one. Either may be the faster, by a factor of ten: huge pages are fewer faults,
 * but may have to be compacted first, or be the part of the memory that a host has not backed yet. And either may
 * become the faster in the middle of a claim.
 *
 * <p><b>Algorithm.</b> Memory is claimed in steps, each of one way. The cost of a step gives what its way costs for a
 * unit; of the last two steps the lower one counts, since a measurement may well be too high, but hardly too low. Most
 * steps take the cheaper way. Now and then one tries the other. What a trial is expected to lose is paid from an
 * allowance, which gains a sixteenth of the cost of all steps. So trials add about a sixteenth, and the less one can
 * lose, the sooner a change is noticed.
 *
 * <p>Steps grow because a call has fixed costs. Those that collapse stay shorter than {@value #STEP_NS} ns where costs
 * are steady, because the system does not interrupt them.
 *
 * <p>The caller measures costs, in nanoseconds. They should be CPU time of the calling thread: what other processes
 * take falls on both ways alike, but not on each step.
 *
 * <p>Not thread-safe.
 */
final class CollapsePolicy {
    /**
     * The most units of a plain step. Its cost is known from a sample of one unit, so this says how many are samples.
     */
    static final long MOST_PLAIN_UNITS = 16;

    /** What a step that collapses should cost at most; a process that is told to end waits for its end. */
    private static final long STEP_NS = 8_000_000;

    /** What trials may add to the time of all steps, as a part of it. */
    private static final double TRIALS_SHARE = 1.0 / 16;

    /** The allowance at the start. */
    private static final long FIRST_ALLOWANCE_NS = 10_000_000;

    /**
     * The highest allowance, unless a trial of one unit needs more: a long quiet time pays for no trial that is felt.
     */
    private static final long MOST_ALLOWANCE_NS = 25_000_000;

    private final Way collapsed = new Way();
    private final Way plain = new Way();
    private double allowanceNs = FIRST_ALLOWANCE_NS;

    /** Whether the last step was one of the cheaper way; trials alternate with such steps. */
    private boolean mayTry;

    /** One way of claiming. */
    private static final class Way {
        /** The cost of a unit in the last step and in the one before; infinite if there was none. */
        private double lastNs = Double.POSITIVE_INFINITY;

        private double beforeNs = Double.POSITIVE_INFINITY;
        private long lastUnits;

        boolean isKnown() {
            return lastUnits > 0;
        }

        double unitNs() {
            return Math.min(lastNs, beforeNs);
        }

        void add(long units, long ns) {
            beforeNs = lastNs;
            lastNs = (double) ns / units;
            lastUnits = units;
        }
    }

    /**
     * What to do next.
     *
     * @param collapses whether to collapse units, or to claim them plainly
     * @param units how many
     */
    record Step(boolean collapses, long units) {}

    /**
     * The next step.
     *
     * @param unitsLeft how many units are still to be claimed, at least 1
     */
    Step next(long unitsLeft) {
        final boolean collapses = isCollapsingCheaper();
        final Way cheaper = collapses ? collapsed : plain;
        final Way other = collapses ? plain : collapsed;
        final long trial = mayTry ? Math.min(trialUnits(cheaper, other), unitsLeft) : 0;
        return trial > 0 ? new Step(!collapses, trial) : new Step(collapses, Math.min(stepUnits(cheaper), unitsLeft));
    }

    private long stepUnits(Way way) {
        if (!way.isKnown()) {
            return 1;
        }
        final long most = way == plain ? MOST_PLAIN_UNITS : (long) (STEP_NS / way.lastNs);
        return Math.max(1, Math.min(2 * way.lastUnits, most));
    }

    private boolean isCollapsingCheaper() {
        return collapsed.unitNs() <= plain.unitNs(); // if neither is known, too
    }

    /** The units that a trial of the dearer way may have, 0 if it has to wait. */
    private long trialUnits(Way cheaper, Way other) {
        if (!other.isKnown()) {
            return 1;
        }
        final double lossNs = Math.max(1, other.unitNs() - cheaper.unitNs());
        final long most = other == plain ? 1 : stepUnits(other); // one has no fixed costs
        return Math.min(most, (long) (allowanceNs / lossNs));
    }

    /**
     * Notes a step that has collapsed units.
     *
     * @param units how many
     * @param ns how long it took
     */
    void collapsed(long units, long ns) {
        note(collapsed, plain, units, ns);
    }

    /**
     * Notes a step that has claimed units in small pages.
     *
     * @param units how many
     * @param ns how long it took, and the program's first touch takes
     */
    void plain(long units, long ns) {
        note(plain, collapsed, units, ns);
    }

    private void note(Way way, Way other, long units, long ns) {
        final boolean isTrial = other.unitNs() < way.unitNs();
        if (isTrial && way.isKnown()) {
            allowanceNs -= units * (way.unitNs() - other.unitNs());
        }
        mayTry = !isTrial;
        way.add(units, ns);
        final double trialNs = Math.abs(way.unitNs() - other.unitNs());
        allowanceNs = Math.min(Math.max(MOST_ALLOWANCE_NS, trialNs), allowanceNs + ns * TRIALS_SHARE);
    }
}
