package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The physical memory of a process and all it started: the sum of the kernel's proportional set sizes. */
final class Memory {
    private static final int PERIOD_MS = 100;
    private static final String PSS = "Pss:";
    private static final int BYTES_PER_KB = 1024;

    private Memory() {}

    /** Watches a process in the background until it ends. */
    static Watch watch(Process process) {
        Watch watch = new Watch(process.toHandle());
        watch.start();
        return watch;
    }

    /** Samples the sum and keeps the largest. */
    static final class Watch extends Thread {
        private final ProcessHandle root;
        private volatile long peakBytes;

        private Watch(ProcessHandle root) {
            super("memory-watch");
            setDaemon(true);
            this.root = root;
        }

        @Override
        public void run() {
            while (root.isAlive()) {
                long sum = Stream.concat(Stream.of(root), root.descendants())
                        .mapToLong(process -> bytesOf(process.pid()))
                        .sum();
                peakBytes = Math.max(peakBytes, sum);
                try {
                    Thread.sleep(PERIOD_MS);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        long peakBytes() {
            return peakBytes;
        }
    }

    /** 0 for a process that has just ended. */
    private static long bytesOf(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "smaps_rollup"))) {
            return lines.filter(line -> line.startsWith(PSS))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * BYTES_PER_KB)
                    .sum();
        } catch (IOException | java.io.UncheckedIOException e) {
            return 0;
        }
    }
}
