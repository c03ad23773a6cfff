package org.jshmem.benchmarks.compare;

import org.jshmem.benchmarks.Measurement;

/**
 * How far apart the two CPUs are. On virtual machines this changes within seconds, and everything the peer has to react
 * to changes with it, so only measurements of one state are comparable.
 */
enum MachineState {
    /** A cache line travels there and back in less than {@value #NEAR_BELOW_NS} ns. */
    NEAR("near"),
    /** It takes more than {@value #FAR_ABOVE_NS} ns. */
    FAR("far"),
    /** Something between, or not the same before and after. */
    MIXED("mixed");

    private static final double NEAR_BELOW_NS = 200;
    private static final double FAR_ABOVE_NS = 280;

    private final String label;

    MachineState(String label) {
        this.label = label;
    }

    static MachineState of(Measurement m) {
        MachineState before = of(m.roundTripBeforeNs());
        return before == of(m.roundTripAfterNs()) ? before : MIXED;
    }

    private static MachineState of(double roundTripNs) {
        if (roundTripNs < NEAR_BELOW_NS) {
            return NEAR;
        }
        return roundTripNs > FAR_ABOVE_NS ? FAR : MIXED;
    }

    @Override
    public String toString() {
        return label;
    }
}
