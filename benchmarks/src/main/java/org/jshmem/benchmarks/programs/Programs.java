package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import java.util.Arrays;

/** Runs a program in {@link Passes}. The first pass begins when {@code init} has returned. */
public final class Programs {
    static final long NS_PER_MS = 1_000_000;

    private Programs() {}

    /**
     * Runs on every PE.
     *
     * @param args for how many milliseconds to repeat it, the program's name, and its arguments
     */
    public static void main(String[] args) {
        final long nanos = Long.parseLong(args[0]) * NS_PER_MS;
        final int[] arguments =
                Arrays.stream(args, 2, args.length).mapToInt(Integer::parseInt).toArray();
        try (var _ = init();
                Passes passes = new Passes()) {
            barrierAll();
            final long start = System.nanoTime();
            try (Program program = create(args[1], arguments)) {
                passes.run(program, start, nanos);
            }
        }
    }

    private static Program create(String name, int[] arguments) {
        return switch (name) {
            case "heat" -> new HeatProgram(arguments[0], arguments[1]);
            case "stencil" -> new StencilProgram(arguments[0], arguments[1]);
            case "transpose" -> new TransposeProgram(arguments[0], arguments[1]);
            case "bucket-sort" -> new BucketSortProgram(arguments[0]);
            case "gups" -> new GupsProgram(arguments[0]);
            case "is" -> new IntegerSort(arguments[0], arguments[1]);
            case "pipeline" -> new Pipeline(arguments[0], arguments[1]);
            case "exstack" -> new Exstack(arguments[0]);
            default -> throw new IllegalArgumentException("there is no program " + name);
        };
    }
}
