package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;

import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jshmem.SymmetricInts;

/**
 * Times operations; twin of {@code bench.c}. Every PE runs the same operations in the same order; PE 0 measures.
 *
 * <p>Method: a size is warmed up, then timed in batches long enough to make the clock's own cost vanish; its value is
 * the median of the batch means. Calls that all PEs make together are measured in several slices, and the round trip of
 * a cache line is probed before and after each slice. The probe is a barrier as well: nobody orders batches of the next
 * slice before all have seen the end of this one.
 */
final class Harness implements AutoCloseable {
    private static final long BATCH_NS = 50_000;

    /** Long against the skew with which PEs start it, above all where PEs share CPUs. */
    private static final long BATCH_OF_ALL_NS = 2_000_000;

    private static final int MIN_BATCHES = 10;
    private static final int MAX_BATCHES = 20_000;

    /** Far more than any batch needs, unless this PE has nothing to do in it. */
    private static final int MOST_ITERATIONS = 1 << 24;

    private static final int SIGNIFICANT_DIGITS = 3;

    /** Calls of a loop after which all of HotSpot's compilers have had their turn. */
    private static final int CALLS_TO_COMPILE = 10_000;

    private static final double PS_PER_NS = 1e3;

    private final CacheLineProbe probe = new CacheLineProbe();

    /** Iterations of the next batch, written by PE 0 into every PE's copy; 0 ends the slice. */
    private final SymmetricInts command = callocInts(1);

    private final Histogram picoseconds = new Histogram(SIGNIFICANT_DIGITS);
    private long allocatedBytes;

    /**
     * Has an operation's loop compiled; collective. HotSpot counts calls, and batches are few calls with many turns:
     * the loop itself would still be interpreted in part when its callees have long been compiled.
     */
    void compile(Operation operation) {
        if (operation.peersReact() || myPe() == 0) {
            for (int i = 0; i < CALLS_TO_COMPILE; i++) {
                operation.loop().run(1, operation.sizes().getFirst());
            }
        }
        CompilerRest.await();
        barrierAll();
    }

    /**
     * Measures all sizes of an operation; collective.
     *
     * @param results called on PE 0 after each slice
     */
    void run(Operation operation, Plan plan, Consumer<Measurement> results) {
        for (int bytes : operation.sizes()) {
            for (int slice = 0; slice < plan.slices(operation); slice++) {
                if (myPe() == 0) {
                    results.accept(measureSlice(operation, bytes, plan));
                } else {
                    followSlice(operation, bytes);
                }
            }
        }
    }

    /**
     * Collective; who waits for PE 0 sleeps.
     *
     * @param said by PE 0; ignored on the others
     * @return what PE 0 has said
     */
    int tellAll(int said) {
        if (myPe() == 0) {
            commandAll(said);
        }
        barrierAll();
        return command.get(0);
    }

    /** Frees what the harness needs; collective. */
    @Override
    public void close() {
        probe.release();
        free(command);
    }

    private Measurement measureSlice(Operation operation, int bytes, Plan plan) {
        final double before = probe.roundTripNs();
        final int iterations = calibrate(operation, bytes, plan.warmupNs());
        final int batches = timeBatches(operation, iterations, bytes, plan.sliceNs());
        end(operation);
        final double after = probe.roundTripNs();
        return new Measurement(
                operation.name(),
                bytes,
                picoseconds.getValueAtPercentile(50) / PS_PER_NS,
                picoseconds.getValueAtPercentile(10) / PS_PER_NS,
                picoseconds.getValueAtPercentile(99) / PS_PER_NS,
                batches,
                iterations,
                before,
                after,
                (double) allocatedBytes / batches / iterations);
    }

    /** Doubles the batch until it lasts long enough, which warms up as well. */
    private int calibrate(Operation operation, int bytes, long warmupNs) {
        final long batchNs = operation.peersReact() ? BATCH_OF_ALL_NS : BATCH_NS;
        final long start = System.nanoTime();
        int iterations = 1;
        while (true) {
            final long elapsed = timedBatch(operation, iterations, bytes);
            if (elapsed < batchNs && iterations < MOST_ITERATIONS) {
                iterations *= 2;
            } else if (System.nanoTime() - start >= warmupNs) {
                return iterations;
            }
        }
    }

    private int timeBatches(Operation operation, int iterations, int bytes, long sliceNs) {
        picoseconds.reset();
        allocatedBytes = 0;
        final long deadline = System.nanoTime() + sliceNs;
        int batches = 0;
        do {
            final long elapsed = timedBatch(operation, iterations, bytes);
            picoseconds.recordValue(Math.round(elapsed * PS_PER_NS / iterations));
            batches++;
        } while (batches < MAX_BATCHES && (batches < MIN_BATCHES || System.nanoTime() < deadline));
        return batches;
    }

    private long timedBatch(Operation operation, int iterations, int bytes) {
        if (operation.peersReact()) {
            commandAll(iterations);
            barrierAll();
        }
        final long allocatedBefore = Allocated.bytes();
        final long start = System.nanoTime();
        operation.loop().run(iterations, bytes);
        final long elapsed = System.nanoTime() - start;
        allocatedBytes += Allocated.bytes() - allocatedBefore;
        return elapsed;
    }

    private void end(Operation operation) {
        if (operation.peersReact()) {
            commandAll(0);
        }
        barrierAll();
    }

    /** The other PEs: run the batches that PE 0 orders, or just wait. */
    private void followSlice(Operation operation, int bytes) {
        probe.roundTripNs();
        barrierAll();
        if (operation.peersReact()) {
            followBatches(operation, bytes);
        }
        probe.roundTripNs();
    }

    private void followBatches(Operation operation, int bytes) {
        for (int iterations = command.get(0); iterations != 0; iterations = command.get(0)) {
            operation.loop().run(iterations, bytes);
            barrierAll();
        }
    }

    private void commandAll(int iterations) {
        for (int pe = 0; pe < nPes(); pe++) {
            p(command, 0, iterations, pe);
        }
    }
}
