package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;
import org.jshmem.benchmarks.Allocated;

/**
 * Runs a program again and again, for some time and four times at least, and prints a line of JSON for each pass: its
 * time by the program's own clock, the largest of all PEs, and a sum to compare. Made and closed by all PEs together.
 */
final class Passes implements AutoCloseable {
    private static final int MIN_PASSES = 4;

    private final SymmetricDoubles elapsedNs = mallocDoubles(1);
    private final SymmetricLongs allocatedBytes = mallocLongs(1);
    private final SymmetricLongs check = mallocLongs(1);
    private final SymmetricLongs more = mallocLongs(1);

    /** Before the current pass; asked now, so that no pass has to load the classes behind it. */
    private long allocatedBefore = Allocated.bytes();

    /**
     * Collective.
     *
     * @param start when the first pass began, by {@link System#nanoTime}
     * @param nanos for how long to go on
     */
    void run(Program program, long start, long nanos) {
        long begin = start;
        for (int pass = 1; begin != 0; pass++) {
            allocatedBefore = Allocated.bytes();
            program.pass();
            final long end = System.nanoTime();
            allocatedBytes.set(0, Allocated.bytes() - allocatedBefore);
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

    private static long beginning() {
        barrierAll();
        return System.nanoTime();
    }

    /** On PE 0, which also tells all whether there is another pass. */
    private void report(int pass, boolean last) {
        double longest = 0;
        long most = 0;
        long sum = 0;
        for (int pe = 0; pe < nPes(); pe++) {
            longest = Math.max(longest, g(elapsedNs, 0, pe));
            most = Math.max(most, g(allocatedBytes, 0, pe));
            sum += g(check, 0, pe);
            p(more, 0, last ? 0 : 1, pe);
        }
        System.out.println(new PassTime(pass, Math.round(longest), sum, most).line());
    }

    /** Collective. */
    @Override
    public void close() {
        free(more);
        free(check);
        free(allocatedBytes);
        free(elapsedNs);
    }
}
