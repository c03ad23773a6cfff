package org.jshmem.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Jobs that run side by side, in the order in which they are added, as many at a time as {@code jshmem.tck.jobs} says:
 * while one starts its JVMs another has work for the CPUs. A job runs alone if its PEs have to run into one another at
 * the same moment (litmus tests), or if more of them than CPUs spin on shared memory.
 */
public final class Jobs {
    private static final int CPUS = Runtime.getRuntime().availableProcessors();

    private static final ExecutorService THREADS = Executors.newFixedThreadPool(
            Integer.getInteger("jshmem.tck.jobs", Math.max(2, CPUS / 2)),
            Thread.ofPlatform().daemon().name("job-", 0).factory());

    /** Jobs that run alone hold the write lock; it is fair, so that they need not wait for all others. */
    private static final ReadWriteLock MACHINE = new ReentrantReadWriteLock(true);

    private Jobs() {}

    /** Runs a group of cases, sooner or later. */
    static Future<Map<String, Harness.Result>> add(Harness harness, List<CaseRef> group) {
        return add(harness, group.getFirst(), () -> harness.runCases(new ArrayList<>(group)));
    }

    /** Does something that starts the jobs of a group of cases, sooner or later. */
    public static <T> Future<T> add(Harness harness, CaseRef first, Callable<T> work) {
        return THREADS.submit(() -> {
            final Lock lock = isExclusive(harness, first) ? MACHINE.writeLock() : MACHINE.readLock();
            lock.lock();
            try {
                return work.call();
            } finally {
                lock.unlock();
            }
        });
    }

    /** Whether a group of cases is one of litmus tests. */
    static boolean isLitmus(List<String> ids) {
        return Family.of(CaseTable.find(ids.getFirst())) == Family.MEMORY_MODEL;
    }

    private static boolean isExclusive(Harness harness, CaseRef first) {
        return Family.of(first) == Family.MEMORY_MODEL || harness.isOneNode() && harness.pesOf(first) > CPUS;
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
