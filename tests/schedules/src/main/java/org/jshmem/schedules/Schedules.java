package org.jshmem.schedules;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Tries many schedules of the same tasks, for a time: {@code -Djshmem.schedules.ms} for each subject, or until one
 * fails. {@code -Djshmem.schedules.seed} starts with a given seed, so that a failure is seen again.
 */
public final class Schedules {
    private static final long TIME_MS = Long.getLong("jshmem.schedules.ms", 250);
    private static final int TRACED = 60;

    private Schedules() {}

    /** What one task does. */
    @FunctionalInterface
    public interface Body {
        /** Does it. */
        void run() throws Exception;
    }

    /**
     * Runs schedules; throws if one fails, with its seed and with where its tasks were stopped.
     *
     * @param count how many tasks
     * @param tasks makes the tasks of one schedule, with fresh state
     */
    public static void explore(int count, Supplier<List<Body>> tasks) {
        final long first = Long.getLong(
                "jshmem.schedules.seed", ThreadLocalRandom.current().nextLong() >>> 16);
        final Task[] threads = new Task[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Task(i);
            threads[i].start();
        }
        try {
            explore(first, threads, tasks);
        } finally {
            for (Task thread : threads) {
                thread.end();
            }
        }
    }

    @SuppressWarnings("checkstyle:systemout") // the seed, and how much was tried
    private static void explore(long first, Task[] threads, Supplier<List<Body>> tasks) {
        final long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIME_MS);
        int runs = 0;
        final int accesses = run(0, threads, 1, tasks);
        do {
            run(first + runs, threads, accesses, tasks);
            runs++;
        } while (System.nanoTime() - deadline < 0);
        System.out.println(
                runs + " schedules of some " + accesses + " accesses in " + TIME_MS + " ms, from seed " + first);
    }

    /** Runs one schedule; returns how many accesses it made. */
    private static int run(long seed, Task[] threads, int accesses, Supplier<List<Body>> tasks) {
        final Schedule schedule = new Schedule(seed, threads, accesses, false);
        final int made = schedule.run(tasks.get());
        if (schedule.failure() != null) {
            throw failed(seed, schedule.failure(), again(seed, threads, accesses, tasks));
        }
        return made;
    }

    private static List<String> again(long seed, Task[] threads, int accesses, Supplier<List<Body>> tasks) {
        final Schedule schedule = new Schedule(seed, threads, accesses, true);
        schedule.run(tasks.get());
        final List<String> trace = schedule.trace();
        return trace.subList(Math.max(0, trace.size() - TRACED), trace.size());
    }

    private static AssertionError failed(long seed, Throwable cause, List<String> trace) {
        return new AssertionError(
                "schedule " + seed + " (-Djshmem.schedules.seed=" + seed + "): " + cause + "\n  "
                        + String.join("\n  ", trace),
                cause);
    }
}
