package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

/**
 * Programs that send, update or read a few bytes at a time, by flows, by distributed arrays and by single operations.
 * Runs one of them in {@link Passes}; the first pass begins when its data are ready.
 */
public final class FlowPrograms {
    /**
     * Records of a call of a hot method. HotSpot compiles a method that is called often as a whole, but one that loops
     * for long only from that loop on.
     */
    static final int CHUNK = 1000;

    private FlowPrograms() {}

    /**
     * Runs on every PE.
     *
     * @param args for how many milliseconds to repeat it, the program's name, and how many records each PE makes
     */
    public static void main(String[] args) {
        final long nanos = Long.parseLong(args[0]) * Programs.NS_PER_MS;
        try (var _ = init();
                Passes passes = new Passes();
                Program program = create(args[1], Integer.parseInt(args[2]))) {
            barrierAll();
            passes.run(program, System.nanoTime(), nanos);
        }
    }

    private static Program create(String name, int records) {
        return switch (name) {
            case "records" -> new RecordsProgram(records, false);
            case "records-across" -> new RecordsProgram(records, true);
            case "pairs" -> new PairsProgram(records);
            case "histogram" -> new HistogramBatch(records);
            case "histogram-scope" -> new HistogramScope(records);
            case "histogram-by-hand" -> new HistogramByHand(records);
            case "histogram-single" -> new HistogramSingle(records);
            case "gather" -> new GatherBatch(records);
            case "gather-by-hand" -> new GatherByHand(records);
            case "gather-single" -> new GatherSingle(records);
            case "puts" -> new PutsProgram(records, false);
            case "puts-in-session" -> new PutsProgram(records, true);
            case "adds" -> new AddsProgram(records, false);
            case "adds-in-session" -> new AddsProgram(records, true);
            case "stream" -> new StreamProgram(records);
            default -> throw new IllegalArgumentException("there is no program " + name);
        };
    }
}
