package org.jshmem.benchmarks.calls;

import static org.jshmem.Shmem.*;

import java.util.Locale;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jshmem.benchmarks.calls.CallTimes.Phase;

/**
 * Times every call by itself, from the program's first one on; twin of {@code calls.c}.
 *
 * <p>Each operation goes through four phases: the first quarter of a second; a quarter that is not recorded; the steady
 * state; and calls back to back. All PEs time their calls; PE 0 prints its own percentiles and the mean over all PEs.
 * Meanwhile a thread of the last PE may do something else.
 */
public final class SingleCalls {
    private static final long NS_PER_MS = 1_000_000;
    private static final long QUARTER_NS = 250 * NS_PER_MS;

    private final CallLoop loop;
    private final long steadyNs;
    private final Consumer<CallTimes> results;

    /** Made before the first operation starts, so that its classes are loaded. */
    private final Histogram first = CallLoop.histogram();

    private final Histogram times = CallLoop.histogram();

    private SingleCalls(CallLoop loop, long steadyNs, Consumer<CallTimes> results) {
        this.loop = loop;
        this.steadyNs = steadyNs;
        this.results = results;
    }

    /**
     * Runs on every PE.
     *
     * @param args how many milliseconds to measure the steady state, what a thread of the last PE does meanwhile
     *     (nothing, garbage, compiler), and operations
     */
    public static void main(String[] args) {
        final long steadyNs = Long.parseLong(args[0]) * NS_PER_MS;
        final BackgroundThread background = BackgroundThread.valueOf(args[1].toUpperCase(Locale.ROOT));
        try (var _ = init();
                Calls calls = new Calls();
                CallLoop loop = new CallLoop()) {
            if (myPe() == nPes() - 1) {
                background.start();
            }
            final SingleCalls program = new SingleCalls(loop, steadyNs, SingleCalls::print);
            for (int i = 2; i < args.length; i++) {
                program.run(calls.named(args[i]));
            }
        }
    }

    private void run(Calls.Call call) {
        barrierAll();
        final long start = System.nanoTime();
        final long firstNs = loop.timed(call, start + QUARTER_NS, first);
        loop.timed(call, start + QUARTER_NS + QUARTER_NS / 2, times);
        loop.backToBack(call, start + 2 * QUARTER_NS);
        final long sumNs = loop.timed(call, System.nanoTime() + steadyNs, times);
        final CallTimes backToBack = loop.backToBack(call, System.nanoTime() + steadyNs / 2);
        results.accept(loop.summary(call, Phase.FIRST, firstNs, first));
        results.accept(loop.summary(call, Phase.STEADY, sumNs, times));
        results.accept(backToBack);
    }

    private static void print(CallTimes times) {
        if (myPe() == 0) {
            System.out.println(times.line());
        }
    }
}
