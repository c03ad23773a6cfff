package org.jshmem.trace;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jshmem.spi.FlowFigures;
import org.jshmem.spi.FlowTotals;
import org.jshmem.spi.Operation;
import org.jshmem.spi.RuntimeEvents;

/** Samples numbers of this PE at regular times, in a thread of its own, and records those that have changed. */
final class Sampler implements AutoCloseable {
    /** What a sample is of; bytes moved are of a PE, or of all together in a large job. */
    static final int MOVED = 0;

    static final int JAVA_HEAP = 1;
    static final int SYMMETRIC_HEAP = 2;
    static final int RECORDS_SENT = 3;
    static final int RECORDS_HANDLED = 4;

    /** CPU time of the process, in nanoseconds. */
    static final int CPU = 5;

    /** Operations that were too short to be timed. */
    static final int SHORT = 6;

    private static final int KINDS = 7;

    /** In a larger job, the bytes moved to and from all PEs are one number. */
    private static final int MOST_PEERS = 16;

    private final PeTrace trace;
    private final LongSupplier symmetricBytes;
    private final FlowTotals flows;
    private final int nPes;
    private final TraceFile file;
    private final long[] last;
    private final Thread thread;
    private volatile boolean isEnding;

    Sampler(PeTrace trace, LongSupplier symmetricBytes, FlowTotals flows, int nPes) {
        this.trace = trace;
        this.symmetricBytes = symmetricBytes;
        this.flows = flows;
        this.nPes = nPes;
        this.file = trace.small("samples");
        this.last = new long[KINDS + nPes];
        thread = Thread.ofPlatform().daemon().name("jshmem-trace-samples").start(this::run);
    }

    private void run() {
        final long begin = System.nanoTime();
        try (CpuTime cpu = new CpuTime()) {
            do {
                sample();
                tell(System.nanoTime(), CPU, Operation.NO_PE, cpu.usedNs());
                LockSupport.parkNanos(Layout.samplePeriodNs(System.nanoTime() - begin));
            } while (!isEnding);
            sample();
            tell(System.nanoTime(), CPU, Operation.NO_PE, cpu.usedNs());
        } catch (IOException e) {
            RuntimeEvents.ALL.problem("the trace has no more samples: " + e);
        }
    }

    private void sample() {
        final long now = System.nanoTime();
        if (nPes <= MOST_PEERS) {
            for (int pe = 0; pe < nPes; pe++) {
                tell(now, MOVED, pe, trace.moved(pe));
            }
        } else {
            long sum = 0;
            for (int pe = 0; pe < nPes; pe++) {
                sum += trace.moved(pe);
            }
            tell(now, MOVED, Operation.NO_PE, sum);
        }
        tell(now, SHORT, Operation.NO_PE, trace.shortOperations());
        final Runtime runtime = Runtime.getRuntime();
        tell(now, JAVA_HEAP, Operation.NO_PE, runtime.totalMemory() - runtime.freeMemory());
        tell(now, SYMMETRIC_HEAP, Operation.NO_PE, symmetricBytes.getAsLong());
        final Collection<FlowFigures> kinds = flows.byKind().values();
        tell(
                now,
                RECORDS_SENT,
                Operation.NO_PE,
                kinds.stream().mapToLong(FlowFigures::sent).sum());
        tell(
                now,
                RECORDS_HANDLED,
                Operation.NO_PE,
                kinds.stream().mapToLong(FlowFigures::handled).sum());
    }

    private void tell(long now, int kind, int pe, long value) {
        final int place = pe < 0 ? kind : KINDS + pe;
        if (last[place] != value) {
            last[place] = value;
            file.event(now, now, Layout.about(Layout.SAMPLE, kind, pe, Layout.NO_SITE), value, 0, 0);
        }
    }

    @Override
    public void close() {
        isEnding = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
