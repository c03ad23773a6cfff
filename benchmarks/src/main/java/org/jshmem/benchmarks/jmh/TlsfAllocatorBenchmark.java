package org.jshmem.benchmarks.jmh;

import static org.jshmem.Shmem.*;

import java.util.concurrent.TimeUnit;
import org.jshmem.SymmetricBytes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Symmetric malloc and free without a peer to wait for. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@State(Scope.Benchmark)
public class TlsfAllocatorBenchmark {
    private static final int LIVE_BLOCKS = 1024;
    private static final int SMALLEST = 64;
    private static final int SIZES = 61;

    /** Bytes of a block. */
    @Param({"1024", "65536"})
    public int bytes;

    private final SymmetricBytes[] live = new SymmetricBytes[LIVE_BLOCKS];
    private int turn;

    /** For JMH. */
    public TlsfAllocatorBenchmark() {}

    /**
     * Fills the heap with blocks of many sizes.
     *
     * @param one the job
     */
    @Setup(Level.Trial)
    public void fill(OnePe one) {
        for (int i = 0; i < LIVE_BLOCKS; i++) {
            live[i] = mallocBytes(sizeOf(i));
        }
    }

    /**
     * Empties the heap.
     *
     * @param one the job
     */
    @TearDown(Level.Trial)
    public void empty(OnePe one) {
        for (SymmetricBytes block : live) {
            block.close();
        }
    }

    /** One block, allocated and freed again. */
    @Benchmark
    public void mallocFree() {
        free(mallocBytes(bytes));
    }

    /** A block among {@value #LIVE_BLOCKS} is replaced by one of another size. */
    @Benchmark
    public void churn() {
        final int i = (turn * SIZES) & (LIVE_BLOCKS - 1);
        free(live[i]);
        live[i] = mallocBytes(sizeOf(turn++));
    }

    private static long sizeOf(int i) {
        return (long) SMALLEST * (1 + i % SIZES);
    }
}
