package org.jshmem.junit;

import static org.jshmem.Shmem.*;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.ThreadLevel;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.TestAbortedException;

/** Main class of the PEs of a test: has JUnit run that test here, and writes what came of it. */
final class TestedPe {
    /** Status of a job that ends because an assumption does not hold; the usual one for tests that are left out. */
    static final int ABORTED = 77;

    /** A PE that has failed, or whose assumption does not hold, waits no longer for others that may fail too. */
    private static final long PATIENCE_MS = 500;

    private static final long NAP_MS = 5;
    private static final int FAILED = 1;

    /** Where reports are written; null in a JVM that is no PE. */
    private static Path reports;

    private TestedPe() {}

    /** Whether this JVM is a PE of a test. */
    static boolean isHere() {
        return reports != null;
    }

    /**
     * Runs a test.
     *
     * @param arguments where reports are written, the thread level, and JUnit's id of the test
     */
    static void main(String[] arguments) throws IOException, InterruptedException {
        reports = Path.of(arguments[0]);
        initThread(ThreadLevel.valueOf(arguments[1]));
        final Outcomes outcomes = new Outcomes();
        run(arguments[2], outcomes);
        if (!outcomes.failures.isEmpty()) {
            fail(outcomes.failures);
        } else if (outcomes.reason == null) {
            PeReport.write(reports, myPe(), PeReport.Outcome.PASSED, null);
        } else {
            abort(outcomes.reason);
        }
        shutdown();
        System.exit(0); // the test may have left threads, as in a JVM of a build tool
    }

    /**
     * The test has failed, or an assumption of it does not hold. Ends the job, unless an assumption does not hold and
     * all other PEs have reported, too.
     *
     * @param thrown what JUnit has caught
     */
    static void failed(Throwable thrown) throws IOException, InterruptedException {
        if (thrown instanceof TestAbortedException) {
            abort(thrown.getMessage());
        } else {
            fail(List.of(thrown));
        }
    }

    private static void fail(List<Throwable> failures) throws IOException, InterruptedException {
        PeReport.write(reports, myPe(), failures);
        awaitOthers();
        globalExit(FAILED);
    }

    private static void abort(String reason) throws IOException, InterruptedException {
        PeReport.write(reports, myPe(), PeReport.Outcome.ABORTED, reason);
        if (!awaitOthers()) {
            globalExit(ABORTED); // they may wait for this PE, which does nothing more
        }
    }

    private static void run(String selection, Outcomes outcomes) {
        final LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectUniqueId(selection))
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .build();
        // What build tools and IDEs add to JUnit is theirs: it reports from the other JVM.
        final LauncherConfig config = LauncherConfig.builder()
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .build();
        LauncherFactory.create(config).execute(request, outcomes);
        if (outcomes.tests == 0 && outcomes.failures.isEmpty() && outcomes.reason == null) {
            outcomes.failures.add(new IllegalStateException("JUnit does not find " + selection
                    + " on this PE: is the class path of PEs another, or does the test depend on what only the first"
                    + " JVM has?"));
        }
    }

    /** The others may fail by the same mistake, which is worth reporting. Returns whether all have reported. */
    private static boolean awaitOthers() throws InterruptedException {
        final long endNs = System.nanoTime() + PATIENCE_MS * 1_000_000;
        int reported = 0;
        while (reported < nPes() && System.nanoTime() < endNs) {
            if (PeReport.exists(reports, reported)) {
                reported++;
            } else {
                Thread.sleep(NAP_MS);
            }
        }
        return reported == nPes();
    }

    /** What becomes of the tests of one run, and of the containers around them. */
    private static final class Outcomes implements TestExecutionListener {
        private final List<Throwable> failures = new ArrayList<>();
        private int tests;

        /** Why a test was aborted or left out; null if none was. */
        private String reason;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                tests++;
            }
            switch (result.getStatus()) {
                case FAILED -> failures.add(result.getThrowable().orElseThrow());
                case ABORTED ->
                    reason = result.getThrowable().map(Throwable::getMessage).orElse("aborted");
                default -> {}
            }
        }

        @Override
        public void executionSkipped(TestIdentifier test, String why) {
            reason = why;
        }
    }
}
