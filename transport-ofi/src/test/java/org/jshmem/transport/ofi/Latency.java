package org.jshmem.transport.ofi;

import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;

/** Measures two PEs: {@code java … Latency DIRECTORY PE}. */
public final class Latency {
    private static final int WARM = 20_000;
    private static final int TIMES = 20_000;

    private Latency() {}

    /** Runs a PE. */
    public static void main(String[] args) {
        final int me = Integer.parseInt(args[1]);
        final AtomicLong received = new AtomicLong();
        try (TestPe pe = new TestPe(Path.of(args[0]), me, 2, (address, bytes) -> received.incrementAndGet())) {
            System.out.println(pe.network.name());
            pe.await();
            if (me == 0) {
                measure(pe, received);
                Memory.put64(pe.at(128), 1);
                pe.transport.put(1, 128, pe.at(128), 8);
                pe.transport.quiet();
            } else {
                long seen = 0;
                while (Memory.get64Volatile(pe.at(128)) == 0) {
                    pe.network.poll();
                    final long now = received.get();
                    if (now != seen) {
                        seen = now;
                        pe.network.send(0, pe.at(0), 8);
                    }
                }
            }
        }
    }

    private static void measure(TestPe pe, AtomicLong received) {
        final var t = pe.transport;
        final long source = pe.at(4096);
        run("put 8 B + quiet", WARM, TIMES, () -> {
            t.put(1, 0, source, 8);
            t.quiet();
        });
        run("get 8 B", WARM, TIMES, () -> t.get(1, source, 0, 8));
        run("fetch_add", WARM, TIMES, () -> t.atomic(1, Atomic.ADD, 8, 64, 1, 0));
        final long[] expected = {received.get()};
        run("message round trip", WARM, TIMES, () -> {
            pe.network.send(1, source, 8);
            expected[0]++;
            while (received.get() < expected[0]) {
                pe.network.poll();
            }
        });
        run("64 updates + quiet", 1000, 1000, () -> {
            for (int i = 0; i < 64; i++) {
                t.update(1, Atomic.ADD, 8, 64, 1);
            }
            t.quiet();
        });
        if (Boolean.getBoolean("ofi.short")) {
            return;
        }
        run("put 4 KiB + quiet", WARM, TIMES, () -> {
            t.put(1, 8192, source, 4096);
            t.quiet();
        });
        run("put 64 KiB", 2000, 2000, () -> t.put(1, 1 << 20, pe.at(8 << 20), 64 << 10));
        run("get 64 KiB", 2000, 2000, () -> t.get(1, pe.at(8 << 20), 1 << 20, 64 << 10));
        run("put 1 MiB", 300, 500, () -> t.put(1, 1 << 20, pe.at(8 << 20), 1 << 20));
        run("get 1 MiB", 300, 500, () -> t.get(1, pe.at(8 << 20), 1 << 20, 1 << 20));
        final long[] array = new long[1 << 17];
        run("put 1 MiB array + quiet", 300, 500, () -> {
            t.putArray(1, 1 << 20, array, 0, 1 << 17, ValueLayout.JAVA_LONG);
            t.quiet();
        });
        run("get 1 MiB array", 300, 500, () -> t.getArray(1, array, 0, 1 << 20, 1 << 17, ValueLayout.JAVA_LONG));
        run("64 put_nbi 8 B + quiet", 1000, 2000, () -> {
            for (int i = 0; i < 64; i++) {
                t.putNbi(1, 4096 + i * 8, source, 8);
            }
            t.quiet();
        });
        run("iput 100 x 8 B + quiet", 1000, 1000, () -> {
            t.putBlocks(1, 4096, 64, source, 8, 8, 100);
            t.quiet();
        });
        run("put + signal + quiet", WARM, TIMES, () -> {
            t.put(1, 0, source, 8);
            t.signal(1, Atomic.ADD, 256, 1);
            t.quiet();
        });
    }

    private static void run(String name, int warm, int times, Runnable what) {
        for (int i = 0; i < warm; i++) {
            what.run();
        }
        final long[] ns = new long[times];
        for (int i = 0; i < times; i++) {
            final long start = System.nanoTime();
            what.run();
            ns[i] = System.nanoTime() - start;
        }
        Arrays.sort(ns);
        System.out.printf(
                "%-26s p10 %9.2f p50 %9.2f us  p99 %9.2f us%n",
                name, ns[times / 10] / 1e3, ns[times / 2] / 1e3, ns[times / 100 * 99] / 1e3);
    }
}
