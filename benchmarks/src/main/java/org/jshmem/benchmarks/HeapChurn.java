package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.SymmetricBytes;

/**
 * How well the symmetric heap is used: blocks of random sizes are allocated and freed in random order, with some part
 * of the heap in use, and then allocated until one does not fit. What is in use at that moment, in parts of the heap,
 * is what fragmentation leaves of it. Collective; the size of the heap is that of the job.
 */
public final class HeapChurn {
    private static final int CALLS = 100_000;
    private static final double SMALLEST = 64;
    private static final double LARGEST = 64 << 10;
    private static final int[] PERCENT_IN_USE = {50, 80, 95};

    private final Random random;
    private final long heapBytes;
    private final List<SymmetricBytes> live = new ArrayList<>();
    private long used;

    private HeapChurn(long seed, long heapBytes) {
        this.random = new Random(seed);
        this.heapBytes = heapBytes;
    }

    /**
     * Prints a line for each part of the heap in use.
     *
     * @param args the heap's size in MiB, as given by {@code SHMEM_SYMMETRIC_SIZE}
     */
    public static void main(String[] args) {
        try (var _ = init()) {
            for (int percent : PERCENT_IN_USE) {
                final HeapChurn churn = new HeapChurn(percent, Long.parseLong(args[0]) << 20);
                churn.run(percent);
            }
        }
    }

    private void run(int percent) {
        final long start = System.nanoTime();
        int failed = 0;
        for (int call = 0; call < CALLS; call++) {
            final boolean full = used > heapBytes / 100 * percent;
            if (full || (!live.isEmpty() && random.nextInt(3) == 0)) {
                release(random.nextInt(live.size()));
            } else {
                failed += allocate() ? 0 : 1;
            }
        }
        final double nanos = (System.nanoTime() - start) / (double) CALLS;
        while (allocate()) {
            // until the first block that does not fit
        }
        if (myPe() == 0) {
            System.out.printf(
                    "%d %% in use: %.0f ns a call, %d of %d calls failed; %.1f %% in use at the first block that did"
                            + " not fit%n",
                    percent, nanos, failed, CALLS, 100.0 * used / heapBytes);
        }
        while (!live.isEmpty()) {
            release(live.size() - 1);
        }
    }

    private boolean allocate() {
        final long bytes = (long) Math.exp(Math.log(SMALLEST) + random.nextDouble() * Math.log(LARGEST / SMALLEST));
        try {
            live.add(mallocBytes(bytes));
            used += bytes;
            return true;
        } catch (ShmemOutOfMemoryException e) {
            return false;
        }
    }

    private void release(int index) {
        final SymmetricBytes block = live.get(index);
        live.set(index, live.getLast());
        live.removeLast();
        used -= block.byteLength();
        free(block);
    }
}
