package org.jshmem.benchmarks.jmh;

import static org.jshmem.Shmem.*;

import java.nio.DoubleBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricInts;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Loops over symmetric memory and over Java arrays, as programs write them; nanoseconds an element. The number of
 * elements is a field, so the compiler does not know it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {
            "--enable-native-access=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-XX:+UseSerialGC"
        })
@OperationsPerInvocation(LoopBenchmark.ELEMENTS)
@State(Scope.Benchmark)
public class LoopBenchmark {
    static final int ELEMENTS = 1000;

    /** More elements than an array in a cache has, and so few that sums of indices cannot overflow. */
    private static final int FEW = 1 << 28;

    private int n = ELEMENTS;
    private SymmetricDoubles x;
    private SymmetricDoubles y;
    private SymmetricInts symmetricKeys;
    private DoubleBuffer buffer;
    private final double[] a = new double[ELEMENTS];
    private final double[] b = new double[ELEMENTS];
    private final double[] c = new double[ELEMENTS];
    private final double[] left = new double[ELEMENTS];
    private final double[] right = new double[ELEMENTS];
    private final int[] keys =
            new SplittableRandom(1).ints(ELEMENTS, 0, ELEMENTS).toArray();
    private final int[] count = new int[ELEMENTS];

    /** For JMH. */
    public LoopBenchmark() {}

    /** Starts a job of one PE. */
    @Setup
    public void start() {
        init();
        x = callocDoubles(ELEMENTS);
        y = callocDoubles(ELEMENTS);
        symmetricKeys = callocInts(ELEMENTS);
        put(symmetricKeys, keys, 0);
        buffer = x.buffer();
    }

    /** Ends it. */
    @TearDown
    public void end() {
        shutdown();
    }

    /** {@code a[i] = 2 * b[i]}. */
    @Benchmark
    public void arrayFromArray() {
        for (int i = 0; i < n; i++) {
            a[i] = 2 * b[i];
        }
    }

    /** {@code a[i] = 2 * x.get(i)}. */
    @Benchmark
    public void arrayFromSymmetric() {
        for (int i = 0; i < n; i++) {
            a[i] = 2 * x.get(i);
        }
    }

    /** The same, where the compiler knows that there are few elements. */
    @Benchmark
    public void arrayFromFewSymmetric() {
        final int few = Math.min(n, FEW);
        for (int i = 0; i < few; i++) {
            a[i] = 2 * x.get(i);
        }
    }

    /** {@code y.set(i, 2 * x.get(i))}. */
    @Benchmark
    public void symmetricFromSymmetric() {
        for (int i = 0; i < n; i++) {
            y.set(i, 2 * x.get(i));
        }
    }

    /** {@code x.set(i, x.get(i) + 1)}. */
    @Benchmark
    public void symmetricInPlace() {
        for (int i = 0; i < n; i++) {
            x.set(i, x.get(i) + 1);
        }
    }

    /** The same, where the compiler knows that there are few elements. */
    @Benchmark
    public void fewSymmetricInPlace() {
        final int few = Math.min(n, FEW);
        for (int i = 0; i < few; i++) {
            x.set(i, x.get(i) + 1);
        }
    }

    /** The same with a buffer over the symmetric array. */
    @Benchmark
    public void bufferInPlace() {
        for (int i = 0; i < n; i++) {
            buffer.put(i, buffer.get(i) + 1);
        }
    }

    /** {@code a[i] = b[i - 1] + b[i + 1] - b[i]}. */
    @Benchmark
    public void neighbours() {
        for (int i = 1; i < n - 1; i++) {
            a[i] = b[i - 1] + b[i + 1] - b[i];
        }
    }

    /** The same with copies that are moved by one place. */
    @Benchmark
    public void neighboursInCopies() {
        System.arraycopy(b, 0, left, 1, n - 1);
        System.arraycopy(b, 1, right, 0, n - 1);
        for (int i = 1; i < n - 1; i++) {
            a[i] = left[i] + right[i] - b[i];
        }
    }

    /** The same with neighbours that stay in local variables. */
    @Benchmark
    public void neighboursInVariables() {
        double before = b[0];
        double here = b[1];
        for (int i = 1; i < n - 1; i++) {
            final double after = b[i + 1];
            a[i] = before + after - here;
            before = here;
            here = after;
        }
    }

    /** The same with symmetric arrays. */
    @Benchmark
    public void symmetricNeighbours() {
        for (int i = 1; i < n - 1; i++) {
            y.set(i, x.get(i - 1) + x.get(i + 1) - x.get(i));
        }
    }

    /** The sum of five arrays: the largest loop over Java arrays that becomes vector instructions. */
    @Benchmark
    public void fiveArrays() {
        for (int i = 0; i < n; i++) {
            a[i] = b[i] + c[i] + left[i] + right[i];
        }
    }

    /** {@code count[keys[i]]++}. */
    @Benchmark
    public void histogramOfArray() {
        for (int i = 0; i < n; i++) {
            count[keys[i]]++;
        }
    }

    /** {@code count[x.get(i)]++}. */
    @Benchmark
    public void histogramOfSymmetric() {
        for (int i = 0; i < n; i++) {
            count[symmetricKeys.get(i)]++;
        }
    }

    /** A copy into a Java array in one call. */
    @Benchmark
    public void copyToArray() {
        get(a, 0, x, 0, n, 0);
    }
}
