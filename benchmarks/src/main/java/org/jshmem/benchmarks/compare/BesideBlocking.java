package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jshmem.benchmarks.Measurement;

/**
 * Collectives that are started and awaited, beside JSHMEM's blocking calls.
 *
 * @param isOneNode whether the PEs share memory
 */
record BesideBlocking(boolean isOneNode) implements Yardstick {
    private static final String BLOCKING = ", blocking";
    private static final String IN_FLIGHT = ", 64 in flight";
    private static final double START_AND_AWAIT_BAR = 1.2;
    private static final double IN_FLIGHT_BAR = 0.4;

    /** Each call beside the blocking one of the same pass, which takes the place of the program in C. */
    List<Row> rows(List<Round> passes) {
        return new Comparer(passes.stream().map(BesideBlocking::withBlocking).toList(), this).rows();
    }

    private static Round withBlocking(Round pass) {
        final List<Measurement> blocking = new ArrayList<>();
        for (Measurement m : pass.java()) {
            if (m.operation().endsWith(BLOCKING)) {
                final String operation =
                        m.operation().substring(0, m.operation().length() - BLOCKING.length());
                blocking.add(m.named(operation));
                blocking.add(m.named(operation + IN_FLIGHT));
            }
        }
        return new Round(blocking, pass.java());
    }

    @Override
    public OptionalDouble bar(String operation, int bytes) {
        return OptionalDouble.of(operation.endsWith(IN_FLIGHT) ? IN_FLIGHT_BAR : START_AND_AWAIT_BAR);
    }

    @Override
    public boolean dependsOnState(String operation, int bytes) {
        return new BesideNonblockingMpi(isOneNode).dependsOnState(operation, bytes);
    }
}
