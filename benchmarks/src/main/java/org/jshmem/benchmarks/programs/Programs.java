package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/**
 * Runs a program again and again, for some time and four times at least, and prints a line of JSON for each pass: its
 * time by the program's own clock, the largest of all PEs, and a sum to compare. The first pass begins when
 * {@code init} has returned.
 */
public final class Programs implements AutoCloseable {
    private static final int MIN_PASSES = 4;
    private static final long NS_PER_MS = 1_000_000;

    private final SymmetricDoubles elapsedNs = mallocDoubles(1);
    private final SymmetricLongs check = mallocLongs(1);
    private final SymmetricLongs more = mallocLongs(1);

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
                Programs programs = new Programs()) {
            programs.run(args[1], arguments, nanos);
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

    private void run(String name, int[] arguments, long nanos) {
        barrierAll();
        final long start = System.nanoTime();
        try (Program program = create(name, arguments)) {
            long begin = start;
            for (int pass = 1; begin != 0; pass++) {
                program.pass();
                final long end = System.nanoTime();
                elapsedNs.set(0, (double) (end - begin));
                check.set(0, program.check());
                barrierAll();
                if (myPe() == 0) {
                    report(pass, pass >= MIN_PASSES && end - start >= nanos);
                }
                barrierAll();
                begin = more.get(0) == 0 ? 0 : beginning();
            }
        }
    }

    private static long beginning() {
        barrierAll();
        return System.nanoTime();
    }

    /** On PE 0, which also tells all whether there is another pass. */
    private void report(int pass, boolean last) {
        double longest = 0;
        long sum = 0;
        for (int pe = 0; pe < nPes(); pe++) {
            longest = Math.max(longest, g(elapsedNs, 0, pe));
            sum += g(check, 0, pe);
            p(more, 0, last ? 0 : 1, pe);
        }
        System.out.println(new PassTime(pass, Math.round(longest), sum).line());
    }

    /** Collective. */
    @Override
    public void close() {
        free(more);
        free(check);
        free(elapsedNs);
    }
}
