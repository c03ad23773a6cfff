package org.jshmem.launcher;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * How large the JVM of a PE is: each would size its heap and its threads for the whole machine, on which there are
 * others.
 *
 * <ul>
 *   <li>All Java heaps together may grow to half of the memory, and none to more than a quarter, which is HotSpot's own
 *       limit. The other half is for symmetric heaps, and for what JVMs need beside the heap. HotSpot sees to it that a
 *       heap may always grow to some 120 MiB.
 *   <li>A heap begins with a sixteenth of that limit, as HotSpot's own.
 *   <li>A JVM has the compiler threads, and with a parallel collector the collector threads, that are right for its
 *       share of the CPUs.
 * </ul>
 *
 * <p>Nothing is said where HotSpot's own choice is the same. What {@code Runtime.availableProcessors} says is left
 * alone.
 *
 * @param npes PEs on the machine
 * @param cpus CPUs of the machine
 */
record JvmSizing(int npes, int cpus) {
    private static final double MAX_HEAP_PERCENT = 25;
    private static final double ALL_HEAPS_PERCENT = 50;
    private static final double INITIAL_HEAP_PART = 1.0 / 16;
    private static final int PERCENT_DIGITS = 4;
    private static final int PERCENT_PARTS = 10_000;
    private static final int MIN_COMPILER_THREADS = 2;

    /** For the machine that this process runs on. */
    static JvmSizing of(int npes) {
        return new JvmSizing(npes, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Options for {@code java}.
     *
     * @param parallelCollector whether the collector has several threads
     */
    List<String> options(boolean parallelCollector) {
        final List<String> options = new ArrayList<>();
        final double heapPercent = ALL_HEAPS_PERCENT / npes;
        if (heapPercent < MAX_HEAP_PERCENT) {
            options.add(percentage("MaxRAMPercentage", heapPercent));
            options.add(percentage("InitialRAMPercentage", heapPercent * INITIAL_HEAP_PART));
        }
        if (compilerThreads(share()) < compilerThreads(cpus)) {
            options.add("-XX:CICompilerCount=" + compilerThreads(share()));
        }
        if (parallelCollector && share() < cpus) {
            options.add("-XX:ParallelGCThreads=" + share());
            options.add("-XX:ConcGCThreads=" + Math.max(1, share() / 4));
        }
        return options;
    }

    /** CPUs per PE. */
    private int share() {
        return Math.max(1, cpus / npes);
    }

    /** As HotSpot counts them. */
    private static int compilerThreads(int cpus) {
        final int logarithm = log2(cpus);
        final int ofLogarithm = log2(Math.max(1, logarithm));
        return Math.max(MIN_COMPILER_THREADS, logarithm * ofLogarithm * 3 / 2);
    }

    private static int log2(int number) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(number);
    }

    private static String percentage(String name, double value) {
        return "-XX:" + name + "=" + BigDecimal.valueOf(Math.max(1, Math.round(value * PERCENT_PARTS)), PERCENT_DIGITS);
    }
}
