package org.jshmem.benchmarks.compare;

import java.util.OptionalDouble;

/** Whether a bar was reached. */
enum Verdict {
    MET("met"),
    MISSED("**missed**"),
    NO_BAR("");

    private final String label;

    Verdict(String label) {
        this.label = label;
    }

    static Verdict of(double value, OptionalDouble bar) {
        if (bar.isEmpty() || Double.isNaN(value)) {
            return NO_BAR;
        }
        return value <= bar.getAsDouble() ? MET : MISSED;
    }

    @Override
    public String toString() {
        return label;
    }
}
