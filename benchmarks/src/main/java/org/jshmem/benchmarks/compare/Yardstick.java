package org.jshmem.benchmarks.compare;

import java.util.OptionalDouble;

/** What operations are measured by. */
interface Yardstick {
    /** The largest ratio of Java's time to C's that is good enough, if there is a bar. */
    OptionalDouble bar(String operation, int bytes);

    /** Whether only times of the same {@link MachineState} can be compared. */
    boolean dependsOnState(String operation, int bytes);

    /** Whether bars are for the far state, too. */
    default boolean hasBar(MachineState state) {
        return true;
    }

    /** What C measured as the machine's own limit of the same size, if anything. */
    default String limit(String operation) {
        return "";
    }

    /** How often the limit counts. */
    default int times(String operation) {
        return 1;
    }
}
