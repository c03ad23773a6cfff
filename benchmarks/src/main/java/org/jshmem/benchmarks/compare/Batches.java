package org.jshmem.benchmarks.compare;

import picocli.CommandLine.Option;

/** What a comparison of operations that are timed in batches is told. */
final class Batches {
    @Option(
            names = "--slice-ms",
            defaultValue = "50",
            description = "How long to measure each point (default: ${DEFAULT-VALUE} ms).")
    private int sliceMs;

    @Option(
            names = "--undisturbed",
            description = "Compare the 10th percentile of the batches instead of the median, for a machine that does"
                    + " something else as well.")
    private boolean undisturbed;

    int sliceMs() {
        return sliceMs;
    }

    boolean areUndisturbed() {
        return undisturbed;
    }

    /** The machine in a sentence. */
    String machine(int rounds, boolean wasBusy) {
        return Machine.description(rounds, wasBusy)
                + (undisturbed ? " The machine was busy: each round's figures are 10th percentiles." : "");
    }
}
