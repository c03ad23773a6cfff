package org.jshmem.benchmarks.jmh;

import static org.jshmem.Shmem.*;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** Puts and gets to oneself, and local access for comparison. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class RmaBenchmark {
    private static final int CACHE_LINE = 8;
    private static final int PAGE_OF_LONGS = 512;

    /** For JMH. */
    public RmaBenchmark() {}

    /**
     * One element to a PE.
     *
     * @param one the job
     */
    @Benchmark
    public void p(OnePe one) {
        org.jshmem.Shmem.p(one.symmetric, one.nextElement(), 42, one.pe);
    }

    /**
     * One element from a PE.
     *
     * @param one the job
     * @return the element
     */
    @Benchmark
    public long g(OnePe one) {
        return org.jshmem.Shmem.g(one.symmetric, one.nextElement(), one.pe);
    }

    /**
     * 64 bytes from a Java array.
     *
     * @param one the job
     */
    @Benchmark
    public void put64Bytes(OnePe one) {
        final int at = one.nextElement() & -CACHE_LINE;
        put(one.symmetric, at, one.array, at, CACHE_LINE, one.pe);
    }

    /**
     * 64 bytes into a Java array.
     *
     * @param one the job
     * @return an element of it
     */
    @Benchmark
    public long get64Bytes(OnePe one) {
        final int at = one.nextElement() & -CACHE_LINE;
        get(one.array, at, one.symmetric, at, CACHE_LINE, one.pe);
        return one.array[at];
    }

    /**
     * 4 KiB from a Java array.
     *
     * @param one the job
     */
    @Benchmark
    public void put4KiB(OnePe one) {
        put(one.symmetric, 0, one.array, 0, PAGE_OF_LONGS, one.pe);
    }

    /** Quiet with nothing to wait for. */
    @Benchmark
    public void quietIdle(OnePe one) {
        quiet();
    }

    /** Barrier of one PE. */
    @Benchmark
    public void barrierOfOne(OnePe one) {
        barrierAll();
    }

    /**
     * A load of one's own copy.
     *
     * @param one the job
     * @return the element
     */
    @Benchmark
    public long localGet(OnePe one) {
        return one.symmetric.get(one.nextElement());
    }

    /**
     * A store to one's own copy.
     *
     * @param one the job
     */
    @Benchmark
    public void localSet(OnePe one) {
        one.symmetric.set(one.nextElement(), 42);
    }

    /**
     * A load from a Java array: the limit of {@link #localGet}.
     *
     * @param one the job
     * @return the element
     */
    @Benchmark
    public long javaArrayGet(OnePe one) {
        return one.array[one.nextElement()];
    }
}
