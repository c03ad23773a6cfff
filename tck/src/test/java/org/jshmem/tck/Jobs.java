package org.jshmem.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Jobs that run side by side, in the order in which they are added, as many at a time as {@code jshmem.tck.jobs} says: while one starts
 * its JVMs another has work for the CPUs.
 */
final class Jobs {
    private static final ExecutorService THREADS = Executors.newFixedThreadPool(
            Integer.getInteger(
                    "jshmem.tck.jobs", Math.max(2, Runtime.getRuntime().availableProcessors() / 2)),
            Thread.ofPlatform().daemon().name("job-", 0).factory());

    private Jobs() {}

    /** Runs a group of cases, sooner or later. */
    static Future<Map<String, Harness.Result>> add(Harness harness, List<CaseRef> group) {
        return THREADS.submit(() -> harness.runCases(new ArrayList<>(group)));
    }

    /** The results of a group, when they are there. */
    static Map<String, Harness.Result> await(Future<Map<String, Harness.Result>> job) throws InterruptedException {
        try {
            return job.get();
        } catch (ExecutionException e) {
            throw new AssertionError("the job could not be run", e.getCause());
        }
    }
}
