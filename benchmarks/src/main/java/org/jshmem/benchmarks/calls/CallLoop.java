package org.jshmem.benchmarks.calls;

import static org.jshmem.Shmem.*;

import org.HdrHistogram.Histogram;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;
import org.jshmem.benchmarks.calls.CallTimes.Phase;

/**
 * Makes an operation's calls until a moment that PE 0's clock decides. PE 0 says before one of its calls how many there
 * are to be in all, a multiple of {@link #CALLS_BETWEEN_LOOKS}; calls that all PEs make together end nowhere before
 * that has been said, so all make as many.
 *
 * <p>What it does between two calls is little and simple, since in the first quarter of a second it is interpreted: its
 * twin in C takes a few nanoseconds.
 */
final class CallLoop implements AutoCloseable {
    private static final int CALLS_BETWEEN_CLOCKS = 64;
    private static final int CALLS_BETWEEN_LOOKS = 8;
    private static final int SIGNIFICANT_DIGITS = 3;

    private final SymmetricLongs last = callocLongs(1);
    private final SymmetricDoubles totalNs = mallocDoubles(1);
    private final SymmetricLongs totalCalls = mallocLongs(1);
    private final boolean decides = myPe() == 0;

    /** Times that are not in the histogram yet. */
    private final long[] latest = new long[1 << 14];

    static Histogram histogram() {
        return new Histogram(SIGNIFICANT_DIGITS);
    }

    /**
     * Times each call by itself; collective.
     *
     * @return the sum of their times in nanoseconds
     */
    long timed(Calls.Call call, long deadline, Histogram times) {
        times.reset();
        final Runnable body = call.body();
        long sum = 0;
        int count = 0;
        long end = deadline - 1;
        boolean said = false;
        for (long k = 1; ; k++) {
            if (decides && !said && end - deadline >= 0) {
                sayLast(k);
                said = true;
            }
            final long start = System.nanoTime();
            body.run();
            end = System.nanoTime();
            latest[count++] = end - start;
            sum += end - start;
            if (count == latest.length) {
                record(times, count);
                count = 0;
            }
            if (k % CALLS_BETWEEN_LOOKS == 0 && isLast(call, k)) {
                break;
            }
        }
        record(times, count);
        meetAgain();
        return sum;
    }

    private void record(Histogram times, int count) {
        for (int i = 0; i < count; i++) {
            times.recordValue(latest[i]);
        }
    }

    /** A clock around all of them; collective. */
    CallTimes backToBack(Calls.Call call, long deadline) {
        final Runnable body = call.body();
        final long start = System.nanoTime();
        boolean said = false;
        long k = 0;
        do {
            k++;
            if (decides && !said && k % CALLS_BETWEEN_CLOCKS == 0 && System.nanoTime() - deadline >= 0) {
                sayLast(k);
                said = true;
            }
            body.run();
        } while (k % CALLS_BETWEEN_LOOKS != 0 || !isLast(call, k));
        final long elapsed = System.nanoTime() - start;
        meetAgain();
        return new CallTimes(call.name(), Phase.BACK_TO_BACK, k, meanOfAll(elapsed, k), 0, 0);
    }

    /** Collective. */
    CallTimes summary(Calls.Call call, Phase phase, long sumNs, Histogram times) {
        final long calls = times.getTotalCount();
        return new CallTimes(
                call.name(),
                phase,
                calls,
                meanOfAll(sumNs, calls),
                times.getValueAtPercentile(50),
                times.getValueAtPercentile(99));
    }

    /** The mean over all PEs, on PE 0: with a lock one PE may make more calls than another. */
    private double meanOfAll(long ns, long calls) {
        totalNs.set(0, (double) ns);
        totalCalls.set(0, calls);
        barrierAll();
        double sumNs = 0;
        long sumCalls = 0;
        for (int pe = 0; decides && pe < nPes(); pe++) {
            sumNs += g(totalNs, 0, pe);
            sumCalls += g(totalCalls, 0, pe);
        }
        barrierAll();
        return sumNs / sumCalls;
    }

    private void sayLast(long next) {
        final long count = Math.ceilDiv(next, CALLS_BETWEEN_LOOKS) * CALLS_BETWEEN_LOOKS;
        for (int pe = 0; pe < nPes(); pe++) {
            p(last, 0, count, pe);
        }
        quiet();
    }

    private boolean isLast(Calls.Call call, long k) {
        final long said = last.getVolatile(0);
        return said != 0 && (k >= said || !call.together());
    }

    private void meetAgain() {
        barrierAll();
        last.set(0, 0);
        barrierAll();
    }

    @Override
    public void close() {
        free(totalCalls);
        free(totalNs);
        free(last);
    }
}
