package org.jshmem.benchmarks;

import java.io.PrintStream;

/** Measurements as a table on a terminal, a line as soon as it is known. */
final class MeasurementTable {
    private static final String FORMAT = "%-22s %8s %12s %12s %12s %8s  %s%n";

    private final PrintStream out;

    MeasurementTable(PrintStream out) {
        this.out = out;
        out.printf(FORMAT, "operation", "size", "median", "p99", "rate", "B/op", "cache line there and back");
    }

    void print(Measurement m) {
        out.printf(
                FORMAT,
                m.operation(),
                m.bytes() == 1 ? "" : Units.size(m.bytes()),
                Units.time(m.medianNs()),
                Units.time(m.p99Ns()),
                m.bytes() == 1 ? "" : Units.digits(m.bytes() / m.medianNs()) + " GB/s",
                Units.digits(m.allocatedBytes()),
                m.roundTripBeforeNs() == 0
                        ? ""
                        : Units.time(m.roundTripBeforeNs()) + ", " + Units.time(m.roundTripAfterNs()));
    }
}
