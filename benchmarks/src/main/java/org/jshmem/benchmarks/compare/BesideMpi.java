package org.jshmem.benchmarks.compare;

import java.util.Map;
import java.util.OptionalDouble;

/** Messages between PEs that share memory, beside MPI in C. */
final class BesideMpi implements Yardstick {
    private static final int MEBI = 1 << 20;

    /** From here on copying takes so long that the way between the CPUs does not matter. */
    private static final int FAR_AS_NEAR = MEBI;

    private static final double SMALL = 0.60;

    private static final Map<String, Double> BARS = Map.ofEntries(
            Map.entry("message, shared memory|8", SMALL),
            Map.entry("message, shared memory|64", SMALL),
            Map.entry("message, shared memory|256", SMALL),
            Map.entry("message, shared memory|1024", 0.50),
            Map.entry("message, shared memory|4096", 0.40),
            Map.entry("message, shared memory|16384", 0.40),
            Map.entry("message, shared memory|65536", 0.40),
            Map.entry("message, shared memory|262144", 0.40),
            Map.entry("message, shared memory|1048576", 0.55),
            Map.entry("message, shared memory|16777216", 0.85),
            Map.entry("message, Java arrays|4096", 1.0),
            Map.entry("message, Java arrays|65536", 1.2),
            Map.entry("message, Java arrays|1048576", 1.2),
            Map.entry("message, Java arrays|16777216", 1.1),
            Map.entry("message exchange|8", 0.50),
            Map.entry("message exchange|4096", 0.45),
            Map.entry("message exchange|16384", 0.35),
            Map.entry("messages in a row|8", 0.40),
            Map.entry("remote procedure call|8", 0.60),
            Map.entry("remote procedure calls, 16 in flight|8", 0.60),
            Map.entry("replay of MiniMD, messages|1", 0.74),
            Map.entry("replay of MiniMD, visited|1", 0.54),
            Map.entry("replay of MiniMD, one-sided|1", 0.54),
            Map.entry("replay of LULESH, messages|1", 0.74),
            Map.entry("replay of LULESH, one-sided|1", 0.54),
            Map.entry("replay of LULESH, visited|1", 0.54));
    private static final double WRITTEN = 0.75;
    private static final double WRITTEN_LARGE = 0.95;

    @Override
    public OptionalDouble bar(String operation, int bytes) {
        if (operation.equals("message, just written")) {
            return OptionalDouble.of(bytes < MEBI ? WRITTEN : WRITTEN_LARGE);
        }
        final Double bar = BARS.get(operation + "|" + bytes);
        return bar == null ? OptionalDouble.empty() : OptionalDouble.of(bar);
    }

    @Override
    public boolean dependsOnState(String operation, int bytes) {
        return bytes < FAR_AS_NEAR;
    }

    @Override
    public boolean hasBar(MachineState state) {
        return state != MachineState.FAR;
    }
}
