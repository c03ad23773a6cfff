package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Waits until nothing else runs on the machine, for a while: two processes that spin show every third one. */
final class IdleMachine {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int SAMPLE_MS = 500;
    private static final int MOST_SAMPLES = 60;
    private static final double IDLE_ENOUGH = 0.9;
    private static final int IDLE_FIELD = 4;

    private boolean everBusy;

    /** Returns when the processors are idle, or after half a minute. */
    void await() throws IOException {
        for (int i = 0; i < MOST_SAMPLES; i++) {
            if (idleShare() >= IDLE_ENOUGH) {
                return;
            }
        }
        everBusy = true;
        System.out.println("the machine is busy with something else; do not trust the figures");
    }

    /** Whether waiting was in vain at least once. */
    boolean wasBusy() {
        return everBusy;
    }

    private static double idleShare() throws IOException {
        final long[] before = idleAndTotal();
        try {
            Thread.sleep(SAMPLE_MS);
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
        final long[] after = idleAndTotal();
        return (double) (after[0] - before[0]) / Math.max(1, after[1] - before[1]);
    }

    private static long[] idleAndTotal() throws IOException {
        final String[] fields = Files.readAllLines(STAT).getFirst().split(" +");
        long total = 0;
        for (int i = 1; i < fields.length; i++) {
            total += Long.parseLong(fields[i]);
        }
        return new long[] {Long.parseLong(fields[IDLE_FIELD]), total};
    }
}
