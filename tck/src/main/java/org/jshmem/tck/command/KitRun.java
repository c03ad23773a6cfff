package org.jshmem.tck.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jshmem.tck.CaseRef;
import org.jshmem.tck.CaseTable;
import org.jshmem.tck.Harness;
import org.jshmem.tck.Jobs;
import org.jshmem.tck.Report;
import org.jshmem.tck.Transport;

/**
 * Runs cases on transports, as many jobs at a time as {@link Jobs} allows, and prints what comes of each group. What is
 * not run ends up in the report with the reason.
 */
final class KitRun {
    private final Report report;
    private final UnaryOperator<Harness.Result> review;
    private final boolean failsFast;
    private final long budgetSeconds;
    private final long startNs = System.nanoTime();

    /** Whether a job has come to its end: what goes wrong from then on is not the fault of the command. */
    private volatile boolean hasRun;

    /** Chosen, and without result: each transport with ids of cases. */
    private final Map<Transport, Set<String>> open;

    /**
     * @param chosen the cases of each transport
     * @param failsFast whether one failure is enough
     * @param budgetSeconds after which no job is started
     */
    KitRun(Report report, Map<Transport, Set<String>> chosen, boolean failsFast, long budgetSeconds) {
        this(report, chosen, failsFast, budgetSeconds, result -> result);
    }

    /** The same with something to do for each result, which may turn it into another; null if it does not count. */
    KitRun(
            Report report,
            Map<Transport, Set<String>> chosen,
            boolean failsFast,
            long budgetSeconds,
            UnaryOperator<Harness.Result> review) {
        this.review = review;
        this.report = report;
        this.open = chosen;
        this.failsFast = failsFast;
        this.budgetSeconds = budgetSeconds;
    }

    /** Runs all to the end. */
    void run() throws InterruptedException {
        final List<Future<Void>> jobs = new ArrayList<>();
        for (Transport transport : List.copyOf(open.keySet())) {
            final Harness harness = SetupOptions.harness(transport);
            final Set<String> chosen = new HashSet<>(open.get(transport));
            for (List<String> group : harness.groups(reference -> chosen.contains(reference.id()))) {
                final Callable<Void> work = () -> run(harness, group);
                jobs.add(Jobs.add(harness, CaseTable.find(group.getFirst()), work));
            }
        }
        for (Future<Void> job : jobs) {
            await(job);
        }
    }

    private static void await(Future<Void> job) throws InterruptedException {
        try {
            job.get();
        } catch (ExecutionException e) {
            throw new UsageException(e.getCause().getMessage());
        }
    }

    private Void run(Harness harness, List<String> group) {
        final String reason = reasonToStop();
        if (!reason.isEmpty()) {
            group.forEach(id -> leaveOut(harness.transport(), id, reason));
            return null;
        }
        try {
            runJob(harness, group);
            hasRun = true;
        } catch (RuntimeException e) {
            if (!hasRun) {
                throw e; // the command is wrong, as far as one can tell
            }
            group.forEach(id -> add(harness.notRun(id, "the case could not be run: " + e.getMessage())));
        }
        return null;
    }

    private void runJob(Harness harness, List<String> group) {
        final long start = System.nanoTime();
        final Map<String, Harness.Result> results = harness.run(group);
        for (String id : group) {
            if (results.containsKey(id)) {
                final Harness.Result result = review.apply(results.get(id));
                if (result == null) {
                    discard(harness.transport(), id);
                } else {
                    add(result);
                }
            } else {
                leaveOut(harness.transport(), id, "a case before it failed");
            }
        }
        System.out.println(harness.transport() + " " + group.getFirst()
                + (group.size() > 1 ? " and " + (group.size() - 1) + " more" : "") + ": "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms");
    }

    private String reasonToStop() {
        if (System.nanoTime() - startNs >= TimeUnit.SECONDS.toNanos(budgetSeconds)) {
            return "the time of " + budgetSeconds + " s was over";
        }
        return failsFast && !report.allPassed() ? "a case before it failed" : "";
    }

    private synchronized void add(Harness.Result result) {
        if (!open.get(result.transport()).remove(result.id())) {
            return; // the run was given up in between
        }
        report.add(result);
        if (!result.passed()) {
            System.out.println("FAILED " + result.transport() + " " + result.name() + ": " + result.message());
        }
    }

    private synchronized void discard(Transport transport, String id) {
        open.get(transport).remove(id);
    }

    private synchronized void leaveOut(Transport transport, String id, String reason) {
        if (open.get(transport).remove(id)) {
            report.leaveOut(CaseTable.find(id), transport, reason);
        }
    }

    /** Gives up what has no result yet. */
    void giveUp(String reason) {
        for (Transport transport : open.keySet()) {
            CaseTable.all().stream().map(CaseRef::id).forEach(id -> leaveOut(transport, id, reason));
        }
    }
}
