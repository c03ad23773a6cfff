package org.jshmem.benchmarks;

/**
 * One slice of an operation at one size.
 *
 * @param operation its name
 * @param bytes moved by one call
 * @param medianNs median of the batches' mean time of one call
 * @param p10Ns 10th percentile of the same: what it takes when nothing interferes
 * @param p99Ns 99th percentile of the same
 * @param batches how many batches
 * @param iterations calls in a batch
 * @param roundTripBeforeNs cache-line round trip between PE 0 and PE 1 just before; 0 unless there are two PEs
 * @param roundTripAfterNs the same just after
 * @param allocatedBytes Java heap allocated by one call on PE 0; NaN where that is not known
 */
public record Measurement(
        String operation,
        int bytes,
        double medianNs,
        double p10Ns,
        double p99Ns,
        long batches,
        int iterations,
        double roundTripBeforeNs,
        double roundTripAfterNs,
        double allocatedBytes) {
    /** The same with another operation's name. */
    public Measurement named(String name) {
        return new Measurement(
                name,
                bytes,
                medianNs,
                p10Ns,
                p99Ns,
                batches,
                iterations,
                roundTripBeforeNs,
                roundTripAfterNs,
                allocatedBytes);
    }

    /** The same with the 10th percentile in the place of the median. */
    public Measurement undisturbed() {
        return new Measurement(
                operation,
                bytes,
                p10Ns,
                p10Ns,
                p99Ns,
                batches,
                iterations,
                roundTripBeforeNs,
                roundTripAfterNs,
                allocatedBytes);
    }
}
